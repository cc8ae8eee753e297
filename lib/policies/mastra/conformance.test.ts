/** Mastra's limiter against what its processor did: `fixtures/`, made by `lib/conformance`. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { entryRanges } from '@/lib/analysis/explain/request-ranges';
import { prepare } from '@/lib/replay/prepare';
import { replay } from '@/lib/replay/replay';
import { sizedLog } from '../testing/sized-log';
import { mastraLimiter } from './limiter';

/** Of a request: tenths of tokens counted, messages that are left out as ranges; −1: the run ends. */
type GoldenStep = readonly [tenths: number, left: string | -1];

interface Golden {
  readonly package: string;
  readonly version: string;
  readonly license: string;
  readonly runs: readonly {
    readonly seed: number;
    readonly settings: object;
    /** Chars of the system prompt. */
    readonly system: number;
    readonly log: string;
    readonly steps: readonly GoldenStep[];
  }[];
}
type Run = Golden['runs'][number];

const golden = JSON.parse(
  readFileSync(new URL('fixtures/mastra-core-limiter-1.71.0.json', import.meta.url), 'utf8'),
) as Golden;

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

it('counts and leaves out the same in every session', () => {
  const { package: name, version, license, runs } = golden;
  expect(mastraLimiter.provenance.compared).toEqual({
    package: name,
    version,
    license,
    runs: runs.length,
  });
  const wrong = runs.flatMap((run) =>
    madeBy(run).flatMap((now, i) => {
      const [tenths, left] = run.steps[i]!;
      const then = `${Math.ceil(tenths / 10)} ${left}`;
      return now === then ? [] : [`run ${run.seed}, step ${i}: ${now}, was ${then}`];
    }),
  );
  expect(wrong).toEqual([]);
  const steps = runs.flatMap((run) => run.steps);
  expect(steps).toHaveLength(5_285);
  expect(steps.filter(([, left]) => left !== '')).toHaveLength(4_218);
  expect(steps.filter(([, left]) => left === -1)).toHaveLength(210);
});
