/** Mastra's limiter against what its processor did: `fixtures/`, made by `lib/conformance`. */
import { expect, it } from 'vitest';
import { entryRanges } from '@/lib/analysis/explain/request-ranges';
import { prepare } from '@/lib/engine/replay/prepare';
import { replay } from '@/lib/engine/replay/replay';
import { comparedWith, differences, readGolden, type GoldenRun } from '../testing/golden';
import { sizedLog } from '../testing/sized-log';
import { mastraLimiter } from './limiter';

/** Of a request: tenths of tokens counted, messages that are left out as ranges; −1: the run ends. */
type GoldenStep = readonly [tenths: number, left: string | -1];

interface Run extends GoldenRun<GoldenStep> {
  /** Chars of the system prompt. */
  readonly system: number;
}
const golden = readGolden<Run>('mastra', 'mastra-core-limiter-1.71.0.json');

function madeBy({ settings, system, log, steps }: Run): readonly string[] {
  const session = prepare(sizedLog(log, 1), system / 4);
  const chosen = mastraLimiter.settings.parse({ ...settings, per: 6 });
  const made = replay(session, mastraLimiter, chosen);
  return steps.map((_, step) => {
    const ends = made.notes.events.some((one) => one.step === step && one.kind === 'exit');
    const left = entryRanges(made, step).filter(({ fate }) => fate === 'lost');
    const words = left.map(({ from, to }) => `${from}-${to}`).join(' ');
    return `${made.columns.decision[step]} ${ends ? -1 : words}`;
  });
}

const goldenOf = ([tenths, left]: GoldenStep): string => `${Math.ceil(tenths / 10)} ${left}`;

it('counts and leaves out the same in every session', () => {
  expect(mastraLimiter.provenance.compared).toEqual(comparedWith(golden));
  expect(differences(golden, madeBy, goldenOf)).toEqual([]);
  const steps = golden.runs.flatMap((run) => run.steps);
  expect(steps).toHaveLength(5_285);
  expect(steps.filter(([, left]) => left !== '')).toHaveLength(4_218);
  expect(steps.filter(([, left]) => left === -1)).toHaveLength(210);
});
