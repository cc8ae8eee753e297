import { byteAt, floatAt } from '@/lib/base/read';
import type { Settings } from '@/lib/policies/contract/fields';
import type { Policy } from '@/lib/policies/contract/policy';
import { contextGuardBuffer } from '@/lib/policies/mechanisms/buffer';
import { mark, type Replayable } from '@/lib/replay/prepare';
import { bandOf } from '@/lib/replay/projection/band';
import { replay } from '@/lib/replay/replay';
import { totalsOf } from '../outcome';

/** One assumption about what nobody recorded. */
export interface Assumption {
  readonly id: 'summary-low' | 'summary-middle' | 'summary-cap' | 'density-low' | 'density-high';
  /** "summaries of a tenth of their cap": the assumption in words. */
  readonly words: string;
}

/** What some settings come to under one assumption, over the sessions of a corpus. */
export interface SensitivityRow extends Assumption {
  readonly compactions: number;
  readonly overflowing: number;
  readonly looping: number;
}

/** Tokens of real text per heuristic token, roughly: turns a summary's tokens into bytes. */
const BYTES_PER_TOKEN = 4;
const LOW_SHARE = 0.1;
const MIDDLE_SHARE = 0.5;

/** Settings with another summary model; null for a policy whose summaries have no model. */
function withSummary(settings: Settings, share: number): Settings | null {
  const { window } = settings;
  if (settings['summary'] === undefined || typeof window !== 'number') return null;
  const cap = contextGuardBuffer(window) * 0.5;
  if (share === 1) return { ...settings, summary: 'cap' };
  const summaryBytes = Math.round(cap * share * BYTES_PER_TOKEN);
  return { ...settings, summary: 'bytes', summaryBytes };
}

/** Sums of one assumption over sessions. */
class Sum {
  compactions = 0;
  overflowing = 0;
  looping = 0;
}

/**
 * What settings come to if what nobody recorded was otherwise: summaries of a tenth, of half and of
 * the whole of their cap; projected requests at the p10 and the p90 of their band. A recorded number
 * has no band, so sessions that never leave their recording stay as they are.
 */
export function sensitivity(
  sessions: readonly Replayable[],
  policy: Policy,
  settingsOf: (session: Replayable) => Settings,
  limit: number | null,
): readonly SensitivityRow[] {
  const sums = assumptions.map(() => new Sum());
  for (const session of sessions) {
    const settings = settingsOf(session);
    const most = limit ?? session.profile.head.limit?.tokens ?? null;
    summaryShares.forEach((share, i) => {
      const changed = withSummary(settings, share) ?? settings;
      const totals = totalsOf(replay(session, policy, changed, { limit: most }));
      add(sums[i], totals.compactions, totals.overflowSteps > 0, totals.loop);
    });
    const run = replay(session, policy, settings, { limit: most });
    const { compactions, loop } = totalsOf(run);
    const band = bandOf(run);
    [band.low, band.high].forEach((real, i) => {
      const over = overflowsAt(real, run.marks, most);
      add(sums[summaryShares.length + i], compactions, over, loop);
    });
  }
  return assumptions.map((assumption, i) => ({ ...assumption, ...(sums[i] ?? new Sum()) }));
}

const summaryShares = [LOW_SHARE, MIDDLE_SHARE, 1] as const;
const assumptions: readonly Assumption[] = [
  { id: 'summary-low', words: 'summaries of a tenth of their cap' },
  { id: 'summary-middle', words: 'summaries of half their cap' },
  { id: 'summary-cap', words: 'summaries as long as the policy allows' },
  { id: 'density-low', words: 'projected requests at the p10 of their band' },
  { id: 'density-high', words: 'projected requests at the p90 of their band' },
];

function add(sum: Sum | undefined, compactions: number, overflows: boolean, loops: boolean): void {
  if (sum === undefined) return;
  sum.compactions += compactions;
  sum.overflowing += overflows ? 1 : 0;
  sum.looping += loops ? 1 : 0;
}

/** Some request is above the limit at one end of its band; a recorded overflow stays one. */
function overflowsAt(real: Float64Array, marks: Uint8Array, limit: number | null): boolean {
  for (let step = 0; step < real.length; step++) {
    const projected = (byteAt(marks, step) & (mark.diverged | mark.unreported)) !== 0;
    if (projected) {
      if (limit !== null && floatAt(real, step) > limit) return true;
    } else if ((byteAt(marks, step) & mark.overflow) !== 0) return true;
  }
  return false;
}
