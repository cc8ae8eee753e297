/** Strands' managers against what its agent did with them: `fixtures/`, made by `lib/conformance`. */
import { describe, expect, it } from 'vitest';
import { prepare } from '@/lib/engine/replay/prepare';
import { replay } from '@/lib/engine/replay/replay';
import type { Policy } from '@/lib/engine/policy/policy';
import { comparedWith, differences, readGolden, type SummarisedRun } from '../testing/golden';
import { scripted, sizedLog } from '../testing/sized-log';
import { strandsSliding } from './sliding';
import { strandsSummarizing } from './summarizing';

/** Of a request: tokens that the agent projected, the summariser's calls, entries that have left, messages sent. */
type GoldenStep = readonly [value: number, asked: number, covered: number, sent: number];

type Run = SummarisedRun<GoldenStep>;

function replayed(policy: Policy, run: Run) {
  const { settings, ratio, prefix, log, summaries } = run;
  const chosen = policy.settings.parse(settings);
  const session = prepare(sizedLog(log, ratio), prefix);
  return replay(session, policy, chosen, { script: summaries.map(scripted) }).columns;
}

describe('the summarising manager', () => {
  const golden = readGolden<Run>('strands', 'strands-agents-sdk-summarizing-1.19.0.json');

  it('projects, summarises and cuts the same in every session', () => {
    const policy = strandsSummarizing as Policy;
    expect(policy.provenance.compared).toEqual(comparedWith(golden));
    const made = (run: Run) => {
      const { decision, covered, contentsSent } = replayed(policy, run);
      return [...covered].map((left, i) => [decision[i] ?? NaN, left, contentsSent[i] ?? NaN]);
    };
    expect(differences(golden, made, ([value, , covered, sent]) => [value, covered, sent])).toEqual(
      [],
    );
    const steps = golden.runs.flatMap((run) => run.steps);
    expect(steps).toHaveLength(6_974);
    expect(steps.filter(([, asked]) => asked > 0)).toHaveLength(3_724);
  });
});

describe('the sliding window', () => {
  const golden = readGolden<Run>('strands', 'strands-agents-sdk-sliding-1.19.0.json');

  it('drops the same messages in every session', () => {
    const policy = strandsSliding as Policy;
    expect(policy.provenance.compared).toEqual(comparedWith(golden));
    const made = (run: Run) => {
      const { covered, contentsSent } = replayed(policy, run);
      return [...covered].map((left, i) => [left, contentsSent[i] ?? NaN]);
    };
    expect(differences(golden, made, ([, , covered, sent]) => [covered, sent])).toEqual([]);
    const drops = golden.runs.flatMap(({ steps }) =>
      steps.filter(([, , covered], i) => covered !== (steps[i - 1]?.[2] ?? 0)),
    );
    expect(drops).toHaveLength(542);
  });
});
