/**
 * What a recording shows of an agent's threshold, and the setting that explains it where the assumed
 * one cannot. Only recorded counts are evidence: the agent's own before a compaction, the provider's
 * of a request behind which the agent went on.
 */
import { formatInteger } from '@/lib/engine/base/format';
import { oncePer } from '@/lib/engine/base/once/once-per';
import { byteAt, intAt } from '@/lib/engine/base/read';
import type { Settings } from '@/lib/engine/policy/fields';
import type { Policy } from '@/lib/engine/policy/policy';
import { isOfMostSteps } from '@/lib/engine/policy/session-settings';
import { MOST_TOKENS } from '@/lib/engine/policy/settings';
import { stepFlag, type Profile } from '@/lib/engine/tokens/profile';
import { costOf, knobRange, roundest, thresholdUnder } from './knob-range';

/** A count of tokens, recorded at or before a step. */
interface CountAt {
  readonly step: number;
  readonly tokens: number;
}

/** Counts at which an agent compacted by itself, and the greatest at which it did not. */
export interface ThresholdEvidence {
  readonly fired: readonly CountAt[];
  readonly held: CountAt | null;
}

/** A setting that a recording shows, against the assumed one. */
export interface InferredSetting {
  /** Complete: the assumed settings with the inferred one. */
  readonly settings: Settings;
  /** Step of the recorded compaction it was inferred from; null where requests alone show it. */
  readonly from: number | null;
  /** In a sentence: the setting, and the evidence. */
  readonly text: string;
}

/** Counts of a transcript miss what is not in it, so less than this share contradicts nothing. */
const SLACK = 0.02;

/** The recorded counts that a threshold must explain; compactions that a user asked for say nothing. */
export const thresholdEvidence = oncePer(evidenceOf);

function evidenceOf({ head, steps, stepCount }: Profile): ThresholdEvidence {
  const summaries = head.compactions.filter(({ kind }) => kind === 'summary');
  const fired = summaries
    // Behind a refused request it is the refusal that made it compact.
    .filter(({ trigger, step }) => trigger === 'auto' && !isRefused(steps, step - 1))
    .filter(({ step }) => isOfMostSteps(head, step))
    // The newest request is no count to go by: a large result may have come behind it.
    .flatMap(({ step, preTokens }) => (preTokens === null ? [] : [{ step, tokens: preTokens }]));
  const boundaries = new Set(head.compactions.map(({ step }) => step));
  let held: CountAt | null = null;
  for (let i = 0; i + 1 < stepCount; i++) {
    const isHeld = isAnswered(steps, i) && !boundaries.has(i + 1) && isOfMostSteps(head, i + 1);
    const tokens = isHeld ? intAt(steps.real, i) : 0;
    if (tokens > (held?.tokens ?? 0)) held = { step: i, tokens };
  }
  return { fired, held };
}

const isRefused = ({ flags }: Profile['steps'], step: number): boolean =>
  step >= 0 && (byteAt(flags, step) & stepFlag.rejected) !== 0;

/** The provider counted the request and answered it. */
const isAnswered = (steps: Profile['steps'], step: number): boolean =>
  intAt(steps.real, step) > 0 && !isRefused(steps, step);

/** A policy under the settings that are assumed for a recording, and the windows it could have had. */
export interface Assumption {
  readonly policy: Policy;
  readonly settings: Settings;
  /** `any`: whatever its user gave. */
  readonly windows: readonly number[] | 'any';
}

/**
 * The setting that explains the evidence where the assumed threshold cannot: a window of the policy's models,
 * else the simplest window or override in percent that its user can have given. All others are told by
 * `knobs`, which ranks them likewise. Null where nothing contradicts the assumption,
 * where no one setting explains all of it, and where the policy's windows are not known.
 */
export function inferSetting(
  assumed: Assumption,
  evidence: ThresholdEvidence,
): InferredSetting | null {
  const { policy, settings } = assumed;
  const least = leastFired(evidence);
  const threshold = thresholdOf(assumed, settings);
  const windows = windowsOf(assumed, evidence, least);
  const isIdle = (policy.decision?.idle?.(settings) ?? null) !== null;
  if (isIdle || windows.length === 0 || explains(threshold, evidence)) return null;
  const because = contradiction(threshold, evidence);
  const window = windows.find((one) =>
    explains(thresholdOf(assumed, { ...settings, window: one }), evidence),
  );
  if (window !== undefined) {
    const said = `a window of ${formatInteger(window)} explains it, ${formatInteger(Number(settings['window']))} was assumed`;
    return {
      settings: { ...settings, window },
      from: because.from,
      text: `${because.text}: ${said}${because.from === null ? ' (so does compaction switched off)' : ''}`,
    };
  }
  if (least === null || least.tokens <= (evidence.held?.tokens ?? 0)) return null;
  const between = { held: evidence.held, least };
  const [own] = [windowBetween(assumed, between), percentBetween(assumed, between)]
    .flatMap((one) => one ?? [])
    .sort((a, b) => costOf(a.change) - costOf(b.change));
  if (own === undefined) return null;
  return {
    settings: { ...settings, ...own.change },
    from: least.step,
    text: `${because.text}: ${own.said}`,
  };
}

const thresholdOf = ({ policy }: Assumption, settings: Settings): number =>
  thresholdUnder(policy, settings);

/** The windows to try: those of the policy's models, else the roundest one that explains the evidence. */
function windowsOf(
  { policy, settings, windows }: Assumption,
  { held }: ThresholdEvidence,
  least: CountAt | null,
): readonly number[] {
  if (windows !== 'any') return windows;
  const windowOf = (tokens: number): number | undefined =>
    policy.decision?.windowFor?.(tokens, settings);
  if (least === null || least.tokens <= (held?.tokens ?? 0)) return [];
  const most = windowOf(least.tokens);
  const fewest = held === null ? most : windowOf(held.tokens + 1);
  return most === undefined || fewest === undefined ? [] : [roundest(fewest, most)];
}

const leastFired = ({ fired }: ThresholdEvidence): CountAt | null =>
  fired.reduce<CountAt | null>(
    (least, one) => (least === null || one.tokens < least.tokens ? one : least),
    null,
  );

/** True if every compaction was at the threshold or above, and every other request below it. */
function explains(threshold: number, { fired, held }: ThresholdEvidence): boolean {
  return (
    fired.every(({ tokens }) => tokens >= threshold * (1 - SLACK)) &&
    (held === null || held.tokens < threshold * (1 + SLACK))
  );
}

/** What a recording shows against a threshold, as a sentence; null for nothing. */
export function contradictionOf(threshold: number, evidence: ThresholdEvidence): string | null {
  if (explains(threshold, evidence)) return null;
  const { text } = contradiction(threshold, evidence);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** The earliest evidence against a threshold: a compaction below it, else a request above it. */
function contradiction(
  threshold: number,
  { fired, held }: ThresholdEvidence,
): { readonly from: number | null; readonly text: string } {
  // A window below what the agent reserves leaves no threshold at all.
  const limit = formatInteger(Math.max(0, threshold));
  const low = fired.find(({ tokens }) => tokens < threshold * (1 - SLACK));
  if (low !== undefined) {
    const at = `${formatInteger(low.tokens)} tokens`;
    return {
      from: low.step,
      text: `step ${formatInteger(low.step)} compacted by itself at ${at}, below a threshold of ${limit}`,
    };
  }
  const at = `${formatInteger(held?.tokens ?? 0)} tokens at step ${formatInteger(held?.step ?? 0)}`;
  return { from: null, text: `it went on after ${at}, above a threshold of ${limit}` };
}

/** A threshold is above what held, and not above the least count at which it fired. */
interface Between {
  readonly held: CountAt | null;
  readonly least: CountAt;
}

/** The roundest window that a user can have given; moving it moves the threshold, as in the agent. */
function windowBetween({ policy, settings }: Assumption, { held, least }: Between) {
  const grid = { key: 'window', unit: 1, from: 1, to: MOST_TOKENS };
  const bounds = { above: held?.tokens ?? 0, upTo: least.tokens };
  const range = knobRange(policy, settings, grid, bounds);
  if (range === null) return null;
  const [given, from, to] = [range.roundest, range.from, range.to].map(formatInteger);
  const any = range.from === range.to ? '' : ` (any from ${from} to ${to} does)`;
  const assumed = formatInteger(Number(settings['window']));
  const said = `a window of ${given} explains it${any}, ${assumed} was assumed`;
  return { change: { window: range.roundest }, said };
}

/** The roundest override in percent of the assumed window. */
function percentBetween({ policy, settings }: Assumption, { held, least }: Between) {
  const grid = { key: 'percent', unit: 1, from: 1, to: 100 };
  const bounds = { above: held?.tokens ?? 0, upTo: least.tokens };
  const range = 'percent' in settings ? knobRange(policy, settings, grid, bounds) : null;
  if (range === null) return null;
  const any = range.from === range.to ? '' : ` (any from ${range.from} to ${range.to} does)`;
  const said = `an override of ${range.roundest} % of a window of ${formatInteger(Number(settings['window']))} explains it${any}`;
  return { change: { percent: range.roundest }, said };
}
