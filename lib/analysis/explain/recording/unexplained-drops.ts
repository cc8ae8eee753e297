import type { StepRange } from '@/lib/engine/base/decimate';
import { counted, formatInteger } from '@/lib/engine/base/format';
import { intAt } from '@/lib/engine/base/read';
import { firstWhere } from '@/lib/engine/base/search';
import { densityOf } from '@/lib/engine/replay/projection/density';
import type { Replayable } from '@/lib/engine/replay/prepare';
import { stepList } from '../step-list';

/** A drop is at least this share of the request before it, and at least so many tokens. */
export const LEAST_SHARE = 0.1;
export const LEAST_TOKENS = 5_000;

/** A recorded request much smaller than the one before it, without a recorded cause. */
export interface UnexplainedDrop {
  readonly step: number;
  /** The newest earlier step with usage. */
  readonly from: number;
  /** Real tokens of both requests. */
  readonly before: number;
  readonly real: number;
}

/**
 * Drops of at least 10 % and 5,000 tokens between neighbouring steps of one run, ascending. Between
 * them is no recorded compaction, elision or change of model; thoughts that the source strips when a
 * turn ends are taken off the request before.
 */
export function unexplainedDrops(
  { profile, projection }: Pick<Replayable, 'profile' | 'projection'>,
  range: StepRange = { from: 0, to: profile.stepCount - 1 },
): readonly UnexplainedDrop[] {
  const { pairs, thoughts } = projection.runs;
  const { real } = profile.steps;
  const drops: UnexplainedDrop[] = [];
  const begins = firstWhere(0, pairs.length, (k) => (pairs[k]?.to ?? Infinity) >= range.from);
  for (let k = begins; k < pairs.length; k++) {
    const { from, to, first } = pairs[k] as (typeof pairs)[number];
    if (to > range.to) break;
    if (first) continue;
    const before = intAt(real, from);
    const lost = before - intAt(real, to);
    if (lost < LEAST_TOKENS) continue;
    const stripped = Math.max(0, intAt(thoughts, from) - intAt(thoughts, to));
    const rest = lost - stripped * densityOf(profile, projection.densities, to).value;
    if (rest < LEAST_TOKENS || rest < LEAST_SHARE * before) continue;
    drops.push({ step: to, from, before, real: intAt(real, to) });
  }
  return drops;
}

/** The drop at a step; null for none. */
export const dropAt = (
  session: Parameters<typeof unexplainedDrops>[0],
  step: number,
): UnexplainedDrop | null => unexplainedDrops(session, { from: step, to: step })[0] ?? null;

/** One sentence about a drop. */
export const dropText = ({ from, before, real }: UnexplainedDrop): string =>
  `${formatInteger(before - real)} tokens fewer than step ${formatInteger(from)} sent (${formatInteger(before)} → ${formatInteger(real)}); the recording does not say why.`;

/** One sentence about a recording's drops; null for none. */
export function dropsText(drops: readonly UnexplainedDrop[]): string | null {
  if (drops.length === 0) return null;
  const steps = stepList(drops.map(({ step }) => step));
  return `${counted(drops.length, 'drop')} without a recorded cause at ${steps}: the request shrinks by 10 % and 5,000 tokens or more, and no compaction or elision is recorded.`;
}
