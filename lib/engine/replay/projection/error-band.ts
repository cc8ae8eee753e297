import { bandEdges, bandWithin } from '@/lib/engine/sizes/band-edges';
import { readCarried, writeCarried } from '@/lib/engine/sizes/carried-sizes';
import {
  errorBand,
  errorLines,
  type BandedRequest,
  type ErrorBand,
} from '@/lib/engine/sizes/projection-errors';
import { projectionErrors } from '@/lib/engine/sizes/shipped-errors';
import { growthSpread } from '@/lib/engine/sizes/shipped-growth';
import type { MeasuredSizes, Spread } from '@/lib/engine/sizes/size-table';
import { sizesOf, type Replay } from '../replay';

/** Tokens beside a projection. */
type Around = Pick<Spread, 'low' | 'value' | 'high'>;

/**
 * The band around a request of so many tokens behind a compaction: what such projections were off by; null
 * where its sizes are not the measured ones.
 */
export function errorBandOf(
  replay: Replay,
): ((projected: number) => Around & Partial<ErrorBand>) | null {
  const { sizes, settings } = replay;
  if (sizes === null || settings['summary'] !== 'measured') return null;
  const carried = carriedOf(replay);
  const asked = carried === null ? askedOf(replay, sizes) : null;
  return (projected) => ({
    ...{ value: 0, low: 0, high: 0 },
    ...(asked !== null
      ? errorBand(projectionErrors, { ...asked, projected })
      : carried?.edges && bandWithin(carried.edges, projected)),
  });
}

/** Factor on the distances from a session's density to its p10 and p90. */
export const growthOf = (replay: Replay): number =>
  carriedOf(replay)?.growth ?? growthSpread(replay.session.profile.head.source);

/**
 * The setting `sizes` with all that the band of a replay is made of, for a link that shows the same where
 * other tables are known; null where no size of it was measured.
 */
export function carriedSizes(replay: Replay): string | null {
  const { sizes, settings } = replay;
  if (sizes === null) return null;
  if (carriedOf(replay) !== null) return String(settings['sizes']);
  const { lines } = errorLines(projectionErrors, askedOf(replay, sizes));
  const isOfModel = sizes.model !== null;
  const text = writeCarried({
    sizes,
    isOfModel,
    growth: growthOf(replay),
    edges: bandEdges(lines),
  });
  // What is too long for a link stays behind the table's name.
  return readCarried(text) === null ? null : text;
}

const carriedOf = ({ settings: { sizes } }: Replay) =>
  readCarried(typeof sizes === 'string' ? sizes : '');

/** Which errors count around a session's projections, and what each family moved them by. */
function askedOf(replay: Replay, sizes: MeasuredSizes): Omit<BandedRequest, 'projected'> {
  const { policy, settings, session } = replay;
  const first = session.profile.steps.real.find((tokens) => tokens >= 0) ?? -1;
  const known = sizeOf(replay, sizes);
  const shifts = new Map<string, number>();
  const without = (firsts: ReadonlySet<number>): number => {
    const key = [...firsts].join();
    const kept = shifts.get(key);
    if (kept !== undefined) return kept;
    const shift = sizeOf(replay, sizesOf(session, policy, settings, firsts)) - known;
    shifts.set(key, shift);
    return shift;
  };
  return { agent: policy.writes ?? '', first, without };
}

/** Real tokens of all that a table says of a compaction. */
function sizeOf({ session, settings }: Replay, sizes: MeasuredSizes | null): number {
  if (sizes === null) return 0;
  const summary = (sizes.summaryBytes.value / 4) * session.projection.density.value;
  return summary + (backOf(settings, session.profile.head.files.length > 0, sizes)?.value ?? 0);
}

/** What came back beside the files that are known, under settings that let files come back. */
export const backOf = (
  settings: Replay['settings'],
  knowsFiles: boolean,
  { rest, back }: MeasuredSizes,
): Spread | null => (settings['files'] === 0 ? null : knowsFiles ? rest : back);
