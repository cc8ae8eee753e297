import { summaryEntryTokens } from '@/lib/engine/mechanisms/summary-text';
import { densityOf } from './density';
import { errorBand, type ErrorBand } from '@/lib/engine/sizes/projection-errors';
import { projectionErrors } from '@/lib/engine/sizes/shipped-errors';
import type { Spread } from '@/lib/engine/sizes/size-table';
import { quarterFloor } from '@/lib/engine/tokens/estimator';
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
 * The projection's joint uncertainty. Parts that are sized by density carry its p10 and p90: entries
 * without a group, thoughts, summaries, added texts. Behind a compaction whose sizes were measured stands
 * what such projections were off by, for all that it sent; density counts for what came since. Where only
 * what came back was measured, its spread joins in; a summary assumed to reach its cap may be a tenth of it. The parts vary apart from
 * each other, so their distances add up as squares. A rejoined request is the recorded one but for its
 * summary: only that varies, and by density only as far as it is not the recorded one.
 */
export function bandOf(replay: Replay): Band {
  const { session, columns, marks } = replay;
  const { profile, projection } = session;
  const { byDensity, densities, density: text } = projection;
  const low = columns.real.slice();
  const high = columns.real.slice();
  if (profile.steps.ratio) return { low, high };
  const measured = measuredParts(replay);
  const summaryOnly = summaryPart(replay);
  const differences = summaryDifferences(replay);
  const errors = measuredErrors(replay);
  let compacted = 0;
  for (let i = 0; i < profile.stepCount; i++) {
    if (columns.compacted[i] === 1) compacted = i;
    // Marks 1 and 2: diverged or unreported; a recorded number has no band.
    if (((marks[i] ?? 0) & 3) === 0) continue;
    const n = profile.steps.entries[i] ?? 0;
    const covered = columns.covered[i] ?? 0;
    const injected = columns.injected[i] === 1;
    const summary = !injected
      ? 0
      : (columns.summaryTokens[i] ?? -1) >= 0
        ? summaryEntryTokens(0)
        : summaryEntryTokens(columns.summaryBytes[i] ?? 0);
    const difference = differences.get(i);
    const off = injected && difference === undefined ? errors : null;
    const from = off === null ? covered : (profile.steps.entries[compacted] ?? 0);
    const entries = difference === undefined ? (byDensity[n] ?? 0) - (byDensity[from] ?? 0) : 0;
    const texts = off === null ? (difference ?? summary + (columns.addedTokens[i] ?? 0)) : 0;
    const density = densityOf(profile, densities, i);
    const parts = !injected
      ? []
      : off !== null
        ? [errorPart(off, columns.real[compacted] ?? 0)]
        : difference === undefined
          ? measured
          : summaryOnly;
    const capped = injected ? (columns.summaryTokens[i] ?? -1) : -1;
    const assumed = capped > 0 ? capped * (1 - LEAST_OF_CAP) : 0;
    const real = columns.real[i] ?? 0;
    const less = joint(
      [...parts.map((part) => part.value - part.low), assumed],
      (density.value - density.low) * entries + (text.value - text.low) * texts,
    );
    low[i] = Math.max(0, Math.trunc(real - less));
    high[i] = Math.trunc(
      real +
        joint(
          parts.map((part) => part.high - part.value),
          (density.high - density.value) * entries + (text.high - text.value) * texts,
        ),
    );
  }
  return { low, high };
}

/** Per rejoined step whose recorded real is known: heuristic tokens by which its summary is not the recorded one. */
function summaryDifferences({
  session,
  columns,
  marks,
  form,
}: Replay): ReadonlyMap<number, number> {
  const { recorded } = session.requests;
  const out = new Map<number, number>();
  let view = 0;
  marks.forEach((bits, i) => {
    while ((recorded[view + 1]?.step ?? Infinity) <= i) view++;
    if ((bits & mark.rejoined) === 0 || session.unreported[i] !== 0) return;
    const theirs = quarterFloor(recorded[view]?.summaryBytes ?? 0);
    const bytes = (columns.summaryTokens[i] ?? -1) >= 0 ? 0 : (columns.summaryBytes[i] ?? 0);
    const own = columns.injected[i] === 1 ? quarterFloor(form.wrapperBytes + bytes) : 0;
    out.set(i, Math.abs(own - theirs));
  });
  return out;
}

/** What projections behind such compactions were off by; null where the sizes are not measured ones. */
function measuredErrors({ policy, sizes, settings, session }: Replay): ErrorBand | null {
  if (sizes === null || settings['summary'] !== 'measured' || policy.writes === undefined) {
    return null;
  }
  const first = session.profile.steps.real.find((tokens) => tokens >= 0) ?? -1;
  return errorBand(projectionErrors, policy.writes, first);
}

/** Errors around a projection of so many tokens, as a part whose value is 0. */
function errorPart({ low, high, unit }: ErrorBand, projected: number): Omit<Spread, 'n'> {
  const scale = unit === 'tokens' ? 1 : projected;
  return { low: Math.min(0, low * scale), value: 0, high: Math.max(0, high * scale) };
}

/** Real tokens of what was measured of a compaction: the summary, and what came back beside files. */
function measuredParts(replay: Replay): readonly Omit<Spread, 'n'>[] {
  const { sizes, settings, session } = replay;
  if (sizes === null) return [];
  const none = settings['files'] === 0;
  const back = none ? null : session.profile.head.files.length > 0 ? sizes.rest : sizes.back;
  return [...summaryPart(replay), ...(back === null ? [] : [back])];
}

function summaryPart({ sizes, settings, session }: Replay): readonly Omit<Spread, 'n'>[] {
  if (sizes === null || settings['summary'] !== 'measured') return [];
  const perByte = session.projection.density.value / 4;
  const { low, value, high } = sizes.summaryBytes;
  return [{ low: low * perByte, value: value * perByte, high: high * perByte }];
}

const joint = (parts: readonly number[], byDensity: number): number =>
  Math.sqrt(parts.reduce((sum, part) => sum + part * part, byDensity * byDensity));
