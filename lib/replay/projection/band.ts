import { summaryEntryTokens } from '@/lib/policies/mechanisms/summary-text';
import { densityOf } from './density';
import type { Replay } from '../replay';

/** Lower and upper real tokens per step; both equal to `real` if nothing is projected. */
interface Band {
  readonly low: Float64Array;
  readonly high: Float64Array;
}

/**
 * The projection's uncertainty: p10 and p90 of the recorded group densities for everything sized by
 * density (entries without a group, thoughts, summaries, added texts).
 */
export function bandOf(replay: Replay): Band {
  const { session, columns, marks } = replay;
  const { profile, projection } = session;
  const { byDensity, densities, density: text } = projection;
  const low = columns.real.slice();
  const high = columns.real.slice();
  if (profile.steps.ratio) return { low, high };
  for (let i = 0; i < profile.stepCount; i++) {
    // Marks 1 and 2: diverged or unreported; a recorded number has no band.
    if (((marks[i] ?? 0) & 3) === 0) continue;
    const n = profile.steps.entries[i] ?? 0;
    const covered = columns.covered[i] ?? 0;
    const summary = columns.injected[i]
      ? (columns.summaryTokens[i] ?? -1) >= 0
        ? summaryEntryTokens(0)
        : summaryEntryTokens(columns.summaryBytes[i] ?? 0)
      : 0;
    const entries = (byDensity[n] ?? 0) - (byDensity[covered] ?? 0);
    const texts = summary + (columns.addedTokens[i] ?? 0);
    const density = densityOf(profile, densities, i);
    const less = (density.low - density.value) * entries + (text.low - text.value) * texts;
    const more = (density.high - density.value) * entries + (text.high - text.value) * texts;
    low[i] = Math.trunc((columns.real[i] ?? 0) + less);
    high[i] = Math.trunc((columns.real[i] ?? 0) + more);
  }
  return { low, high };
}
