/** Mastra's observational memory against what its agent sent: `fixtures/`, made by `lib/conformance`. */
import { expect, it } from 'vitest';
import { entryRanges } from '@/lib/analysis/explain/request-ranges';
import { prepare } from '@/lib/engine/replay/prepare';
import { replay } from '@/lib/engine/replay/replay';
import { comparedWith, differences, readGolden, type GoldenRun } from '../testing/golden';
import { sizedLog } from '../testing/sized-log';
import { mastraObservational } from './observational';

/** Of a request: tokens counted before anything is done, messages that are left out as ranges. */
type GoldenStep = readonly [pending: number, left: string];
type Run = GoldenRun<GoldenStep>;
const golden = readGolden<Run>('mastra', 'mastra-memory-observational-1.31.0.json');

function madeBy({ settings, log, steps }: Run): readonly string[] {
  const chosen = mastraObservational.settings.parse({
    ...settings,
    per: 6,
    observationTokens: 1_000_000,
  });
  const made = replay(prepare(sizedLog(log, 1)), mastraObservational, chosen);
  return steps.map((_, step) => {
    const left = entryRanges(made, step).filter(({ fate }) => fate !== 'sent');
    const words = left.map(({ from, to }) => `${from}-${to}`).join(' ');
    return `${made.columns.decision[step]} ${words}`;
  });
}

it('counts and leaves out the same in every session', () => {
  expect(mastraObservational.provenance.compared).toEqual(comparedWith(golden));
  expect(differences(golden, madeBy, ([pending, left]) => `${pending} ${left}`)).toEqual([]);
  const steps = golden.runs.flatMap((run) => run.steps);
  expect(steps).toHaveLength(5_161);
  expect(steps.filter(([, left]) => left !== '')).toHaveLength(3_448);
});
