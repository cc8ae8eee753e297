import { counted, formatInteger } from '@/lib/engine/base/format';
import { byteAt, floatAt, intAt } from '@/lib/engine/base/read';
import type { Settings } from '@/lib/engine/policy/fields';
import type { Policy } from '@/lib/engine/policy/policy';
import { mark, type Replayable } from '@/lib/engine/replay/prepare';
import { bandOf } from '@/lib/engine/replay/projection/band';
import { replay } from '@/lib/engine/replay/replay';
import { totalsOf, type SessionTotals } from '@/lib/analysis/compare/session-totals';
import { likelySteps } from '@/lib/analysis/explain/ledger-decision';
import { mayCompactOf, mayCompactWords, type MayCompact } from '@/lib/analysis/explain/likely';

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

/** What settings come to where something was otherwise than assumed. */
export interface Sensitivity {
  readonly rows: readonly SensitivityRow[];
  /** Decisions under the settings as they are whose margin lies inside the band; null for none. */
  readonly mayCompact: MayCompact | null;
}

const summaryShares = [0.1, 0.5, 1] as const;

/** Sums of one assumption over sessions. */
class Sum {
  compactions = 0;
  overflowing = 0;
  looping = 0;
}

/**
 * What settings come to if what nobody recorded was otherwise: summaries of a tenth, of half and of
 * the whole of their cap; projected requests at the p10 and the p90 of their band. A recorded number
 * has no band, so sessions that never leave their recording stay as they are. Yields between sessions,
 * so that a host can pause.
 */
export function* sensitivity(
  sessions: Iterable<{ readonly session: Replayable; readonly settings: Settings }>,
  policy: Policy,
  limit: number | null,
): Generator<null, Sensitivity, void> {
  const sums = assumptions.map(() => new Sum());
  const chances: (readonly number[])[] = [];
  for (const { session, settings } of sessions) {
    const most = limit ?? session.profile.head.limit?.tokens ?? null;
    totalsBySummary(session, policy, settings, most).forEach((totals, i) =>
      add(sums[i], totals.compactions, totals.overflowSteps > 0, totals.loop),
    );
    const run = replay(session, policy, settings, { limit: most });
    const { compactions, loop } = totalsOf(run);
    chances.push(likelySteps(run));
    const band = bandOf(run);
    [band.low, band.high].forEach((real, i) => {
      const over = overflowsAt(real, run.marks, most);
      add(sums[summaryShares.length + i], compactions, over, loop);
    });
    yield null;
  }
  const rows = assumptions.map((assumption, i) => ({ ...assumption, ...(sums[i] ?? new Sum()) }));
  return { rows, mayCompact: mayCompactOf(chances) };
}

/** "Under these settings 5 steps of 2 sessions may compact: 12 % to 46 %."; empty for none. */
export function unsureWords({ mayCompact }: Pick<Sensitivity, 'mayCompact'>): string {
  const words = mayCompactWords(mayCompact);
  return words === '' ? '' : `Under these settings ${words}.`;
}

const assumptions: readonly Assumption[] = [
  { id: 'summary-low', words: 'summaries of a tenth of their cap' },
  { id: 'summary-middle', words: 'summaries of half their cap' },
  { id: 'summary-cap', words: 'summaries as long as the policy allows' },
  { id: 'density-low', words: 'projected requests at the p10 of their band' },
  { id: 'density-high', words: 'projected requests at the p90 of their band' },
];

/**
 * Totals with summaries of each share of their cap. The cap is what the longest summary of a replay
 * with the model `cap` takes; a policy without a summary model has one result.
 */
function totalsBySummary(
  session: Replayable,
  policy: Policy,
  settings: Settings,
  limit: number | null,
): readonly SessionTotals[] {
  if (settings['summary'] === undefined) {
    const only = totalsOf(replay(session, policy, settings, { limit }));
    return summaryShares.map(() => only);
  }
  const capped = replay(session, policy, { ...settings, summary: 'cap' }, { limit });
  const { compacted, summaryBytes } = capped.columns;
  let longest = 0;
  for (let step = 0; step < compacted.length; step++) {
    if (byteAt(compacted, step) === 1) longest = Math.max(longest, intAt(summaryBytes, step));
  }
  return summaryShares.map((share) => {
    if (share === 1) return totalsOf(capped);
    const bytes = { summary: 'bytes', summaryBytes: Math.round(longest * share) };
    return totalsOf(replay(session, policy, { ...settings, ...bytes }, { limit }));
  });
}

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

/**
 * "23 to 26 compactions, none overflows or loops, if …": the rows in a sentence, those that break
 * something by name, and what may compact. Empty without rows.
 */
export function sensitivityWords({ rows, mayCompact }: Sensitivity): string {
  if (rows.length === 0) return '';
  const counts = rows.map(({ compactions }) => compactions);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  const range =
    least === most
      ? counted(most, 'compaction')
      : `${formatInteger(least)} to ${counted(most, 'compaction')}`;
  const broken = rows.filter(({ overflowing, looping }) => overflowing + looping > 0);
  const bad = broken.map(
    ({ words, overflowing, looping }) =>
      `with ${words}, ${formatInteger(overflowing)} overflow and ${formatInteger(looping)} loop`,
  );
  const rest = bad.length === 0 ? 'no recorded session overflows or loops' : bad.join('; ');
  const whole = `With summaries of a tenth to all of their cap, and requests at either end of their band: ${range}; ${rest}.`;
  return [whole, unsureWords({ mayCompact })].filter((text) => text !== '').join(' ');
}
