/** Each safeguard switched off, over every scenario of the catalogue. */
import { replayTotals } from '@/lib/analysis/explain/replay-totals';
import type { Replay } from '@/lib/engine/replay/replay';
import { figure, type Figure, type SeedFigures } from '../figure';
import { allScenarios, isOfMatrix, replayPrepared } from '../replays';
import { safeguards, type Safeguard } from './safeguards';

/** Effect of one safeguard's absence over all scenarios. */
export interface Ablation {
  readonly safeguard: Safeguard;
  /** Scenarios of the two test matrices that differ at a step. */
  readonly changedInMatrices: number;
  /** Names of all scenarios that differ at a step. */
  readonly changed: readonly string[];
  readonly compactions: number;
  readonly overflows: number;
  /** Steps of the test matrices whose summariser is given other entries, the request being the same. */
  readonly inputs: number;
}

/** A step was sent at another size, or compacted where it did not. */
function differs(a: Replay, b: Replay): boolean {
  const { compacted, heuristicSent, attempts } = a.columns;
  return compacted.some(
    (bit, step) =>
      bit !== b.columns.compacted[step] ||
      heuristicSent[step] !== b.columns.heuristicSent[step] ||
      attempts[step] !== b.columns.attempts[step],
  );
}

/** Steps at which both compact and the summariser is given other entries. */
const otherInputs = (a: Replay, b: Replay): number =>
  a.columns.summarizerContents.reduce(
    (count, given, step) => count + (given === b.columns.summarizerContents[step] ? 0 : 1),
    0,
  );

/** Every safeguard's ablation; differences are without minus with. About a second. */
export function ablations(): readonly Ablation[] {
  const withAll = allScenarios().map((one) => ({ one, full: replayPrepared(one) }));
  return safeguards.map((safeguard) => {
    let compactions = 0;
    let overflows = 0;
    let inputs = 0;
    const changed = withAll.flatMap(({ one, full }) => {
      const without = replayPrepared(one, safeguard.off);
      const [before, after] = [replayTotals(full), replayTotals(without)];
      compactions += after.stepsCompacted - before.stepsCompacted;
      overflows += after.overflowSteps - before.overflowSteps;
      if (differs(full, without)) return [one.scenario];
      if (isOfMatrix(one.scenario)) inputs += otherInputs(full, without);
      return [];
    });
    return {
      safeguard,
      changedInMatrices: changed.filter(isOfMatrix).length,
      changed: changed.map(({ name }) => name),
      compactions,
      overflows,
      inputs,
    };
  });
}

function cells(one: Ablation): readonly Figure[] {
  const { changed, changedInMatrices, compactions, overflows, inputs } = one;
  const few = changed.length <= 4 ? changed.join(', ') : `${changed.slice(0, 3).join(', ')} …`;
  return [
    figure(changedInMatrices, 'count'),
    figure(changed.length, 'count'),
    figure(compactions, 'signed'),
    figure(overflows, 'signed', overflows > 0 ? { bad: true } : {}),
    figure(inputs, 'count'),
    figure(changed.length === 0 ? 'none' : few),
  ];
}

/** Figures of the table of ablations. */
export const ablationFigures: SeedFigures = {
  'safeguards-ablation': () => ({ rows: ablations().map(cells) }),
};
