/**
 * OpenHands' `LLMSummarizingCondenser`: OpenHands/software-agent-sdk,
 * openhands-sdk/openhands/sdk/context/condenser/llm_summarizing_condenser.py at c11602d1 (2026-08-13), with base.py, utils.py
 * and view/properties, all read at 611629e6.
 *
 * Before each model call events are counted: the system prompt, a message, each call and each result. Above `max_size` of
 * them (80 by `default_condenser`), or above the tokens that the model takes, the events behind the first `keep_first` become
 * one summary: down to half of `max_size`, first events and summary among it, and to half of the tokens, whichever leaves
 * less. Both ends move on to the next place that parts no call from its result. A condensation that forgets less than a
 * tenth of the events does not happen: above the events alone the request goes out as it is, above the tokens everything
 * is summarised. A user's request keeps half of the events.
 *
 * From the source, not run. Modelled: the tokens are bytes ÷ 4, where OpenHands asks LiteLLM's tokenizer; where everything is
 * summarised the replay keeps the system prompt, which OpenHands forgets too; a request that is still above is condensed at
 * the next step, where OpenHands goes on at once. Not modelled: thinking whose signature ties the calls behind it into one
 * loop; retries of the summariser with shorter events; the condensation after an overflow; version 0, which counts further
 * kinds of events. `max_size` of 240 and `keep_first` of 2 are the class's own.
 */
import { counted, formatInteger } from '@/lib/engine/base/format';
import { intAt, sumBetween } from '@/lib/engine/base/read';
import { pairSafeForward } from '@/lib/engine/mechanisms/tool-pairs';
import type { CountedReplay } from '@/lib/engine/policy/decision';
import { definePolicy, formOf, type PolicyInput } from '@/lib/engine/policy/policy';
import { promptOf } from '@/lib/engine/policy/summariser';
import { ViewRun } from '@/lib/engine/policy/view-run';
import type { Profile } from '@/lib/engine/tokens/profile';
import { referenceEstimator } from '@/lib/engine/tokens/estimator';
import { eventSums } from './events';
import { mostTokens, openhandsSettings, type OpenhandsSettings } from './settings';

const SOFT = 'It would forget too few events: nothing is condensed.';
const FAILED = 'The summariser failed, also on everything at once, which is an error.';
const ENDS =
  'The error ends the run. The recording goes on, uncondensed; each request tries again.';
const SKIPPED = 'The summariser failed: the request is sent as it is.';

/** What a request holds, in events: those in front of the cut, the summary, and the rest. */
function eventsIn(profile: Profile, entries: number, covered: number, head: number): number {
  const sums = eventSums(profile);
  return 1 + intAt(sums, head) + (covered > 0 ? 1 : 0) + sumBetween(sums, covered, entries);
}

/** Events, or tokens on the scale on which both thresholds are `maxSize`: whichever is more. */
function valueOf(events: number, tokens: number, settings: OpenhandsSettings): number {
  const most = mostTokens(settings);
  return Number.isFinite(most) && most > 0
    ? Math.max(events, Math.ceil((tokens * settings.maxSize) / most))
    : events;
}

class CondenserRun extends ViewRun<OpenhandsSettings> {
  readonly #sums = eventSums(this.input.profile);
  /** Entries that stay in front of the summary. */
  #head = 0;

  override forget(): void {
    super.forget();
    this.#keep(this.loop.step, 0);
  }

  /** Entries in front of the summary; of a recorded request, those that it kept. */
  get #front(): number {
    const { watching, requests } = this.input;
    const { covered } = this.view;
    if (watching === undefined) return this.#head;
    const view = requests.recorded.findLast(({ sent }) => sent.from === covered);
    return view?.sent.kept[0]?.[1] ?? 0;
  }

  own(step: number, tokens: number): number {
    const { profile } = this.input;
    const events = eventsIn(profile, this.entriesAt(step), this.view.covered, this.#front);
    return valueOf(events, tokens, this.settings);
  }

  decide(step: number): void {
    const { profile } = this.input;
    const { covered } = this.view;
    const { maxSize, keepFirst, progress } = this.settings;
    const entries = this.entriesAt(step);
    const front = this.#front;
    const length = eventsIn(profile, entries, covered, front);
    const tokens = this.size(step);
    const overTokens = tokens > mostTokens(this.settings);
    const asked = this.byHand(step) || (!overTokens && length <= maxSize);
    const head =
      covered > 0 ? front : this.#safe(0, entries, (entry) => this.#at(entry) >= keepFirst);
    const start = 1 + intAt(this.#sums, head);
    const half = (size: number): number => Math.floor(size / 2) - keepFirst - 1;
    const kept = Math.min(
      asked ? half(length) : Infinity,
      length > maxSize ? half(maxSize) : Infinity,
      overTokens ? this.#fitting(step, head, length - start) : Infinity,
    );
    const rest = (entry: number): number => sumBetween(this.#sums, entry, entries);
    const cut =
      kept < 0 ? head : this.#safe(Math.max(head, covered), entries, (e) => rest(e) <= kept);
    const forgotten = length - rest(cut) - start;
    const enough = kept >= 0 && forgotten > 0 && forgotten >= length * progress;
    const hard = asked || overTokens;
    if (enough && this.#condense(step, cut, head)) return;
    if (!hard) this.note(step, enough ? 'failure' : 'no-op', enough ? SKIPPED : SOFT);
    else if (!this.#condense(step, entries, 0)) this.noteFailure(step, FAILED, ENDS);
  }

  /** Place of an entry in a request of the whole log, the system prompt in front. */
  #at(entry: number): number {
    return 1 + intAt(this.#sums, entry);
  }

  /** The first place from `from` on that has what is asked and parts no call from its result; else the end. */
  #safe(from: number, entries: number, has: (entry: number) => boolean): number {
    const { profile } = this.input;
    let entry = from;
    while (entry < entries && !has(entry)) entry++;
    if (entry >= entries || entry === 0) return entry;
    const safe = pairSafeForward(profile, entry - 1, entries);
    return safe < 0 ? entries : safe;
  }

  /** Newest events of those behind the first ones that may stay where half of the tokens should be left. */
  #fitting(step: number, head: number, events: number): number {
    const entries = this.entriesAt(step);
    const { covered } = this.view;
    const { estimator } = this.input.requests;
    const front = this.tokensOf(0, head);
    let rest = this.size(step) - Math.floor(mostTokens(this.settings) / 2);
    let entry = Math.max(head, covered);
    let gone = 0;
    if (covered > 0) {
      rest -= this.size(step) - estimator.prefix - front - this.tokensOf(covered, entries);
      gone = 1;
      if (rest < 0) return events - gone;
    }
    for (; entry < entries; entry++) {
      rest -= this.tokensOf(entry, entry + 1);
      gone += sumBetween(this.#sums, entry, entry + 1);
      if (rest < 0) break;
    }
    return events - gone;
  }

  /** Puts a summary in place of what stands between the first entries and a cut; false: the call failed. */
  #condense(step: number, cut: number, head: number): boolean {
    const { summariser } = this.input;
    const given = this.headTokens(step, cut) - this.tokensOf(0, head);
    summariser.call(given, this.settings.summaryCap, 1);
    if (summariser.failed && !summariser.empty) return false;
    this.putSummary(step, cut);
    this.#keep(step, head);
    this.reportOrphans(step, cut);
    return true;
  }

  #keep(step: number, head: number): void {
    if (head > 0 || this.#head > 0) this.keepRanges(step, head > 0 ? [[0, head]] : []);
    this.#head = head;
  }
}

/** What `own` compares, from a replay. */
function countedAt(
  { profile, columns, notes }: CountedReplay,
  step: number,
  settings: OpenhandsSettings,
): number {
  const covered = intAt(columns.watermarkBefore, step);
  const kept = notes.kept.findLast((one) => one.step < step)?.ranges ?? [];
  const head = covered > 0 ? (kept[0]?.[1] ?? 0) : 0;
  const events = eventsIn(profile, intAt(profile.steps.entries, step), covered, head);
  return valueOf(events, intAt(columns.heuristic, step), settings);
}

/** OpenHands with its default condenser. */
export const openhands = definePolicy({
  id: 'openhands',
  label: 'OpenHands',
  provenance: {
    system: 'OpenHands',
    repository: 'github.com/OpenHands/software-agent-sdk',
    path: 'openhands-sdk/openhands/sdk/context/condenser/llm_summarizing_condenser.py',
    version: 'c11602d1 (2026-08-13)',
    basis: 'documented',
  },
  decision: {
    relation: '>',
    unit: 'items',
    counted: countedAt,
    thresholdRule: 'threshold = maxSize',
    threshold: ({ maxSize }) => maxSize,
    most: mostTokens,
    thresholdFormula: ({ maxSize }) => counted(maxSize, 'event'),
    path: () => [],
    value: [],
    count: 'events of the request',
    countUnder: (settings) => {
      const most = mostTokens(settings);
      return Number.isFinite(most)
        ? `events of the request, or its tokens × ${formatInteger(settings.maxSize)} ÷ ${formatInteger(most)} where that is more`
        : 'events of the request';
    },
    ownCount: true,
  },
  traits: { keepsTail: true, summariserCache: 'unshared' },
  recordings: { format: /^openhands-/ },
  summariser: promptOf({
    source: 'prompts/summarizing_prompt.j2, each event as its text',
    sections: [
      'USER_CONTEXT',
      'TASK_TRACKING',
      'COMPLETED',
      'PENDING',
      'CURRENT_STATE',
      'CODE_STATE',
      'TESTS',
      'CHANGES',
      'DEPS',
      'VERSION_CONTROL_STATUS',
    ],
  }),
  settings: openhandsSettings,
  presets: [
    { id: 'reference', label: 'default_condenser: above 80 events', settings: {} },
    {
      id: 'class',
      label: 'The class’s own: above 240 events, 2 kept',
      settings: { maxSize: 240, keepFirst: 2 },
    },
    {
      id: 'events',
      label: 'Before 2026-08-13: events alone',
      settings: { modelLimit: false },
      provenance: { version: 'before c11602d1 (2026-08-13)', basis: 'documented' },
    },
  ],
  form: formOf(referenceEstimator),
  begin: (chosen, input: PolicyInput) => new CondenserRun(chosen, input),
});
