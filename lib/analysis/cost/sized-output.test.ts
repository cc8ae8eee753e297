import { describe, expect, it } from 'vitest';
import type { Replayable } from '@/lib/engine/replay/prepare';
import type { Session } from '@/lib/engine/session/schema';
import { recordedBill } from './recorded-bill';
import { sizedOutputs } from './sized-output';
import { opus } from './testing/opus';
import { steadySession } from './testing/steady-session';
import { preparedSession } from '@/lib/engine/replay/testing/drawn-session';

/** Eight responses of 1,000 heuristic tokens at density 2, counted as the list says. */
const counted = (outputs: readonly number[], response = 'm 4000'): Replayable => {
  const picture = `model claude-x\n${`u 400\n-- 1\n${response}\n`.repeat(outputs.length)}`;
  const session = steadySession(picture);
  const steps = session.steps.map((step, i) => {
    const output = outputs[i];
    return { ...step, ...(output === undefined ? {} : { output }) };
  });
  const changed: Session = { ...session, steps };
  return preparedSession(changed);
};

describe('the output of a response', () => {
  it('is its count where that can be; else density × heuristic of what is visible', () => {
    const session = counted([1, 2_000, 799, 800, 2_000, 2_000, 2_000, 5]);
    const { tokens, ...told } = sizedOutputs(session);
    expect([...tokens]).toEqual([2_000, 2_000, 2_000, 800, 2_000, 2_000, 2_000, 2_000]);
    expect(told).toEqual({
      ...{ placeholders: [0, 2, 7], judged: 8 },
      ...{ counted: 805, visible: 3_000, sized: 6_000 },
    });
  });

  it('weighs its recorded thinking too, which alone makes no count a placeholder', () => {
    const session = counted(
      [1, 1_000, 1_000, 1_000, 1_000, 1_000, 1_000, 1_000],
      't 4000\n+ m 4000',
    );
    const { tokens, placeholders } = sizedOutputs(session);
    expect(placeholders).toEqual([0]);
    expect([...tokens].slice(0, 2)).toEqual([4_000, 1_000]);
  });

  it('is unknown where nobody counted it, and no placeholder where nothing is visible', () => {
    const image = counted([5, 5, 5, 5, 5, 5, 5, 5], 'i image/png 40000');
    expect(sizedOutputs(image)).toMatchObject({ placeholders: [], judged: 0 });
    expect([...sizedOutputs(counted([])).tokens]).toEqual([]);
  });

  it('is charged at its size, and the bill says how many and how much', () => {
    const bill = recordedBill(
      counted([1, 2_000, 2_000, 2_000, 2_000, 2_000, 2_000, 5]),
      () => opus,
    );
    expect(bill).toMatchObject({ placeholders: 2, counted: 6, sized: 4_000, charged: 8 });
    // 16,000 × $25
    expect(bill.cost.output).toBeCloseTo(0.4, 9);
  });
});
