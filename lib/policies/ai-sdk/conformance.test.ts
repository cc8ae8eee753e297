/** Pruning against what the AI SDK's loop did with it: `fixtures/`, made by `lib/conformance`. */
import { expect, it } from 'vitest';
import { prepare } from '@/lib/engine/replay/prepare';
import { replay } from '@/lib/engine/replay/replay';
import { comparedWith, differences, readGolden, type GoldenRun } from '../testing/golden';
import { sizedLog } from '../testing/sized-log';
import { aiSdkPrune } from './policy';

/** Of a request: chars of the messages' JSON before and after pruning, messages that the model got. */
type GoldenStep = readonly [chars: number, after: number, sent: number];

type Run = GoldenRun<GoldenStep>;
const golden = readGolden<Run>('ai-sdk', 'ai-7.0.173.json');

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
  expect(aiSdkPrune.provenance.compared).toEqual(comparedWith(golden));
  expect(differences(golden, madeBy, goldenOf)).toEqual([]);
  const steps = golden.runs.flatMap((run) => run.steps);
  expect(steps).toHaveLength(6_548);
  expect(steps.filter(([chars, after]) => after !== chars)).toHaveLength(3_335);
});
