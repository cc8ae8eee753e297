import { createHash } from 'node:crypto';
import type { NewPhase } from '@/lib/host/db/sweeps/shares';
import type { CorpusRow } from '@/lib/host/api/contract/corpus-contract';
import { ENGINE } from '@/lib/replay/engine';
import { figureOf } from '@/lib/tuning/figures/figure';
import {
  figuresOfPhase,
  isFigurePhase,
  type FigurePhase,
} from '@/lib/tuning/figures/figure-phases';
import type { SweepPlan } from '@/lib/tuning/sweep/plan';
import { partPhase, shareCells, sharePart, shareText } from '@/lib/tuning/sweep/share';
import { phaseJson, type KeptPhase, type KeptSweep, type NamesHashes } from './kept-sweep';

/** A phase of a sweep with its shares and their keys; `before` is the number of cells before it. */
export function phaseShares(
  { plan, sessions }: Pick<KeptSweep, 'plan' | 'sessions'>,
  phase: KeptPhase,
  number: number,
  before: number,
): NewPhase {
  const steps = sessions.map((session) => session.steps);
  const shares = partPhase(plan, phase, steps).map((share) => {
    const own = sharePart(sessions, share);
    const hashes = own.map(({ hash }) => hash);
    const names = phase.names && sharePart(phase.names, share);
    const figures = isFigurePhase(phase.name)
      ? figureBasis(phase.name, plan, { own, names })
      : undefined;
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
 * names none; or on names.
 */
function figureBasis(
  phase: FigurePhase,
  { figures }: SweepPlan,
  { own, names }: { readonly own: readonly CorpusRow[]; readonly names: NamesHashes | undefined },
): object {
  const ids = figuresOfPhase(phase).map((id) => [id, figureOf(id).version]);
  if (phase === 'recall') return { ids, names };
  const { prices, list, day } = figures ?? {};
  const isDated = own.every(({ startedAt }) => startedAt !== null);
  return { prices, list, ids, ...(isDated ? {} : { day }) };
}
