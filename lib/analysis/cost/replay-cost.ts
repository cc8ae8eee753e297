import { byteAt, floatAt, intAt } from '@/lib/engine/base/read';
import { mark } from '@/lib/engine/replay/prepare';
import { recordedViews, type RecordedView } from '@/lib/engine/replay/recorded-view';
import type { Replay } from '@/lib/engine/replay/replay';
import { isProjected, realAsked } from '@/lib/analysis/explain/step-events';
import type { BackgroundCompaction } from '@/lib/engine/policy/notes';
import type { SummariserCache } from '@/lib/engine/policy/policy';
import { breakEven, type BreakEven } from './break-even';
import type { CacheSettings } from './cache-evidence';
import { cachedPrompts, type CachedPrompts } from './cache-model';
import { addedDollars } from './added-calls';
import { addCost, callCost, noCost, predictedTokens, type CallCost } from './call-cost';
import { modelAt, type RatesOf } from './recorded-bill';
import type { Rates } from './rates';
import { sizedOutputs } from './sized-output';

/** A compaction of a replay and its price. */
export interface CompactionCost extends BreakEven {
  readonly step: number;
  /** Real tokens of the request without it and with it. */
  readonly before: number;
  readonly after: number;
  readonly prefix: number;
  readonly summary: number;
  /** Calls of the summariser. */
  readonly calls: number;
  /** The cache had nothing to read. */
  readonly cold: boolean;
  /** Milliseconds since the request before, which the cache outlives or not; null where untold. */
  readonly gap: number | null;
  /** Later steps until the next compaction, or the end. */
  readonly lasted: number;
  /** It paid for itself before the next one. */
  readonly paid: boolean;
}

/** What a replay is predicted to cost: every step modelled, so that replays can be compared. */
export interface ReplayCost {
  readonly calls: CallCost;
  readonly summariser: number;
  /** Of calls that the policy makes and the recording lacks. */
  readonly added: number;
  readonly total: number;
  /** Dollars of each step, its summariser's and added calls included; NaN where its model has no price. */
  readonly steps: Float64Array;
  readonly prompts: CachedPrompts;
  readonly compactions: readonly CompactionCost[];
  readonly unpriced: number;
  /** Steps whose response nobody counted: it costs nothing here. */
  readonly unanswered: number;
  /** Steps whose request nobody measured. */
  readonly projected: number;
}

/** How a replay is priced. */
export interface CostSettings {
  readonly ratesOf: RatesOf;
  readonly cache: CacheSettings;
  readonly summariser: SummariserCache;
}

/** Rates of an agent that uses no cache: every prompt token is input. */
export const uncached = ({ input, output }: Rates): Rates => {
  return { input, output, cacheRead: null, cacheWrite: null, cacheWriteHour: null };
};

/** The recording's own compaction at a step that a replay makes too; undefined where it makes another or none. */
function recordedAt(replay: Replay, step: number): RecordedView | undefined {
  if (byteAt(replay.columns.reproduced, step) === 0) return undefined;
  return recordedViews(replay.session.profile).findLast((view) => view.step === step);
}

/** Real tokens of the summary that a step's compaction wrote. */
export function summaryTokens(
  { columns, session }: Replay,
  step: number,
  own?: RecordedView,
): number {
  const tokens = own === undefined ? intAt(columns.summaryTokens, step) : -1;
  if (tokens >= 0) return tokens;
  const bytes = own?.summaryBytes ?? intAt(columns.summaryBytes, step);
  return Math.round((session.projection.density.value * bytes) / 4);
}

/** Calls of the summariser: one for a recorded summary, none for a recorded elision. */
function callsOf({ columns }: Replay, step: number, own?: RecordedView): number {
  if (own === undefined) return intAt(columns.attempts, step);
  return own.summarised && own.since === step - 1 ? 1 : 0;
}

/** Prices every step of a replay, and each of its compactions. */
export function replayCost(replay: Replay, settings: CostSettings): ReplayCost {
  const { columns, marks, session } = replay;
  const { profile } = session;
  const prompts = cachedPrompts(replay, settings.cache);
  const outputs = sizedOutputs(session).tokens;
  const steps = new Float64Array(profile.stepCount).fill(NaN);
  const compactions: CompactionCost[] = [];
  let calls = noCost;
  let [summariser, added, total, unpriced, unanswered, projected] = [0, 0, 0, 0, 0, 0];
  for (let step = session.countedFrom ?? 0; step < profile.stepCount; step++) {
    if (isProjected(replay, step)) projected++;
    const rates = settings.ratesOf(modelAt(profile, step));
    if (rates === null) {
      unpriced++;
      continue;
    }
    const refused = (byteAt(marks, step) & mark.overflow) !== 0;
    const output = intAt(outputs, step);
    if (output < 0) unanswered++;
    const prompt = refused ? 0 : floatAt(columns.real, step);
    const read = Math.min(prompt, floatAt(prompts.read, step));
    const tokens = predictedTokens(prompt, read, refused ? 0 : Math.max(0, output), {
      ...settings.cache,
      rates,
    });
    const one = callCost(tokens, rates);
    calls = addCost(calls, one);
    const compaction = compactionCost(replay, step, { settings, rates, prompts });
    const own = compaction === null ? 0 : compaction.summariser;
    if (compaction !== null) compactions.push(compaction);
    summariser += own;
    // A summariser beside the agent is called, and charged, where its compaction starts.
    const more = addedDollars(replay, step, rates, settings.cache);
    added += more;
    steps[step] = one.total + more;
    const start = callStep(replay, step);
    const called = Number.isNaN(floatAt(steps, start)) ? step : start;
    steps[called] = floatAt(steps, called) + own;
    total += one.total + own + more;
  }
  const ended = compactions.map((one, index) => lasting(one, compactions[index + 1], profile));
  const counts = { unpriced, unanswered, projected };
  return { calls, summariser, added, total, steps, prompts, compactions: ended, ...counts };
}

/** The step whose request goes out while the summariser of a step's compaction begins: its own, or an earlier one. */
const callStep = (replay: Replay, step: number): number => landedAt(replay, step)?.start ?? step;

/** The compaction beside the agent that lands at a step; undefined for none. */
const landedAt = ({ notes }: Replay, step: number): BackgroundCompaction | undefined =>
  notes.background.find(({ end }) => end === step);

type Unended = Omit<CompactionCost, 'lasted' | 'paid'>;

const lasting = (
  one: Unended,
  next: Unended | undefined,
  { stepCount }: { readonly stepCount: number },
): CompactionCost => {
  const lasted = (next?.step ?? stepCount) - one.step - 1;
  return { ...one, lasted, paid: one.steps !== null && one.steps <= lasted };
};

/** The price of the compaction at a step; null where there is none. */
export function compactionCost(
  replay: Replay,
  step: number,
  of: { settings: CostSettings; rates: Rates; prompts: CachedPrompts },
): CompactionCost | null {
  const { columns, session } = replay;
  if (columns.compacted[step] !== 1) return null;
  const before = realAsked(replay, step);
  // A recording that begins with a compaction does not say what it replaced.
  if (before <= 0) return null;
  const own = recordedAt(replay, step);
  const after = floatAt(columns.real, step);
  const summary = summaryTokens(replay, step, own);
  const prefix = Math.min(after, Math.round(session.projection.prefix));
  const cold = of.prompts.cold[step] === 1;
  const cache = of.settings.summariser;
  // Beside the whole request, or what leaves it: without the prefix, which is the agent's own.
  const asked = landedAt(replay, step);
  const whole = asked?.real ?? before;
  const given = cache === 'shared' ? whole : Math.max(0, before - (after - summary));
  const { used, hour } = of.settings.cache;
  const tokens = { before, after, prefix, given, instruction: 0, summary, cold, hour };
  const one = breakEven(tokens, cache, used ? of.rates : uncached(of.rates));
  const calls = callsOf(replay, step, own);
  const summariser = one.summariser * calls;
  const cost = summariser + one.rewrite;
  const evens = one.saving > 0 ? Math.max(0, cost / one.saving) : cost <= 0 ? 0 : null;
  const gap = floatAt(of.prompts.gap, step);
  const cause = { cold, gap: Number.isNaN(gap) ? null : gap };
  const place = { step, before, after, prefix, summary, calls, ...cause };
  return { ...one, ...place, summariser, steps: evens, lasted: 0, paid: false };
}
