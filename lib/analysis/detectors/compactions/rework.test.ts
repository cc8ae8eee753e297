import { describe, expect, it } from 'vitest';
import { none } from '@/lib/policies/highwater/none';
import type { Policy } from '@/lib/engine/policy/policy';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { numbersOnly } from '@/lib/engine/tokens/numbers-only';
import { findingsIn, found } from '../testing/found';

const idle = { policy: none as Policy };

/** A call of a file, its answer and a step. */
const read = (file: string, real: number) => `c read {"path":"${file}"}\nr read 4000\n-- ${real}`;

const three = ['a', 'b', 'c'].map((file, i) => read(file, 4_000 + 1_100 * i)).join('\n');
const again = (files: readonly string[], kept = '') =>
  `u 40\n-- 1000\n${three}\n== compact 400${kept}\n${files.map((file, i) => read(file, 2_000 + 1_100 * i)).join('\n')}`;

const repeated = (picture: string) => found('rework', picture, idle);

describe('calls after a recorded compaction', () => {
  it('that repeat covered ones are counted beside those before it', () => {
    expect(repeated(again(['a', 'b', 'c', 'd']))).toMatchObject([
      {
        of: 'recording',
        severity: 'warning',
        steps: [{ from: 4, to: 6 }],
        sentence:
          '3 of 4 answered calls after the compaction at step 4 (75 %) repeat one that it covered: 3,009 counted tokens of results, the first by read. Before it 0 of 3 repeated an earlier one (0 %).',
      },
    ]);
  });

  it('that are new, or fewer than three, are none', () => {
    expect(repeated(again(['a', 'b', 'd']))).toEqual([]);
    expect(repeated(again(['d', 'e', 'f']))).toEqual([]);
  });

  it('that repeat one that stayed, or one since the compaction, are none', () => {
    expect(repeated(again(['a', 'b', 'c'], ' kept 1-3'))).toEqual([]);
    expect(repeated(again(['a', 'b', 'a', 'a', 'b']))).toEqual([]);
  });

  it('are none where calls were repeated nearly as often before it', () => {
    const polled = ['a', 'a', 'a', 'a', 'a'].map((file, i) => read(file, 4_000 + 1_100 * i));
    const after = ['a', 'b', 'b'].map((file, i) => read(file, 2_000 + 1_100 * i));
    const picture = `u 40\n-- 1000\n${polled.join('\n')}\n== compact 400\n${after.join('\n')}`;
    expect(repeated(picture)).toEqual([]);
  });

  it('are found in a session of numbers alike, without the name', () => {
    const session = numbersOnly(textSession(again(['a', 'b', 'c'])));
    const [one] = findingsIn(session, idle).filter(({ detector }) => detector === 'rework');
    expect(one?.sentence).toContain('3 of 3 answered calls after the compaction at step 4 (100 %)');
    expect(one?.sentence).not.toContain('first by');
  });
});

it('calls that the recording made anyway are a fact of the replay', () => {
  const files = ['a', 'b', 'c', 'd', 'e', 'a', 'b', 'c'];
  const reads = files.map((file, i) => read(file, 2_000 + 1_100 * i));
  const judged = { settings: { window: 7_500, factor: 1 } };
  const [one] = found('rework', `u 40\n-- 900\n${reads.join('\n')}`, judged);
  expect(one).toMatchObject({ of: 'replay', severity: 'info' });
  expect(one?.sentence).toMatch(/^3 of 3 answered calls after the compaction at step \d \(100 %\)/);
  expect(one?.detail).toContain('with their results in view');
});
