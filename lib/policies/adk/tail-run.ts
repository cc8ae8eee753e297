import { formatInteger } from '@/lib/engine/base/format';
import { responseOf } from '@/lib/engine/mechanisms/ceiled-estimator';
import { openCall } from '@/lib/engine/mechanisms/open-calls';
import { ViewRun } from '@/lib/engine/policy/view-run';
import type { AdkSettings } from './settings';

const NOTHING = 'No events are older than the retained ones: nothing is summarised.';
const JOINED =
  'The events before the retained ones belong to calls that these answer: nothing is summarised.';

/**
 * ADK's compaction by a token threshold at work: everything but the newest events becomes one rolling
 * summary. An entry of the log is an event; the prompt count of a call is on the event of its response.
 */
export abstract class TailRun extends ViewRun<AdkSettings> {
  /** Prompt count on the newest event that has one, and that event; 0 for none. */
  protected count = 0;
  protected countedAt = -1;

  override forget(): void {
    super.forget();
    this.count = 0;
    this.countedAt = -1;
  }

  override state(): number {
    return this.count;
  }

  /** The newest count that the request still rests on, else the estimate of the request. */
  own(_step: number, h: number): number {
    const known = this.state();
    return known > 0 ? known : h;
  }

  /** First event kept of [the covered ones, end); not above the covered ones: nothing to summarise. */
  protected abstract cut(step: number, end: number): number;

  decide(step: number): void {
    this.compactTail(step, this.entriesAt(step));
  }

  /** Summarises the events before the cut of those before `end`; false if nothing changed. */
  protected compactTail(step: number, end: number): boolean {
    const cut = this.cut(step, end);
    if (cut <= this.view.covered) {
      this.note(step, 'no-op', this.#whyNothing(end));
      return false;
    }
    if (!this.summarise(step, this.headTokens(step, cut), cut)) return false;
    this.orphaned(step, cut);
    return true;
  }

  /** Why no event may be summarised, of those before `end`. */
  #whyNothing(end: number): string {
    const { profile } = this.input;
    const { covered } = this.view;
    const split = end - this.settings.retention;
    if (split <= covered) return NOTHING;
    const open = openCall(profile, covered, split, end);
    if (open === null) return JOINED;
    const when = open.never ? 'never answered' : 'not answered yet';
    return `The call in entry ${formatInteger(open.entry)} is ${when}: nothing from it on may be summarised, and nothing before it is left to be.`;
  }

  /** Says which responses of a step's request from `cut` on have their call in the summary. */
  protected orphaned(step: number, cut: number): void {
    this.reportOrphans(step, cut);
  }

  /** Puts a summary of `head` tokens in the place of the events before `covered`. */
  protected summarise(step: number, head: number, covered: number): boolean {
    const { summariser } = this.input;
    summariser.call(head, this.settings.summaryCap, 1);
    if (summariser.failed) {
      this.failed(step);
      return false;
    }
    this.putSummary(step, covered);
    return true;
  }

  /** Says what a failed summariser leads to. */
  protected failed(step: number): void {
    this.note(step, 'failure', 'The summariser failed: the request is sent unchanged.');
  }

  override after(step: number, _h: number, real: number): void {
    if (real <= 0) return;
    const [first, end] = responseOf(this.input.profile, step);
    this.count = real;
    this.countedAt = Math.max(first, end - 1);
  }
}
