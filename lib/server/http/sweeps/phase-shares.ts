import { createHash } from 'node:crypto';
import type { NewPhase } from '@/lib/server/db/sweeps/shares';
import type { CorpusRow } from '@/lib/api/contract/corpus-contract';
import { ENGINE } from '@/lib/engine/replay/engine';
import { figureOf } from '@/lib/tuning/figures/figure';
import type { SweepPhase } from '@/lib/tuning/sweep/phases';
import type { SweepPlan } from '@/lib/tuning/sweep/plan';
import { partPhase, shareCells, sharePart, shareText } from '@/lib/tuning/sweep/share';
import { phaseJson, type KeptSweep } from './kept-sweep';

/** A phase of a sweep with its shares and their keys; `before` is the number of cells before it. */
export function phaseShares(
  { plan, sessions }: Pick<KeptSweep, 'plan' | 'sessions'>,
  phase: SweepPhase,
  number: number,
  before: number,
): NewPhase {
  const steps = sessions.map((session) => session.steps);
  const shares = partPhase(plan, phase, steps).map((share) => {
    const own = sharePart(sessions, share);
    const hashes = own.map(({ hash, countedFrom: from }) => (from ? `${hash} from ${from}` : hash));
    const figures = phase.name === 'figures' ? figureBasis(plan, own) : undefined;
    const text = shareText(ENGINE, plan, shareCells(phase, share), hashes, figures);
    return {
      ...share,
      key: createHash('sha256').update(text).digest('hex'),
      steps: share.cells * own.reduce((sum, session) => sum + session.steps, 0),
    };
  });
  return { number, name: phase.name, cells: phaseJson(phase, before), shares };
}

/**
 * What the figures of some sessions depend on besides numbers: on prices, the day only where one of them
 * names none.
 */
function figureBasis({ figures }: SweepPlan, own: readonly CorpusRow[]): object {
  const { ids: asked = [], prices, list, day } = figures ?? {};
  const ids = asked.map((id) => [id, figureOf(id).version]);
  const isDated = own.every(({ startedAt }) => startedAt !== null);
  return { prices, list, ids, ...(isDated ? {} : { day }) };
}
