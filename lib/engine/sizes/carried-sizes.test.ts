import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { claudeCode } from '@/lib/policies/claude-code/policy';
import { repeats } from '@/lib/tools/suites/endurance';
import type { EdgePiece } from './band-edges';
import { readCarried, tableNamed, writeCarried, type CarriedSizes } from './carried-sizes';

const whole = (min: number): fc.Arbitrary<number> => fc.integer({ min, max: 2_000_000 });
const spread = (min: number) =>
  fc.record({ low: whole(min), value: whole(min), high: whole(min), n: whole(1) });
const fraction = fc.double({ min: -1e6, max: 1e6, noNaN: true }).map((value) => value + 0);

const pieces: fc.Arbitrary<readonly EdgePiece[]> = fc
  .tuple(
    fc.uniqueArray(fc.integer({ min: 1, max: 1e6 }), { maxLength: 8 }),
    fc.array(
      fc.record({
        shift: fraction,
        error: fc.integer({ min: -1e6, max: 1e6 }),
        of: fc.option(whole(1)),
      }),
      { minLength: 9, maxLength: 9 },
    ),
  )
  .map(([starts, lines]) =>
    [0, ...starts.sort((a, b) => a - b)].flatMap((from, i) => {
      const line = lines[i];
      return line === undefined ? [] : [{ from, line }];
    }),
  );

const arbitraryCarried: fc.Arbitrary<CarriedSizes> = fc.record({
  sizes: fc.record({
    table: fc.constantFrom('2026-11-23.1f2e3d4c', 'our-team.00000000'),
    isOwn: fc.boolean(),
    summaryBytes: spread(0),
    back: fc.option(spread(-2_000_000)),
    rest: fc.option(spread(-2_000_000)),
  }),
  isOfModel: fc.boolean(),
  growth: fc.double({ min: 0.1, max: 5, noNaN: true }),
  edges: fc.option(fc.record({ low: pieces, high: pieces })),
});

const RUNS = { numRuns: repeats(300, 3_000) };
const EXAMPLE =
  '2026-11-23.1f2e3d4c*1*10*8607_12029_17402_27**-627_3695_8407_9*0.88*0_-1.5_-6_*0_0_9_4';

/** Digits of a fraction below what a number in a word may have. */
const isWritten = ({ edges }: CarriedSizes): boolean =>
  [...(edges?.low ?? []), ...(edges?.high ?? [])].every(
    ({ line }) => line.shift === 0 || Math.abs(line.shift) > 1e-20,
  );

describe('the numbers that a link carries', () => {
  it('are read as they were written', () => {
    fc.assert(
      fc.property(arbitraryCarried.filter(isWritten), (carried) => {
        const text = writeCarried(carried);
        expect(readCarried(text)).toEqual(carried);
        expect(tableNamed(text)).toBe(carried.sizes.table);
        // One word of an address, which a browser leaves as it is.
        expect(new URLSearchParams({ sizes: text }).toString()).toBe(`sizes=${text}`);
      }),
      RUNS,
    );
  });

  it('are taken by the setting like a table that is here', () => {
    expect(claudeCode.settings.parse({ sizes: EXAMPLE }).sizes).toBe(EXAMPLE);
    expect(claudeCode.settings.safeParse({ sizes: EXAMPLE.slice(0, -2) }).success).toBe(false);
  });

  it.each([
    ['no table’s id', EXAMPLE.replace('2026-11-23.1f2e3d4c', '<b>')],
    ['another form', EXAMPLE.replace('*1*', '*2*')],
    ['a part more', `${EXAMPLE}*0`],
    ['a part less', EXAMPLE.slice(0, EXAMPLE.lastIndexOf('*'))],
    ['a spread of no row', EXAMPLE.replace('_27*', '_0*')],
    ['a fraction of a byte', EXAMPLE.replace('8607', '8607.5')],
    ['a negative summary', EXAMPLE.replace('8607', '-8607')],
    ['a negative factor', EXAMPLE.replace('0.88', '-0.88')],
    ['a number beyond any', EXAMPLE.replace('0.88', '1e999')],
    ['a hexadecimal number', EXAMPLE.replace('0.88', '0x1')],
    ['an edge that begins above 0', EXAMPLE.replace('*0_-1.5', '*7_-1.5')],
    ['edges out of order', `${EXAMPLE}_5_0_9_4_5_0_9_4`],
    ['a share of nothing', EXAMPLE.replace(/_4$/, '_0')],
    ['one edge alone', EXAMPLE.replace('0_0_9_4', '')],
    [
      'more pieces than an edge has',
      `${EXAMPLE}${Array.from({ length: 40 }, (_, i) => `_${i + 1}_0_9_4`).join('')}`,
    ],
    ['a text without end', EXAMPLE.replace('0.88', `0.${'8'.repeat(5_000)}`)],
  ])('are none with %s', (_, text) => {
    expect(readCarried(EXAMPLE)).not.toBeNull();
    expect(readCarried(text)).toBeNull();
  });

  it('are finite or none, whatever is written there', () => {
    let read = 0;
    fc.assert(
      fc.property(
        fc.nat({ max: EXAMPLE.length }),
        fc.nat({ max: 4 }),
        fc.string({ maxLength: 6, unit: fc.constantFrom(...'0123456789*_.-eNa\n<') }),
        (at, cut, put) => {
          const carried = readCarried(EXAMPLE.slice(0, at) + put + EXAMPLE.slice(at + cut));
          if (carried === null) return;
          read++;
          expect(readCarried(writeCarried(carried))).toEqual(carried);
          expect(JSON.stringify(carried)).not.toMatch(/NaN|Infinity/);
        },
      ),
      RUNS,
    );
    expect(read).toBeGreaterThan(0);
  });
});
