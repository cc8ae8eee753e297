import { oncePer } from '@/lib/engine/base/once/once-per';
import { intAt, numberAt } from '@/lib/engine/base/read';
import { summaryEntryTokens } from '@/lib/engine/mechanisms/summary-text';
import { densityOf } from './density';
import { backOf, errorBandOf, growthOf } from './error-band';
import type { Spread } from '@/lib/engine/sizes/size-table';
import { quarterFloor } from '@/lib/engine/tokens/estimator';
import type { Profile } from '@/lib/engine/tokens/profile';
import { mark } from '../prepare';
import type { Replay } from '../replay';

/** Lower and upper real tokens per step; both equal to `real` if nothing is projected. */
interface Band {
  readonly low: Float64Array;
  readonly high: Float64Array;
}

/** Share of its cap that the shortest summary is assumed to have, where none was ever recorded. */
export const LEAST_OF_CAP = 0.1;

/**
 * Factors on the distances from a session's density to its p10 and p90, for the entries that a compaction with a
 * summary of a given size leaves: each has a share of its step's growth, and so no band by itself. Joined with the
 * other parts they hold 79 % of 160 requests of real programs (pi, Codex and OpenCode, the even seeds of
 * `lib/conformance`, which they were chosen on) and 81 % of the 99 of the odd ones.
 */
const STAYS = { low: 0.65, high: 0.3 };

/** Lower and upper real tokens of one step. */
type StepBand = (step: number) => { readonly low: number; readonly high: number };

/**
 * The projection's joint uncertainty. Parts that are sized by density carry its p10 and p90: entries
 * without a group, thoughts, summaries, added texts. Behind a compaction whose sizes were measured stands
 * what such projections were off by, for all that it sent; density counts for what came since. Behind one with a
 * summary of a given size, the entries that stay vary by {@link STAYS}. Where only what came back was measured, its spread joins in; a
 * summary assumed to reach its cap may be a tenth of it. The parts vary apart from
 * each other, so their distances add up as squares. A rejoined request is the recorded one but for its
 * summary: only that varies, and by density only as far as it is not the recorded one.
 * With `only`, just those steps have a band: a chart of 100,000 steps draws some hundred.
 */
export function bandOf(replay: Replay, only?: readonly number[]): Band {
  const { columns, session } = replay;
  const low = columns.real.slice();
  const high = columns.real.slice();
  const at = stepBand(replay);
  for (let k = 0; k < (only?.length ?? session.profile.stepCount); k++) {
    const step = only?.[k] ?? k;
    const band = at(step);
    low[step] = band.low;
    high[step] = band.high;
  }
  return { low, high };
}

/** The band of one step; see {@link bandOf}. */
export const bandAt = (replay: Replay, step: number): ReturnType<StepBand> =>
  stepBand(replay)(step);

const NONE: readonly Omit<Spread, 'n'>[] = [];

const contents = oncePer(({ entries }: Profile) => ({
  inline: entries.inlines.some((count) => count > 0),
}));

/** What the bands of a replay's steps have in common is found once; a ledger asks step by step. */
const stepBand = oncePer((replay: Replay): StepBand => {
  const { session, columns, marks } = replay;
  const { profile, projection } = session;
  const { byDensity, densities, density: text } = projection;
  const measured = measuredParts(replay);
  const summaryOnly = summaryPart(replay);
  const differences = summaryDifferences(replay);
  const errors = errorBandOf(replay);
  const spread = growthOf(replay);
  const back = measuredBack(replay)?.value ?? 0;
  const { inline } = contents(profile);
  const newest = newestCompaction(replay);
  let offOf = -1;
  let off = NONE;
  return (i) => {
    const real = columns.real[i] ?? NaN;
    // Marks 1 and 2: diverged or unreported; a recorded number has no band.
    if (profile.steps.ratio || ((marks[i] ?? 0) & 3) === 0) return { low: real, high: real };
    const compacted = newest(i);
    const n = profile.steps.entries[i] ?? 0;
    const injected = columns.injected[i] === 1;
    const capped = injected ? (columns.summaryTokens[i] ?? -1) : -1;
    const summary = !injected
      ? 0
      : summaryEntryTokens(capped >= 0 ? 0 : (columns.summaryBytes[i] ?? 0));
    const difference = differences.get(i);
    const byErrors = injected && difference === undefined && errors !== null;
    if (byErrors && offOf !== compacted) {
      offOf = compacted;
      off = [errors(columns.real[compacted] ?? 0)];
    }
    const from = byErrors ? (profile.steps.entries[compacted] ?? 0) : (columns.covered[i] ?? 0);
    const entries = difference === undefined ? (byDensity[n] ?? 0) - (byDensity[from] ?? 0) : 0;
    const texts = byErrors ? 0 : (difference ?? summary + (columns.addedTokens[i] ?? 0));
    const density = densityOf(profile, densities, i);
    const some = difference === undefined ? measured : summaryOnly;
    const parts = !injected ? NONE : byErrors ? off : some;
    const assumed = capped > 0 ? capped * (1 - LEAST_OF_CAP) : 0;
    const belowDensity =
      spread * (density.value - density.low) * entries + (text.value - text.low) * texts;
    const aboveDensity =
      spread * (density.high - density.value) * entries + (text.high - text.value) * texts;
    let less = belowDensity * belowDensity;
    let more = aboveDensity * aboveDensity;
    for (const { low, value, high } of parts) {
      less += (value - low) * (value - low);
      more += (high - value) * (high - value);
    }
    less += assumed * assumed;
    if (injected && errors === null && difference === undefined) {
      const beside = projection.prefix + back + text.value * texts + Math.max(0, capped);
      const left = Math.max(0, (columns.real[compacted] ?? 0) - beside);
      less += (left * STAYS.low * (1 - density.low / density.value)) ** 2;
      more += (left * STAYS.high * (density.high / density.value - 1)) ** 2;
    }
    const stays = byErrors ? leastBehind(replay, i, inline) : 0;
    const whole = i === compacted ? (columns.realBefore[i] ?? 0) : 0;
    const high = Math.trunc(real + Math.sqrt(more));
    return {
      low: Math.max(0, Math.min(real, stays), Math.trunc(real - Math.sqrt(less))),
      // A compaction that makes a request smaller leaves it below the one that it was made of.
      high: whole > real ? Math.min(high, whole) : high,
    };
  };
});

/** The newest step up to one at which a replay compacted, 0 for none; quick for steps in their order. */
function newestCompaction({ columns }: Replay): (step: number) => number {
  let asked = -1;
  let newest = 0;
  return (step) => {
    if (step < asked) [asked, newest] = [-1, 0];
    for (let i = step; i > asked; i--) {
      if (columns.compacted[i] !== 1) continue;
      newest = i;
      break;
    }
    asked = step;
    return newest;
  };
}

/**
 * Least tokens of a request behind a compaction: its prefix and the entries since, at one token a heuristic
 * token or the density's p10. With images the heuristic is no bound.
 */
function leastBehind({ session, columns }: Replay, step: number, inline: boolean): number {
  const { projection, profile } = session;
  if (inline) return projection.prefix;
  const { sum, steps } = profile;
  const stays =
    numberAt(sum, intAt(steps.entries, step)) - numberAt(sum, intAt(columns.covered, step));
  return Math.trunc(projection.prefix + Math.min(1, projection.density.low) * Math.max(0, stays));
}

/** Per rejoined step whose recorded real is known: heuristic tokens that its summary and the recorded one differ in. */
function summaryDifferences({
  session,
  columns,
  marks,
  form,
  settings,
}: Replay): ReadonlyMap<number, number> {
  const { recorded } = session.requests;
  const out = new Map<number, number>();
  // What a text costs says nothing of another one.
  const isGiven = settings['summary'] === 'bytes';
  let view = 0;
  for (let i = 0; i < marks.length; i++) {
    if (((marks[i] as number) & mark.rejoined) === 0 || session.unreported[i] !== 0) continue;
    while ((recorded[view + 1]?.step ?? Infinity) <= i) view++;
    const theirs = quarterFloor(recorded[view]?.summaryBytes ?? 0);
    const bytes = (columns.summaryTokens[i] ?? -1) >= 0 ? 0 : (columns.summaryBytes[i] ?? 0);
    const own = columns.injected[i] === 1 ? quarterFloor(form.wrapperBytes + bytes) : 0;
    out.set(i, isGiven ? Math.hypot(own, theirs) : Math.abs(own - theirs));
  }
  return out;
}

/** Real tokens of what was measured of a compaction: the summary, and what came back beside files. */
function measuredParts(replay: Replay): readonly Omit<Spread, 'n'>[] {
  const back = measuredBack(replay);
  return [...summaryPart(replay), ...(back === null ? [] : [back])];
}

const measuredBack = ({ sizes, settings, session }: Replay): Spread | null =>
  sizes === null ? null : backOf(settings, session.profile.head.files.length > 0, sizes);

function summaryPart({ sizes, settings, session }: Replay): readonly Omit<Spread, 'n'>[] {
  if (sizes === null || settings['summary'] !== 'measured') return [];
  const perByte = session.projection.density.value / 4;
  const { low, value, high } = sizes.summaryBytes;
  return [{ low: low * perByte, value: value * perByte, high: high * perByte }];
}
