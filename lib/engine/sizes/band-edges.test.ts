import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { repeats } from '@/lib/tools/suites/endurance';
import { bandEdges, bandWithin } from './band-edges';
import { errorBand, errorLines, type ErrorRow } from './projection-errors';
import { projectionErrors } from './shipped-errors';

const AGENT = 'one';

/** Few to many families of one agent, so that both kinds of a band are drawn. */
const arbitraryRow = fc.record({
  agent: fc.constantFrom(AGENT, AGENT, AGENT, 'other'),
  family: fc.integer({ min: 0, max: 40 }).map((n) => `f${n}`),
  first: fc.integer({ min: 0, max: 5 }),
  projected: fc.integer({ min: 10_000, max: 200_000 }),
  recorded: fc.integer({ min: 1, max: 400_000 }),
});
const arbitraryRows = fc.oneof(
  fc.array(arbitraryRow, { minLength: 5, maxLength: 20 }),
  fc.array(arbitraryRow, { minLength: 60, maxLength: 70 }),
);

/** What a table's projection gains without some sessions: another number for each of them. */
const withoutBy = (step: number) => (firsts: ReadonlySet<number>) =>
  [...firsts].reduce((sum, first) => sum + (first - 2) * step, 0);

describe('the edges of a band', () => {
  it('are the band itself, whatever is projected', () => {
    const kinds = { own: 0, pooled: 0, none: 0 };
    fc.assert(
      fc.property(
        arbitraryRows,
        fc.double({ min: -3_000, max: 3_000, noNaN: true }),
        fc.array(fc.integer({ min: 0, max: 1_500_000 }), { minLength: 20, maxLength: 20 }),
        (rows: readonly ErrorRow[], step, projections) => {
          const asked = { agent: AGENT, first: 3, without: withoutBy(step) };
          const edges = bandEdges(errorLines(rows, asked).lines);
          for (const projected of projections) {
            const band = errorBand(rows, { ...asked, projected });
            kinds[band === null ? 'none' : band.isOwn ? 'own' : 'pooled']++;
            if (edges === null || band === null) expect(edges).toBe(band);
            else {
              const { low, high } = bandWithin(edges, projected);
              expect(low).toBeCloseTo(band.low, 6);
              expect(high).toBeCloseTo(band.high, 6);
            }
          }
        },
      ),
      { numRuns: repeats(60, 600) },
    );
    expect(Math.min(kinds.own, kinds.pooled, kinds.none)).toBeGreaterThan(0);
  });

  it.each([
    ['an agent with errors of its own', 'claude-code', 1],
    ['one that shares those of all', 'opencode', 20],
  ])('of %s are few', (_, agent, most) => {
    const asked = { agent, first: -1, without: withoutBy(0.02) };
    const { low = [], high = [] } = bandEdges(errorLines(projectionErrors, asked).lines) ?? {};
    expect(Math.min(low.length, high.length)).toBeGreaterThan(0);
    expect(Math.max(low.length, high.length)).toBeLessThanOrEqual(most);
    expect([low[0]?.from, high[0]?.from]).toEqual([0, 0]);
  });
});
