/**
 * Compactions beside the agent: one starts at a step, whose request goes out without it, and lands
 * before the request of a later step. What was there at the start is summarised, what came since stays.
 */
import { formatInteger } from '@/lib/engine/base/format';
import { pairSafeBack } from '../../mechanisms/tool-pairs';
import type { BackgroundEnd } from '../notes';
import { landingStep, type Delay } from './delay';
import { ViewRun, type ViewSettings } from '../view-run';

/** What a compaction puts in place when it lands. */
export interface Started {
  /** Entries before this one go into the summary. */
  readonly covered: number;
  readonly summaryBytes: number;
  /** Real tokens where the summary's model states them, else −1. */
  readonly summaryTokens: number;
  /** Contents that the summariser was given. */
  readonly contents: number;
  /** The summariser will fail: nothing lands. */
  readonly failed: boolean;
}

/** A policy that compacts beside its agent, one compaction at a time. */
export abstract class BackgroundRun<S extends ViewSettings & Delay> extends ViewRun<S> {
  #running: Started | null = null;

  /** Asks for the summary of a compaction that starts at a step; null: nothing to compact. */
  protected abstract begin(step: number, value: number): Started | null;

  /** The agent waits for the compaction under way before it sends this step's request. */
  protected abstract waits(step: number, value: number): boolean;

  /** After the summary took the place of its entries: texts put back, counts. */
  protected abstract landed(step: number, started: Started): void;

  /** A compaction is under way. */
  protected get running(): boolean {
    return this.#running !== null;
  }

  override forget(): void {
    if (this.#running !== null) this.#ends(this.loop.step, 'lost');
    super.forget();
  }

  decide(step: number, value: number): void {
    // Asked for by the user, or at named steps: the agent waits for it.
    const asked = this.byHand(step) || this.input.compactAt !== undefined;
    if (this.#running === null) this.#starts(step, value, asked);
    else if (step >= this.loop.due) this.#finish(step, false);
    else if (asked || this.waits(step, value)) {
      const words = asked
        ? 'The user asks for a compaction'
        : `The count is ${formatInteger(value)}`;
      this.note(step, 'blocked', `${words}: the agent waits for the one under way.`);
      this.#finish(step, true);
    }
  }

  #starts(step: number, value: number, asked: boolean): void {
    const started = this.begin(step, value);
    if (started === null) {
      this.note(step, 'no-op', 'Nothing is left to summarise.');
      return;
    }
    this.#running = started;
    if (asked) {
      this.#put(step, started);
      this.#running = null;
      return;
    }
    const { profile, requests, notes } = this.input;
    const { covered } = started;
    this.loop.due = landingStep(profile, step, this.settings);
    const real = requests.realAt(step, 0);
    notes.background.push({ start: step, real, covered, end: null, how: null });
    const text = `${formatInteger(covered)} entries are summarised beside the agent; the request is sent without the summary.`;
    this.note(step, 'start', text);
  }

  #finish(step: number, waited: boolean): void {
    const started = this.#running;
    if (started === null) return;
    const made = this.#put(step, started);
    this.#ends(step, made ? (waited ? 'waited' : 'landed') : 'failed');
  }

  #ends(step: number, how: BackgroundEnd): void {
    const { background } = this.input.notes;
    const last = background.at(-1);
    if (last !== undefined) background[background.length - 1] = { ...last, end: step, how };
    this.#running = null;
    this.loop.due = Infinity;
  }

  /** Puts a summary in place; false where there is none. */
  #put(step: number, { covered, ...started }: Started): boolean {
    if (started.failed) {
      this.note(step, 'failure', 'The summariser failed: the request is sent unchanged.');
      return false;
    }
    const { profile, columns: out } = this.input;
    // A call that was open at the start stays with its response.
    const split = pairSafeBack(profile, this.view.covered, covered, this.entriesAt(step));
    out.summarizerContents[step] = started.contents;
    const { summaryBytes, summaryTokens } = started;
    this.compact(step, { covered: split, injected: true, summaryBytes, summaryTokens }, 1);
    this.landed(step, { covered: split, ...started });
    this.reportOrphans(step, split);
    return true;
  }
}
