/** Strands' managers against what its agent did with them: `fixtures/`, made by `lib/conformance`. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { prepare } from '@/lib/replay/prepare';
import { replay } from '@/lib/replay/replay';
import type { Policy } from '../contract/policy';
import { scripted, sizedLog } from '../testing/sized-log';
import { strandsSliding } from './sliding';
import { strandsSummarizing } from './summarizing';

/** Of a request: tokens that the agent projected, the summariser's calls, entries that have left, messages sent. */
type GoldenStep = readonly [value: number, asked: number, covered: number, sent: number];

interface Golden {
  readonly package: string;
  readonly version: string;
  readonly license: string;
  readonly runs: readonly {
    readonly seed: number;
    readonly settings: object;
    readonly ratio: number;
    readonly prefix: number;
    readonly log: string;
    /** Chars of each summary; 0: empty, −1: an error. */
    readonly summaries: readonly number[];
    readonly steps: readonly GoldenStep[];
  }[];
}
type Run = Golden['runs'][number];

const goldenOf = (file: string): Golden =>
  JSON.parse(readFileSync(new URL(`fixtures/${file}`, import.meta.url), 'utf8')) as Golden;

function replayed(policy: Policy, run: Run) {
  const { settings, ratio, prefix, log, summaries } = run;
  const chosen = policy.settings.parse(settings);
  const session = prepare(sizedLog(log, ratio), prefix);
  return replay(session, policy, chosen, { script: summaries.map(scripted) }).columns;
}

/** Numbers of the steps in which a replay differs from what was recorded. */
function wrongSteps(
  golden: Golden,
  made: (run: Run) => readonly (readonly number[])[],
  was: (step: GoldenStep) => readonly number[],
) {
  return golden.runs.flatMap((run) =>
    made(run).flatMap((now, i) => {
      const then = was(run.steps[i]!);
      return now.join(' ') === then.join(' ')
        ? []
        : [`run ${run.seed}, step ${i}: ${now.join(' ')}, was ${then.join(' ')}`];
    }),
  );
}

const provenanceOf = ({ package: name, version, license, runs }: Golden) => ({
  package: name,
  version,
  license,
  runs: runs.length,
});

describe('the summarising manager', () => {
  const golden = goldenOf('strands-agents-sdk-summarizing-1.19.0.json');

  it('projects, summarises and cuts the same in every session', () => {
    const policy = strandsSummarizing as Policy;
    expect(policy.provenance.compared).toEqual(provenanceOf(golden));
    const made = (run: Run) => {
      const { decision, covered, contentsSent } = replayed(policy, run);
      return [...covered].map((left, i) => [decision[i] ?? NaN, left, contentsSent[i] ?? NaN]);
    };
    expect(wrongSteps(golden, made, ([value, , covered, sent]) => [value, covered, sent])).toEqual(
      [],
    );
    const steps = golden.runs.flatMap((run) => run.steps);
    expect(steps).toHaveLength(6_974);
    expect(steps.filter(([, asked]) => asked > 0)).toHaveLength(3_724);
  });
});

describe('the sliding window', () => {
  const golden = goldenOf('strands-agents-sdk-sliding-1.19.0.json');

  it('drops the same messages in every session', () => {
    const policy = strandsSliding as Policy;
    expect(policy.provenance.compared).toEqual(provenanceOf(golden));
    const made = (run: Run) => {
      const { covered, contentsSent } = replayed(policy, run);
      return [...covered].map((left, i) => [left, contentsSent[i] ?? NaN]);
    };
    expect(wrongSteps(golden, made, ([, , covered, sent]) => [covered, sent])).toEqual([]);
    const drops = golden.runs.flatMap(({ steps }) =>
      steps.filter(([, , covered], i) => covered !== (steps[i - 1]?.[2] ?? 0)),
    );
    expect(drops).toHaveLength(542);
  });
});
