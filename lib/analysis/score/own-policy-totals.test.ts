import { expect, it } from 'vitest';
import type { JudgedCompaction } from '@/lib/analysis/fit/judgement';
import { ownPolicyTotals, scoreJudged } from './own-policy-totals';

const judged = (change: Partial<JudgedCompaction>): JudgedCompaction => ({
  ...{ step: 5, trigger: 'auto', outcome: 'reproduced', preTokens: 100, value: 100 },
  ...{ threshold: 90, tokens: 10, held: 80, early: 0, lacks: null, why: '' },
  ...change,
});

it('a compaction that the policy asks for at an earlier step too is missed', () => {
  const held = { outcome: 'held', value: 80 } as const;
  const score = scoreJudged([
    judged({}),
    judged({ early: 2 }),
    judged(held),
    judged({ ...held, lacks: { kind: 'results', words: 'the result of the last call' } }),
  ]);
  expect(score).toEqual({
    ...{ judged: 4, reproduced: 1, early: 1, explained: 1 },
    missed: { results: 1, reasoning: 0, count: 0, reached: 2 },
  });
  expect(ownPolicyTotals([score!, score!])).toMatchObject({ judged: 8, reproduced: 2, n: 6 });
});
