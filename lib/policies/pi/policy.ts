/**
 * pi's automatic compaction. badlogic/pi-mono (now earendil-works/pi), packages/coding-agent/src/core/
 * compaction/compaction.ts at 2e5a972a and 83378aa; npm 1.5.2; policies.md §10.
 *
 * Between the turns of a run and before a prompt: tokens of the last usage (total, else the sum of its
 * parts) + ⌈chars / 4⌉ of the messages behind it, above window − 16,384, compact. Kept are at least
 * 20,000 tokens back from the end, to the nearest message at or after that which is no tool result; if
 * none is, the first message, so nothing is summarised. A cut inside a user's turn makes a second
 * summary, of that turn's beginning. Usage from before the last compaction is ignored.
 *
 * Earlier versions looked at the usage alone: at the end of a run (2026-03), or after each response
 * (2025-12), where compacting ended the run. Bytes replace chars. File lists behind the summary have
 * a size of their own. Not modelled: one compaction and retry after an overflow; a failed summary
 * leaves everything as it is.
 */
import * as z from 'zod';
import { formatInteger } from '@/lib/base/format';
import { byteAt, intAt, sumBetween } from '@/lib/base/read';
import { entryFlag } from '@/lib/tokens/entry-table';
import type { Profile } from '@/lib/tokens/profile';
import { ceiledEstimator, entryCost, turnStartIn } from '../mechanisms/ceiled-estimator';
import {
  calibrationSettings,
  estimatorSettings,
  imageSettings,
  imageTokensSetting,
} from '../mechanisms/estimate';
import { LastUsage } from '../mechanisms/last-usage';
import { reportOrphans } from '../mechanisms/tool-pairs';
import { ViewRun } from '../contract/view-run';
import { grownForm, heuristicForm, lastRealForm } from '../contract/decision';
import { definePolicy, type PolicyInput, type RequestForm } from '../contract/policy';
import { measuredSummarySettings } from '../contract/summary';
import { observedSetting, tokens, windowSetting } from '../contract/settings';

const { response: RESPONSE, turnStart: TURN_START } = entryFlag;

/** Bytes around a summary; between the two of a split turn; of a history that is not there. */
const SUMMARY_WRAPPER = 107;
const SPLIT_TURN = 39;
const NO_HISTORY = 17;
/** An image counts 4,800 chars. */
const IMAGE = 1_200;
/** Most of the reserve that a summary may take; for the beginning of a turn. */
const CAP_SHARE = 0.8;
const TURN_CAP_SHARE = 0.5;

const settings = z.strictObject({
  window: windowSetting(),
  reserve: tokens.default(16_384).meta({
    label: 'Reserved',
    unit: 'tokens',
    description: 'reserveTokens',
  }),
  keep: tokens.default(20_000).meta({
    label: 'Kept at least',
    unit: 'tokens',
    description: 'keepRecentTokens',
  }),
  enabled: z.boolean().default(true).meta({ label: 'Compacts automatically' }),
  check: z.enum(['turns', 'runs']).default('turns').meta({
    label: 'Checks',
    description: 'turns: before every request · runs: before a user’s prompt only',
  }),
  trailing: z.boolean().default(true).meta({
    label: 'Counts what came since',
    description: 'Adds bytes ÷ 4 of the messages behind the last usage',
  }),
  fileBytes: z.int().min(0).max(1_000_000).default(0).meta({
    label: 'File lists behind the summary',
    unit: 'bytes',
  }),
  observed: observedSetting,
  ...measuredSummarySettings.shape,
  ...estimatorSettings,
  ...imageSettings('flat'),
  imageTokens: imageTokensSetting(IMAGE, '4,800 chars ÷ 4'),
  ...calibrationSettings,
});
type PiSettings = z.infer<typeof settings>;

class PiRun extends ViewRun<PiSettings> {
  override readonly hooks = true;
  readonly #usage: LastUsage;
  /** First entry of the turn whose reached threshold is already noted. */
  #noted = -1;

  constructor(chosen: PiSettings, input: PolicyInput) {
    super(chosen, input);
    this.#usage = new LastUsage(input);
  }

  override forget(): void {
    super.forget();
    this.#usage.reset();
  }

  override state(): number {
    return this.#usage.total;
  }

  protected own(step: number): number {
    const { total, until } = this.#usage;
    if (total === 0 || !this.settings.trailing) return total;
    const { sum } = this.input.requests.estimator;
    const end = this.#checked(step);
    return total + Math.max(0, intAt(sum, end) - intAt(sum, Math.min(until, end)));
  }

  /** End of the messages when the step is decided: before a new prompt of the user's. */
  #checked(step: number): number {
    const { profile } = this.input;
    const { entries } = profile.steps;
    const from = step === 0 ? 0 : intAt(entries, step - 1);
    return turnStartIn(profile, from, intAt(entries, step));
  }

  decide(step: number): void {
    const { profile, requests, columns: out } = this.input;
    const n = intAt(profile.steps.entries, step);
    const end = this.#checked(step);
    if (this.settings.check === 'runs' && end === n) {
      this.#noteUnchecked(step);
      return;
    }
    const { covered } = this.view;
    const cut = this.#cut(covered, end);
    if (cut <= covered) {
      this.note(step, 'no-op', 'No entries before the cut: nothing is summarised.');
      return;
    }
    const turn = this.#splitTurn(covered, cut);
    const lead = this.view.injected ? 1 : 0;
    const passes = this.#summarise(step, turn, cut);
    if (passes === 0) {
      this.note(step, 'failure', 'The summariser failed: nothing is replaced.');
      return;
    }
    out.summarizerContents[step] = lead + cut - covered;
    const { bytes, tokens: known } = this.#summary;
    this.compact(
      step,
      { covered: cut, injected: true, summaryBytes: bytes, summaryTokens: known },
      passes,
    );
    this.#usage.reset();
    this.follow(step);
    if (turn >= 0) {
      const kept = intAt(requests.estimator.sum, end);
      const text = `The cut splits the turn that began in entry ${formatInteger(turn)}: its beginning is summarised by itself, ${formatInteger(kept - intAt(requests.estimator.sum, cut))} tokens stay.`;
      this.note(step, 'split-turn', text);
    }
    reportOrphans(profile, { split: cut, end: n, step }, this.input.notes.events);
  }

  #noteUnchecked(step: number): void {
    const turn = intAt(this.input.profile.steps.turnStart, step);
    if (turn === this.#noted) return;
    this.#noted = turn;
    const text = 'The threshold is reached inside a run; it is checked before the next prompt.';
    this.note(step, 'unchecked', text);
  }

  /** First message kept of [from, end). */
  #cut(from: number, end: number): number {
    const { flags } = this.input.profile.entries;
    const { estimator } = this.input.requests;
    const valid = (entry: number): boolean => (byteAt(flags, entry) & RESPONSE) === 0;
    let first = from;
    while (first < end && !valid(first)) first++;
    if (first === end) return from;
    let kept = 0;
    for (let entry = end - 1; entry >= from; entry--) {
      kept += entryCost(estimator, entry);
      if (kept < this.settings.keep) continue;
      let cut = entry;
      while (cut < end && !valid(cut)) cut++;
      return cut < end ? cut : first;
    }
    return first;
  }

  /** The turn that a cut splits, by its first entry; −1 where it begins one. */
  #splitTurn(from: number, cut: number): number {
    const { flags } = this.input.profile.entries;
    let entry = cut;
    while (entry >= from && (byteAt(flags, entry) & TURN_START) === 0) entry--;
    return entry >= from && entry < cut ? entry : -1;
  }

  #summary = { bytes: 0, tokens: -1 };

  /** Asks for one summary, or two for a split turn; the calls made, 0 where one failed. */
  #summarise(step: number, turn: number, cut: number): number {
    const { summariser, requests, profile } = this.input;
    const { reserve, fileBytes, summary } = this.settings;
    const { sum, prefix } = requests.estimator;
    const n = intAt(profile.steps.entries, step);
    const head = this.size(step) - prefix - sumBetween(sum, cut, n);
    // A recorded summary holds both.
    const split = turn >= 0 && summary !== 'recorded' ? sumBetween(sum, turn, cut) : 0;
    const history = head - split > 0 || split === 0;
    let bytes = fileBytes;
    let known = -1;
    let calls = 0;
    if (history) {
      summariser.call(head - split, Math.floor(reserve * CAP_SHARE), ++calls);
      if (summariser.failed) return 0;
      bytes += summariser.bytes;
      known = summariser.tokens;
    } else bytes += NO_HISTORY;
    if (split > 0) {
      summariser.call(split, Math.floor(reserve * TURN_CAP_SHARE), ++calls);
      if (summariser.failed) return 0;
      bytes += SPLIT_TURN + summariser.bytes;
      known = known >= 0 && summariser.tokens >= 0 ? known + summariser.tokens : -1;
    }
    this.#summary = { bytes, tokens: fileBytes > 0 ? -1 : known };
    return calls;
  }

  override after(step: number, _h: number, real: number): void {
    if (real > 0) this.#usage.observe(step, real);
  }
}

const form = (chosen: PiSettings, profile: Profile, prefixTokens: number): RequestForm => ({
  estimator: ceiledEstimator(profile, {
    id: `pi:${chosen.images === 'flat' ? chosen.imageTokens : 'bytes'}`,
    label: 'bytes ÷ 4 rounded up',
    prefix: prefixTokens,
    image: chosen.images === 'flat' ? chosen.imageTokens : 'bytes',
    message: 0,
    call: 0,
    response: 0,
  }),
  wrapperBytes: SUMMARY_WRAPPER,
});

/** pi, the coding agent. */
export const pi = definePolicy({
  id: 'pi',
  label: 'pi',
  provenance: {
    system: 'pi',
    repository: 'github.com/earendil-works/pi',
    path: 'packages/coding-agent/src/core/compaction/compaction.ts',
    version: '2e5a972a, npm 1.5.2 (2026-11-10)',
    basis: 'documented',
  },
  decision: {
    relation: '>',
    unit: 'tokens',
    threshold: ({ window, reserve, enabled, observed }) => {
      if (!enabled) return Infinity;
      return observed > 0 ? observed - 1 : Math.max(0, window - reserve);
    },
    path: () => ['window', 'reserve'],
    value: [lastRealForm('prompt + response of the last usage'), heuristicForm, grownForm],
    lastReal: 'Last total tokens',
  },
  writes: 'pi',
  traits: {},
  recordings: { format: /^pi$/ },
  settings,
  presets: [
    { id: 'reference', label: '1.5.2: before every request', settings: {} },
    {
      id: '2026-03',
      label: '2026-03: before a prompt only',
      settings: { check: 'runs', trailing: false },
      provenance: { version: 'badlogic/pi-mono 83378aa (2026-03-15)', basis: 'documented' },
    },
    {
      id: '2025-12',
      label: '2025-12: by the usage alone',
      settings: { trailing: false },
      provenance: {
        version: 'badlogic/pi-mono, 2025-12',
        basis: 'reconstructed',
        note: 'From a recorded session that was compacted right after a response that called a tool; the run ended there.',
      },
    },
  ],
  form,
  begin: (chosen, input) => new PiRun(chosen, input),
});
