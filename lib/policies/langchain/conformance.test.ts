/** LangChain's and deepagents' summarisation against what the packages did: `fixtures/`, made by `lib/conformance`. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { prepare } from '@/lib/replay/prepare';
import { replay } from '@/lib/replay/replay';
import type { Policy } from '../contract/policy';
import type { ScriptedSummary } from '../contract/summary';
import { sizedLog } from '../testing/sized-log';
import { deepagents } from './deepagents';
import { langchain } from './policy';

/** Of a request: tokens that the middleware counted, calls of the summariser, entries that have left. */
type GoldenStep = readonly [value: number, asked: number, covered: number];

interface Golden {
  readonly package: string;
  readonly version: string;
  readonly license: string;
  readonly runs: readonly {
    readonly seed: number;
    readonly settings: { readonly prefix?: number };
    readonly log: string;
    /** Chars of each summary; 0: empty, −1: an error. */
    readonly summaries: readonly number[];
    readonly steps: readonly GoldenStep[];
  }[];
}

const goldenOf = (file: string): Golden =>
  JSON.parse(readFileSync(new URL(`fixtures/${file}`, import.meta.url), 'utf8')) as Golden;

function scripted(chars: number): ScriptedSummary {
  if (chars < 0) return { fail: true };
  return chars === 0 ? { empty: true } : { bytes: chars };
}

function replayed(policy: Policy, run: Golden['runs'][number]): readonly GoldenStep[] {
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
  const golden = goldenOf(file);

  it('is what the provenance names', () => {
    const { package: name, version, license, runs } = golden;
    expect(policy.provenance.compared).toEqual({
      package: name,
      version,
      license,
      runs: runs.length,
    });
  });

  it('counts, summarises and cuts the same in every session', () => {
    const wrong = golden.runs.flatMap((run) =>
      replayed(policy, run).flatMap((made, step) => {
        const was = run.steps[step];
        const same = was !== undefined && made.every((number, k) => number === was[k]);
        return same
          ? []
          : [`run ${run.seed}, step ${step}: ${made.join(' ')}, was ${was?.join(' ')}`];
      }),
    );
    expect(wrong).toEqual([]);
    const all = golden.runs.flatMap((run) => run.steps);
    expect(all).toHaveLength(steps);
    expect(all.filter(([, asked]) => asked > 0)).toHaveLength(calls);
  });
});
