import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  defaultOperands,
  evaluateFormula,
  operandExamples,
  operandRanges,
  type FormulaOperands,
} from './formula';

interface Vector {
  readonly id: string;
  readonly fn: string;
  readonly note: string;
  readonly input: {
    readonly currentHeuristic: number;
    readonly realTokens: number;
    readonly lastHeuristic: number;
  };
  readonly output: number;
}

const { vectors } = JSON.parse(
  readFileSync('lib/engine/tokens/fixtures/estimates.json', 'utf8'),
) as {
  readonly vectors: readonly Vector[];
};

describe('evaluateFormula', () => {
  it.each(
    vectors.filter(({ fn }) => fn === 'tokenCount').map((one) => [one.id, one.note, one] as const),
  )('%s %s', (_, __, { input, output }) => {
    const { currentHeuristic: heuristic, realTokens, lastHeuristic: last } = input;
    const real = Math.max(0, realTokens);
    expect(evaluateFormula({ ...defaultOperands, heuristic, real, last }).decision).toBe(output);
  });

  it('works the seeds’ examples out', () => {
    const results = operandExamples.map(({ label, operands }) => {
      const { decision, threshold, fires, margin, decidedBy, correctedBy } =
        evaluateFormula(operands);
      return [label, decision, threshold, fires, margin, decidedBy, correctedBy];
    });
    expect(results).toEqual([
      ['Timing gap', 180_018, 180_000, true, 18, 'calibrated', 'last real ÷ last heuristic'],
      [
        'Massive response',
        300_016,
        180_000,
        true,
        120_016,
        'calibrated',
        'last real ÷ last heuristic',
      ],
      ['Production incident', 150_000, 180_000, false, -30_000, 'last real', 'cap'],
      ['Incident, WithMaxTokens(180000)', 180_000, 144_000, true, 36_000, 'last real', 'cap'],
      ['First turn', 180_000, 180_000, true, 0, 'calibrated', 'default factor'],
    ]);
  });

  it('names the floor where it raised the correction', () => {
    const result = evaluateFormula({ ...defaultOperands, heuristic: 500, real: 300, last: 600 });
    expect(result).toMatchObject({ correctedBy: 'floor', correction: 1, decision: 500 });
  });
});

describe('changes', () => {
  const changesOf = (operands: FormulaOperands) =>
    Object.fromEntries(evaluateFormula(operands).changes.map((one) => [one.operand, one.text]));

  it('of the incident are those of its document and its design', () => {
    const incident = operandExamples[2]?.operands ?? defaultOperands;
    expect(changesOf(incident)).toEqual({
      heuristic: '≥ 36,000',
      real: '≥ 180,000',
      last: 'no value of it changes the decision',
      cap: '≥ 7.5×',
      floor: 'no value of it changes the decision',
      factor: 'no value of it changes the decision',
      window: '≤ 187,500',
    });
    expect(evaluateFormula(incident).smallest).toBe('window');
  });

  it('of a first turn go through the default factor', () => {
    const first = operandExamples[4]?.operands ?? defaultOperands;
    expect(changesOf(first)).toMatchObject({
      heuristic: '≤ 71,999',
      factor: '≤ 2.49×',
      window: '≥ 200,001',
    });
  });

  const tokens = fc.integer({ min: 0, max: 400_000 });
  const factor = fc.integer({ min: 0, max: 1_000 }).map((value) => value / 100);
  const operands = fc.record({
    heuristic: tokens,
    real: tokens,
    last: tokens,
    cap: factor,
    floor: factor,
    factor,
    window: tokens,
  });

  it('turn the decision, and the value next to them does not', () => {
    fc.assert(
      fc.property(operands, (given) => {
        const { changes, fires } = evaluateFormula(given);
        for (const { operand, value } of changes) {
          if (value === null) continue;
          const turned = (to: number): boolean =>
            evaluateFormula({ ...given, [operand]: to }).fires !== fires;
          expect(turned(value)).toBe(true);
          const grain = operandRanges[operand].integer ? 1 : 0.01;
          const back = value > given[operand] ? -grain : grain;
          const next = Math.round((value + back) * 100) / 100;
          // 0 means "none" for a stored count, and no window lies in the jump at 200,000.
          if (next > 0 && operand !== 'window') expect(turned(next)).toBe(false);
        }
      }),
      { numRuns: 2_000, seed: 1 },
    );
  });
});
