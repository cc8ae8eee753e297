/** LangChain's and deepagents' summarisation against what the packages did: `fixtures/`, made by `lib/conformance`. */
import { describe, expect, it } from 'vitest';
import { prepare } from '@/lib/engine/replay/prepare';
import { replay } from '@/lib/engine/replay/replay';
import type { Policy } from '@/lib/engine/policy/policy';
import { comparedWith, differences, readGolden, type GoldenRun } from '../testing/golden';
import { scripted, sizedLog } from '../testing/sized-log';
import { deepagents } from './deepagents';
import { langchain } from './policy';

/** Of a request: tokens that the middleware counted, calls of the summariser, entries that have left. */
type GoldenStep = readonly [value: number, asked: number, covered: number];

interface Run extends GoldenRun<GoldenStep, { readonly prefix?: number }> {
  /** Chars of each summary; 0: empty, −1: an error. */
  readonly summaries: readonly number[];
}

function replayed(policy: Policy, run: Run): readonly GoldenStep[] {
  const { prefix = 0, ...chosen } = run.settings;
  const settings = policy.settings.parse({ ...chosen, summary: 'bytes' });
  const script = run.summaries.map(scripted);
  const { columns } = replay(prepare(sizedLog(run.log, 1), prefix), policy, settings, { script });
  return [...columns.covered].map((covered, step): GoldenStep => [
    columns.decision[step] ?? NaN,
    columns.attempts[step] ?? NaN,
    covered,
  ]);
}

describe.each([
  { policy: langchain, file: 'langchain-1.5.14.json', steps: 6_678, calls: 2_192 },
  { policy: deepagents, file: 'deepagents-1.14.1.json', steps: 6_793, calls: 2_360 },
])('$file', ({ policy, file, steps, calls }) => {
  const golden = readGolden<Run>('langchain', file);

  it('is what the provenance names', () => {
    expect(policy.provenance.compared).toEqual(comparedWith(golden));
  });

  it('counts, summarises and cuts the same in every session', () => {
    const made = (run: Run) => replayed(policy, run);
    expect(differences(golden, made, (step) => step)).toEqual([]);
    const all = golden.runs.flatMap((run) => run.steps);
    expect(all).toHaveLength(steps);
    expect(all.filter(([, asked]) => asked > 0)).toHaveLength(calls);
  });
});
