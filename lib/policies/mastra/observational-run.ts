/** Mastra's observational memory at work; `observational.ts` says what it does. */
import { formatInteger } from '@/lib/engine/base/format';
import { intAt } from '@/lib/engine/base/read';
import { ViewRun } from '@/lib/engine/policy/view-run';
import { activated, type Buffer } from './buffers';
import { Observations } from './observations';
import type { ObservationalSettings } from './observational-settings';
import { StoredList, storedMessages } from './stored-messages';

/** From the threshold less so many intervals on, buffers begin after half an interval. */
const RAMP = 1.1;
/** Tokens of the answer that is stored, empty, before an observer at the beginning of a turn. */
const EMPTY_ANSWER = 6;

const BUFFER_FAILED = 'An observer failed: it leaves no buffer.';
const FAILED = 'The observer failed, which is an error.';
const ENDS = 'The error ends the run. The recording goes on, unobserved; each request tries again.';

/** Mastra's observational memory on one session. */
export class ObservationalRun extends ViewRun<ObservationalSettings> {
  readonly #messages = storedMessages(this.input.profile);
  #list = this.#unsealed();
  /** Entries before this one are in observations; some of them may still be sent. */
  #observed = 0;
  #buffers: Buffer[] = [];
  /** Count at which the newest buffer began, within its turn; 0 behind an activation. */
  #boundary = 0;
  /** What stands for it from the next turn on: the tokens of that buffer. */
  #buffered = 0;
  /** Tokens that no observation holds, before anything is done about them. */
  #counted = 0;
  /** What is stored as the count of the request before. */
  #stored = 0;
  /** Entries before this one were observed when an observer last read all of them at once. */
  #readWhole = 0;
  /** Entry of the answer on which an observation was marked; −1 for none. */
  #marked = -1;
  readonly #observations = new Observations(this.input);

  #unsealed(): StoredList {
    return new StoredList(this.input.profile, this.input.requests.estimator);
  }

  override forget(): void {
    super.forget();
    this.#list = this.#unsealed();
    this.#observed = 0;
    this.#buffers = [];
    this.#boundary = 0;
    this.#buffered = 0;
    this.#stored = 0;
    this.#readWhole = 0;
    this.#marked = -1;
    this.#observations.forget();
  }

  get #interval(): number {
    return Math.round(this.settings.messageTokens * this.settings.bufferShare);
  }

  /** Tokens that should stay: all of them may go where there are no buffers. */
  get #floor(): number {
    const share = this.#interval > 0 ? 1 - this.settings.activation : 0;
    return this.settings.messageTokens * share;
  }

  override before(step: number): void {
    const entries = this.entriesAt(step);
    const turn = this.#turnBegins(entries);
    if (turn) this.#boundary = this.#buffered;
    this.#list.grow(entries);
    const pending = this.#list.count(this.#observed);
    this.#counted = pending;
    if (turn || pending < this.threshold) this.#dropObserved(step);
    if (pending >= this.threshold) return;
    this.#buffer(step, pending);
    this.#stored = turn ? pending : this.#list.count(this.#observed);
  }

  own(): number {
    return this.#counted;
  }

  #turnBegins(entries: number): boolean {
    return entries > 0 && this.#messages.asks[entries - 1] === 1;
  }

  /** What is observed is not sent any more, though an activation may have kept it for its own request. */
  #dropObserved(step: number): void {
    const { view } = this;
    if (!this.#keepNone(step) && view.covered === this.#observed) return;
    const { summaryBytes, summaryTokens, injected } = view;
    const { summarised } = this.loop;
    const next = { covered: this.#observed, injected, summaryBytes, summaryTokens };
    this.loop.replace(next, view.since);
    this.loop.summarised = summarised;
  }

  /** No entry before the observed ones is sent any more; false where none was. */
  #keepNone(step: number): boolean {
    const { kept } = this.input.notes;
    // Of an empty list an item before its first is slow to miss.
    if (kept.length === 0 || kept[kept.length - 1]?.ranges.length === 0) return false;
    kept.push({ step, ranges: [] });
    return true;
  }

  /** An observer begins beside the agent where a further interval has passed. */
  #buffer(step: number, pending: number): void {
    const interval = this.#interval;
    if (interval <= 0) return;
    const each = pending >= this.threshold - interval * RAMP ? interval / 2 : interval;
    if (Math.floor(pending / each) <= Math.floor(this.#boundary / each)) return;
    this.#boundary = pending;
    this.#buffered = pending;
    const entries = this.entriesAt(step);
    const from = this.#buffers.at(-1)?.end ?? this.#observed;
    this.#list.seal();
    const tokens = this.#list.count(from);
    if (tokens === 0 || tokens < interval / 2) return;
    const written = this.#observations.written(tokens, this.settings.summaryCap);
    if (written === null) {
      this.note(step, 'failure', BUFFER_FAILED);
      return;
    }
    this.#buffers.push({ end: entries, tokens, ...written });
    this.#boundary = Math.max(pending, tokens);
    this.#buffered = tokens;
  }

  decide(step: number): void {
    const entries = this.entriesAt(step);
    const turn = this.#turnBegins(entries);
    if (turn && this.#buffers.length > 0) {
      this.asks('compacts');
      this.#activate(step);
      this.#send(step, this.#observed, []);
    }
    const before = this.#observed;
    const pending = this.#list.count(before);
    if (pending < this.threshold && this.input.columns.compacted[step] === 1) {
      this.#buffer(step, pending);
    } else if (this.#buffers.length > 0) {
      this.asks('compacts');
      this.#activate(step);
      this.#cleanUp(step, turn, before);
    } else if (!this.#observe(step, pending)) return;
    else {
      this.#cleanUp(step, turn, this.#readWhole === before ? this.view.covered : before);
      this.#readWhole = this.#observed;
      if (turn) this.#marked = entries;
      else this.#list.seal();
    }
    this.#stored = this.#list.count(this.#observed);
  }

  /** The oldest buffers become observations. */
  #activate(step: number): void {
    const { blockAfter, messageTokens } = this.settings;
    const pending = this.#stored || this.#buffers.reduce((sum, { tokens }) => sum + tokens, 0);
    const force = pending >= Math.round(messageTokens * blockAfter);
    const count = activated(this.#buffers, { pending, floor: this.#floor, force });
    const taken = this.#buffers.splice(0, count);
    let tokens = 0;
    for (const buffer of taken) {
      tokens += buffer.tokens;
      this.#observed = buffer.end;
      this.#observations.add(buffer);
    }
    this.#stored = Math.max(0, this.#stored - tokens);
    this.#boundary = 0;
    this.#buffered = 0;
    this.#reflect(step);
    this.#attempts(step, count);
  }

  /** An observer reads all that no observation holds; false where it failed. */
  #observe(step: number, pending: number): boolean {
    const written = this.#observations.written(pending, this.settings.summaryCap);
    if (written === null) {
      this.noteFailure(step, FAILED, ENDS);
      return false;
    }
    this.#observations.add(written);
    this.#observed = this.entriesAt(step);
    this.#boundary = 0;
    this.#buffered = 0;
    this.#reflect(step);
    this.#attempts(step, 1);
    return true;
  }

  #attempts(step: number, calls: number): void {
    const { attempts } = this.input.columns;
    attempts[step] = intAt(attempts, step) + calls;
  }

  #reflect(step: number): void {
    const { observationTokens, summaryCap } = this.settings;
    const made = this.#observations.reflect(observationTokens, {
      cap: summaryCap,
      beside: this.#interval > 0,
    });
    if (made === null) return;
    const { held, replaced, left } = made;
    const [all, oldest, now] = [held, replaced, left].map(formatInteger);
    const text = `Of ${all} tokens of observations the oldest ${oldest} become a reflection: ${now} are left.`;
    this.note(step, 'prune', text);
    this.#attempts(step, 1);
  }

  /**
   * The messages from `first` on that are observed leave, the oldest first, while what should stay is left. Those before
   * it that an earlier request of the turn has kept stay: only messages that are observed now may leave now.
   */
  #cleanUp(step: number, turn: boolean, first: number): void {
    const entries = this.entriesAt(step);
    const floor = this.#floor;
    const stays = this.view.covered;
    const kept = turn ? [] : [...(this.input.notes.kept.at(-1)?.ranges ?? [])];
    if (stays < first) kept.push([stays, first]);
    let covered = first;
    let left = this.#list.count(first) + (turn ? EMPTY_ANSWER : 0);
    for (const [from, to] of kept) left += this.#list.between(from, to);
    for (let from = first; from < this.#observed; from = covered) {
      const { to, tokens } = this.#list.piece(from);
      if (turn && to === entries) break;
      if (turn && from === this.#marked) kept.push([from, to]);
      else {
        // Of a list without a message nothing is counted.
        const rest = to === entries && kept.length === 0 && !turn ? 0 : left - tokens;
        if (rest < floor) break;
        left = rest;
      }
      covered = to;
    }
    if (kept.at(-1)?.[1] === covered) covered = kept.pop()?.[0] ?? covered;
    this.#send(step, covered, kept);
  }

  /** The request holds the observations, the entries from `covered` on, and those kept before them. */
  #send(step: number, covered: number, kept: readonly (readonly [number, number])[]): void {
    const { covered: before, injected } = this.view;
    const contents = this.entriesAt(step) - before + (injected ? 1 : 0);
    this.input.columns.summarizerContents[step] = contents;
    const { bytes: summaryBytes, real: summaryTokens } = this.#observations;
    this.compact(step, { covered, injected: true, summaryBytes, summaryTokens }, 0);
    this.loop.summarised = Math.max(covered, this.#observed);
    if (kept.length === 0) this.#keepNone(step);
    else this.keepRanges(step, kept);
  }
}
