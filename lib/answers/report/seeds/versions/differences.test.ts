import { describe, expect, it } from 'vitest';
import extra from '@/lib/readers/scenarios/fixtures/extra-scenarios.json';
import golden from '@/lib/readers/scenarios/fixtures/scenarios.json';
import { computedDifferences, differenceSection, differenceTable } from './differences';
import { shown, unexplained } from '../testing/shown';

const differences = computedDifferences();
const by = (number: number) => {
  const found = differences.find((one) => one.number === number);
  if (found === undefined) throw new Error(`There is no difference ${number}`);
  return found;
};

const fields = golden.stepFields;
const column = (name: string): number => fields.indexOf(name);

/** The golden rows of a scenario's first session that compacted. */
function compactedRows(name: string): readonly (readonly unknown[])[] {
  const all = [...golden.scenarios, ...extra.scenarios] as readonly {
    readonly name: string;
    readonly sessions: readonly { readonly steps: readonly (readonly unknown[])[] }[];
  }[];
  const scenario = all.find((one) => one.name.endsWith(`_${name}`));
  return (scenario?.sessions[0]?.steps ?? []).filter((row) => row[column('compacted')] === true);
}

describe('differences', () => {
  it('show these figures', () => {
    expect(differences.map(({ number, evidence }) => `${number}: ${shown(evidence)}`)).toEqual([
      '1: 180,000 ≠ 108,000 or 144,000',
      '2: 160,000 ≠ 180k',
      '3: 3 ≠ 0 retries: 1 pass',
      '4: 75 ≠ cleared',
      '5: 25 ≠ all entries',
      '6: 100 ≠ 200 characters',
      '7: 14 ≠ never',
      '8: 20,000 ≠ ≤ 6,400',
      '9: 57,766 ≠ ~1–2k',
      '10: 3 ≠ zero',
      '11: 6,472',
      '12: 1 ≠ drift',
      '13: 335 = 335',
      '14: 21,245',
      '15: 19',
      '16: 14',
    ]);
    expect(unexplained({ ...differenceSection(), parts: [differenceTable()] })).toEqual([]);
  });

  it('say how', () => {
    expect(differences.map(({ how }) => how)).toEqual([
      'first turn of 72,000: × 2.5; × 1.5 and × 2.0 stay below the threshold of 180,000',
      '200,000 − trunc(200,000 × 0.2): threshold before v0.9.1',
      'most passes of one compaction, scenario HugeSummaryRetries3 (summaries of 30,000 bytes)',
      'last heuristic after the compaction of the first timing-gap proof: summary 29 + continuation 46',
      'contents given at the second compaction of 8k_RepeatedCompactions; the log holds 47 entries',
      'whole characters left of 200 × “ж” (2 bytes each): 200 bytes ÷ 2',
      'requests sent whole after one of 14 failed calls, 24 steps of sw20_32k_summarizer_fails',
      '2 entries of 40,000 bytes given at a window of 8,000',
      'largest heuristic right after a compaction, 200k_ToolDefinitionsDominateWindow; 57,670 of it are the prefix',
      '8k_HeavyToolDefinitions 40 of 40, 8k_SystemPromptLargerThanWindow 10 of 10, CompactionNoInfiniteLoop 5 of 5',
      'real of the request that step 0 of 8k_HeavyToolDefinitions sends, ≥ 6,400: it makes the next step fire. Its raw heuristic is 3,236, < 6,400: only 1 pass',
      'ratios of CorrectionFactorDrift: 1.5; last heuristic that LateUsageMetadata’s second part begins with: 0',
      'of 519 steps in 14 sessions have 1–23 entries nobody sees; under the corrected variant 0',
      'bytes of the last of 34 summaries of SummarizerAlwaysFails; the first has 1,985',
      'compactions in 30 steps of UserMessageLooksLikeSummary; steps that get the stored summary: 0',
      'steps of 8k_SequentialToolChain, of 35 with a summary, that hold neither the request nor the continuation',
    ]);
  });
});

describe('the golden rows have the same', () => {
  const largest = (name: string, field: string): number =>
    Math.max(...compactedRows(name).map((row) => Number(row[column(field)])));

  it('passes, summaries and contents', () => {
    expect(by(3).evidence.value).toBe(largest('HugeSummaryRetries3', 'attempts'));
    expect(by(5).evidence.value).toBe(
      compactedRows('8k_RepeatedCompactions')[1]?.[column('summarizerContents')],
    );
    expect(by(9).evidence.value).toBe(
      largest('200k_ToolDefinitionsDominateWindow', 'heuristicAfter'),
    );
    expect(by(14).evidence.value).toBe(
      compactedRows('SummarizerAlwaysFails').at(-1)?.[column('summaryBytes')],
    );
    expect(by(15).evidence.value).toBe(compactedRows('UserMessageLooksLikeSummary').length);
  });

  it('sessions that compact on every step, and no others', () => {
    const looping = golden.scenarios.filter(({ sessions }) =>
      (sessions as { steps: unknown[][] }[]).some(({ steps }) =>
        steps.every((row) => row[column('compacted')] === true),
      ),
    );
    expect(by(10).evidence.value).toBe(looping.length);
    for (const { name } of looping) {
      expect(by(10).how).toContain(`${name.replace(/^Test[A-Z][a-z]+_/, '')} `);
    }
  });
});
