/** Each safeguard switched off, over every scenario of the catalogue. */
import {
  contextGuardThreshold,
  type ContextGuardSettings,
} from '@/lib/policies/contextguard/threshold';
import { replayTotals } from '@/lib/analysis/explain/replay-totals';
import { prepare, type Replayable } from '@/lib/engine/replay/prepare';
import { replay, type Replay } from '@/lib/engine/replay/replay';
import { scenarioCatalogue } from '@/lib/readers/scenarios/catalogue';
import { generateProfile, type GeneratedProfile } from '@/lib/readers/scenarios/simulate';
import { safeguards, type Safeguard } from './safeguards';

/** Effect of one safeguard's absence over all scenarios. */
export interface Ablation {
  readonly safeguard: Safeguard;
  readonly scenarios: number;
  /** Scenarios of the two test matrices, of `scenarios`, that differ at a step. */
  readonly changedInMatrices: number;
  /** Names of all scenarios that differ at a step. */
  readonly changed: readonly string[];
  readonly compactions: number;
  readonly overflows: number;
  /** Steps of the test matrices whose summariser is given other entries, the request being the same. */
  readonly inputs: number;
}

interface Counted {
  readonly name: string;
  readonly matrix: boolean;
  readonly generated: GeneratedProfile;
  readonly session: Replayable;
}

const run = (
  { generated: { settings, script, limit }, session }: Counted,
  off: Partial<ContextGuardSettings>,
): Replay => {
  const given = contextGuardThreshold.settings.parse({ ...settings, ...off });
  return replay(session, contextGuardThreshold, given, { script, limit });
};

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
  const all = scenarioCatalogue.map(({ session, name, source }): Counted => {
    const generated = generateProfile(session, name);
    return {
      name,
      matrix: source === 'stress' || source === 'brutal',
      generated,
      session: prepare(generated.profile),
    };
  });
  const withAll = all.map((one) => ({ one, run: run(one, {}) }));
  return safeguards.map((safeguard) => {
    let compactions = 0;
    let overflows = 0;
    let inputs = 0;
    const changed = withAll.flatMap(({ one, run: full }) => {
      const without = run(one, safeguard.off);
      const [before, after] = [replayTotals(full), replayTotals(without)];
      compactions += after.stepsCompacted - before.stepsCompacted;
      overflows += after.overflowSteps - before.overflowSteps;
      if (differs(full, without)) return [one];
      if (one.matrix) inputs += otherInputs(full, without);
      return [];
    });
    return {
      safeguard,
      scenarios: all.length,
      changedInMatrices: changed.filter(({ matrix }) => matrix).length,
      changed: changed.map(({ name }) => name),
      compactions,
      overflows,
      inputs,
    };
  });
}
