import { formatInteger } from '@/lib/engine/base/format';
import { byteAt, intAt, sumBetween } from '@/lib/engine/base/read';
import { firstWhere } from '@/lib/engine/base/search';
import { entryFlag } from '@/lib/engine/tokens/entry-table';
import { turnStartIn } from '@/lib/engine/mechanisms/ceiled-estimator';
import { UsageRun } from '@/lib/engine/mechanisms/last-usage';
import type { Profile } from '@/lib/engine/tokens/profile';
import type { PiSettings } from './settings';

const { response: RESPONSE, turnStart: TURN_START } = entryFlag;

/** Bytes between the two summaries of a split turn; of a history that is not there. */
const SPLIT_TURN = 39;
const NO_HISTORY = 17;
/** Most of what is reserved that a summary took in earlier versions; that of a turn's beginning. */
const CAP_SHARE = 0.8;
const TURN_CAP_SHARE = 0.5;

/** The first entry that is kept; or an empty message in front of it, the response of a failed call. */
interface Cut {
  readonly entry: number;
  readonly silent: boolean;
}

/** Entries in front of which a run ended without a response. */
function failedResponses({ steps, stepCount, entries }: Profile): ReadonlySet<number> {
  const failed = new Set<number>();
  for (let step = 0; step + 1 < stepCount; step++) {
    const entry = intAt(steps.entries, step);
    const next = intAt(steps.entries, step + 1);
    if (entry < next && (byteAt(entries.flags, entry) & TURN_START) !== 0) failed.add(entry);
  }
  return failed;
}

/** pi at work on one session. */
export class PiRun extends UsageRun<PiSettings> {
  /** Ends of the messages where the run before a step ended, and before the prompt: both its own inside a run. */
  #ended = 0;
  #prompt = 0;
  #atPrompt = false;
  /** Entries before this one have a usage, of before the last compaction too. */
  #known = 0;
  /** The newest step with usage. */
  #reported = -1;
  /** Entries in front of which a response failed: pi keeps an empty message there. */
  readonly #silent = failedResponses(this.input.profile);
  /** What is kept begins with such a message. */
  #silentFirst = false;
  /** First entry of the turn whose reached threshold is already noted. */
  #noted = -1;
  /** The threshold of the model that answered last, at the first step of another one; null elsewhere. */
  #ranUnder: number | null = null;

  /** Another model, for which pi has another window. */
  override configure(settings: PiSettings): void {
    if (this.loop.step > 0) this.#ranUnder = this.threshold;
    super.configure(settings);
  }

  override advance(end: number): void {
    const { loop } = this;
    if (this.#ranUnder !== null && loop.step < end) {
      const { trigger } = loop;
      loop.trigger = Math.min(trigger, this.#ranUnder + 1);
      super.advance(loop.step + 1);
      loop.trigger = trigger;
      this.#ranUnder = null;
    }
    super.advance(end);
  }

  override forget(): void {
    super.forget();
    this.#known = 0;
    this.#silentFirst = false;
  }

  own(step: number): number {
    this.#look(step);
    return this.#counted(step, this.#answered(step) ? this.#ended : this.#prompt);
  }

  /** Tokens that pi compares when its messages end before entry `end`. */
  #counted(step: number, end: number): number {
    const { total, until } = this.usage;
    if (!this.settings.trailing) return total;
    const { sum } = this.input.requests.estimator;
    if (total === 0) return this.#unreported(step, end);
    return total + Math.max(0, intAt(sum, end) - intAt(sum, Math.min(until, end)));
  }

  /**
   * Tokens where no usage came since the last compaction: its own count, the system prompt with it. At
   * a run's end nothing is compared if an older usage is kept, or before the first response.
   */
  #unreported(step: number, end: number): number {
    const { estimator, wrapperBytes } = this.input.requests;
    const { covered, injected, summaryBytes } = this.view;
    if (this.#atPrompt && (step === 0 || this.#known > covered)) return 0;
    const summary = injected ? estimator.text(wrapperBytes + summaryBytes) : 0;
    return estimator.prefix + summary + Math.max(0, sumBetween(estimator.sum, covered, end));
  }

  /** The response before a step came with usage. */
  #answered(step: number): boolean {
    return this.usage.total > 0 && this.#reported === step - 1;
  }

  /** Looks where the messages end at a step: where the run before ended, and before its prompt. */
  #look(step: number): void {
    const { profile } = this.input;
    const { entries, turnStart } = profile.steps;
    const n = intAt(entries, step);
    this.#ended = turnStartIn(profile, step === 0 ? 0 : intAt(entries, step - 1), n);
    this.#atPrompt = this.#ended < n;
    this.#prompt = this.#atPrompt ? intAt(turnStart, step) : n;
  }

  decide(step: number, value: number): void {
    this.#look(step);
    const { events } = this.input.notes;
    const before = events.length;
    if (this.settings.check === 'runs' && !this.#atPrompt && !this.byHand(step)) {
      this.#noteUnchecked(step);
      return;
    }
    if (this.#atPrompt && this.#compactsAfterRun(step)) return;
    if (this.#isOfRunBefore(value)) return;
    if (this.#compactAt(step, this.#prompt) || events.length > before) return;
    this.note(step, 'no-op', 'No entries before the cut: nothing is summarised.');
  }

  /**
   * At the end of a run that was not aborted pi looks first, with the window of the model that answered: true if it then compares and cuts enough. What
   * extensions say before the prompt only adds to the value: the decision is the one before the prompt.
   */
  #compactsAfterRun(step: number): boolean {
    const { head, steps } = this.input.profile;
    if (step === 0 || head.labels[intAt(steps.label, step - 1)] === 'aborted') return false;
    const enough =
      this.settings.estimator !== 'own' ||
      (this.#answered(step) && this.#ranUnder === null) ||
      this.#counted(step, this.#ended) > (this.#ranUnder ?? this.threshold);
    return enough && this.#compactAt(step, this.#ended);
  }

  /** Only the end of the run before a switch was checked with a threshold that the value is above. */
  #isOfRunBefore(value: number): boolean {
    return this.#ranUnder !== null && value > this.#ranUnder && value <= this.threshold;
  }

  /** Summarises what is before the cut of the messages before `end`; false where nothing changes. */
  #compactAt(step: number, end: number): boolean {
    const { covered } = this.view;
    const cut = this.#cut(step, covered, end);
    const before = cut.entry > covered || (this.#silentFirst && !cut.silent);
    return before && this.#compactTo(step, cut, end);
  }

  /** Puts a summary in place of what is before the cut; false where the summariser fails. */
  #compactTo(step: number, cut: Cut, end: number): boolean {
    const turn = this.#splitTurn(this.view.covered, cut);
    const passes = this.#summarise(step, turn, cut.entry);
    if (passes === 0) {
      this.note(step, 'failure', 'The summariser failed: nothing is replaced.');
      return false;
    }
    this.input.columns.summarizerContents[step] = this.contentsBefore(cut.entry);
    const { bytes: summaryBytes, tokens: summaryTokens } = this.#summary;
    const next = { covered: cut.entry, injected: true, summaryBytes, summaryTokens };
    this.compact(step, next, passes);
    this.#silentFirst = cut.silent;
    this.usage.reset();
    if (turn >= 0) this.#noteSplit(step, turn, this.tokensOf(cut.entry, end));
    this.reportOrphans(step, cut.entry);
    return true;
  }

  #noteSplit(step: number, turn: number, kept: number): void {
    const text = `The cut splits the turn that began in entry ${formatInteger(turn)}: its beginning is summarised by itself, ${formatInteger(kept)} tokens stay.`;
    this.note(step, 'split-turn', text);
  }

  #noteUnchecked(step: number): void {
    const turn = intAt(this.input.profile.steps.turnStart, step);
    if (turn === this.#noted) return;
    this.#noted = turn;
    const text = 'The threshold is reached inside a run; it is checked before the next prompt.';
    this.note(step, 'unchecked', text);
  }

  /** Where the kept messages of [from, end) begin. */
  #cut(step: number, from: number, end: number): Cut {
    const { flags } = this.input.profile.entries;
    const n = this.entriesAt(step);
    const valid = (entry: number): boolean => (byteAt(flags, entry) & RESPONSE) === 0;
    let entry = this.#reached(from, end);
    if (entry < from) return { entry: from, silent: this.#silentFirst };
    while (entry < end && !valid(entry)) {
      entry++;
      if (entry < n && this.#silent.has(entry)) return { entry, silent: true };
    }
    if (entry < end) return { entry, silent: false };
    // Results at the end are more than is to be kept: their call stays with them.
    do entry--;
    while (entry > from && !valid(entry));
    return { entry: Math.max(from, entry), silent: false };
  }

  /** The last entry of [from, end) with which enough is kept; before them for none. */
  #reached(from: number, end: number): number {
    const { sum, thoughtSum } = this.input.requests.estimator;
    const least = Math.max(1, this.settings.keep);
    const isTooFew = (entry: number): boolean =>
      sumBetween(sum, entry, end) + sumBetween(thoughtSum, entry, end) < least;
    return firstWhere(from, end, isTooFew) - 1;
  }

  /** The turn that a cut splits, by its first entry; −1 where it begins one. */
  #splitTurn(from: number, { entry: cut, silent }: Cut): number {
    const { flags } = this.input.profile.entries;
    let entry = silent ? cut - 1 : cut;
    while (entry >= from && (byteAt(flags, entry) & TURN_START) === 0) entry--;
    return entry >= from && entry < cut ? entry : -1;
  }

  #summary = { bytes: 0, tokens: -1 };

  /** Asks for one summary, or two for a split turn; the calls made, 0 where one failed. */
  #summarise(step: number, turn: number, cut: number): number {
    const { summariser } = this.input;
    const { fileBytes, summary } = this.settings;
    const head = this.headTokens(step, cut);
    // A recorded summary holds both.
    const split = turn >= 0 && summary !== 'recorded';
    const ofTurn = split ? this.tokensOf(turn, cut) : 0;
    let { bytes, tokens } = this.#standing();
    let calls = 0;
    if (!split || turn > this.view.covered || this.#silentFirst) {
      summariser.call(head - ofTurn, this.#cap(CAP_SHARE), ++calls);
      if (summariser.failed) return 0;
      ({ bytes, tokens } = summariser);
    }
    if (split) {
      summariser.call(ofTurn, this.#cap(TURN_CAP_SHARE), ++calls);
      if (summariser.failed) return 0;
      bytes += SPLIT_TURN + summariser.bytes;
      tokens = tokens >= 0 && summariser.tokens >= 0 ? tokens + summariser.tokens : -1;
    }
    this.#summary = { bytes: bytes + fileBytes, tokens: fileBytes > 0 ? -1 : tokens };
    return calls;
  }

  /** Most tokens of a summary: the model's output; in earlier versions a share of what is reserved. */
  #cap(share: number): number {
    const { maxOutput, reserve } = this.settings;
    return maxOutput > 0 ? maxOutput : Math.floor(reserve * share);
  }

  /** The history in front of a split turn where no message is new: the summary before, or a phrase. */
  #standing(): { bytes: number; tokens: number } {
    const { injected, summaryBytes, summaryTokens } = this.view;
    return injected && this.settings.check === 'turns'
      ? { bytes: summaryBytes, tokens: summaryTokens }
      : { bytes: NO_HISTORY, tokens: -1 };
  }

  override after(step: number, h: number, real: number): void {
    super.after(step, h, real);
    if (real <= 0) return;
    this.#known = this.usage.until;
    this.#reported = step;
  }
}
