/** Pruning against what the AI SDK's loop did with it: `fixtures/`, made by `lib/conformance`. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { prepare } from '@/lib/replay/prepare';
import { replay } from '@/lib/replay/replay';
import { sizedLog } from '../testing/sized-log';
import { aiSdkPrune } from './policy';

/** Of a request: chars of the messages' JSON before and after pruning, messages that the model got. */
type GoldenStep = readonly [chars: number, after: number, sent: number];

interface Golden {
  readonly package: string;
  readonly version: string;
  readonly license: string;
  readonly runs: readonly {
    readonly seed: number;
    readonly settings: object;
    readonly log: string;
    readonly steps: readonly GoldenStep[];
  }[];
}
type Run = Golden['runs'][number];

const golden = JSON.parse(
  readFileSync(new URL('fixtures/ai-7.0.173.json', import.meta.url), 'utf8'),
) as Golden;

/** What a replay did: the count, whether it pruned, entries in the request. */
function madeBy({ settings, log, steps }: Run): readonly string[] {
  const session = prepare(sizedLog(log, 1), 0);
  const { columns } = replay(session, aiSdkPrune, aiSdkPrune.settings.parse(settings));
  const { decision, compacted, contentsSent } = columns;
  return steps.map((_, i) => `${decision[i]} ${compacted[i]} ${contentsSent[i]}`);
}

const goldenOf = ([chars, after, sent]: GoldenStep): string =>
  `${Math.ceil(chars / 4)} ${after === chars ? 0 : 1} ${sent}`;

it('counts, prunes and sends the same in every session', () => {
  const { package: name, version, license, runs } = golden;
  expect(aiSdkPrune.provenance.compared).toEqual({
    package: name,
    version,
    license,
    runs: runs.length,
  });
  const wrong = runs.flatMap((run) =>
    madeBy(run).flatMap((now, i) => {
      const then = goldenOf(run.steps[i]!);
      return now === then ? [] : [`run ${run.seed}, step ${i}: ${now}, was ${then}`];
    }),
  );
  expect(wrong).toEqual([]);
  const steps = runs.flatMap((run) => run.steps);
  expect(steps).toHaveLength(6_548);
  expect(steps.filter(([chars, after]) => after !== chars)).toHaveLength(3_335);
});
