import { errorBand, type ErrorBand } from '@/lib/engine/sizes/projection-errors';
import { projectionErrors } from '@/lib/engine/sizes/shipped-errors';
import type { MeasuredSizes, Spread } from '@/lib/engine/sizes/size-table';
import { sizesOf, type Replay } from '../replay';

/**
 * The band around a request of so many tokens behind a compaction: what such projections were off by; null
 * where its sizes are not the measured ones.
 */
export function errorBandOf(
  replay: Replay,
): ((projected: number) => Omit<Spread, 'n'> & Partial<ErrorBand>) | null {
  const { policy, sizes, settings, session } = replay;
  const agent = policy.writes;
  if (sizes === null || settings['summary'] !== 'measured' || agent === undefined) return null;
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
  return (projected) => {
    const band = errorBand(projectionErrors, { agent, first, projected, without });
    return { value: 0, low: 0, high: 0, ...band };
  };
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
