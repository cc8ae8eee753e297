import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareAxes } from '@/lib/analysis/compare/axis';
import { compareAddress, readCompareView, swapped, withLanes, withoutLane } from './compare-view';
import type { CompareView } from './compare-view';

const [A, B, C] = ['ckx41abc0:own', 'ckx41abc0:own:cap=7.5', 'ckx41abc0:codex'] as const;
const view: CompareView = {
  ...{ lanes: [A, B, C], baseline: 1, axis: 'step', row: null },
  ...{ range: null, together: false },
};

const searchOf = (address: string): string => address.slice(address.indexOf('?'));

describe('a link to the page', () => {
  it('is readable', () => {
    expect(compareAddress({ ...view, row: 143, range: { from: 100, to: 160 } })).toBe(
      '/compare?lane=ckx41abc0:own&lane=ckx41abc0:own:cap=7.5&lane=ckx41abc0:codex&base=B&at=143&range=100-160',
    );
    expect(compareAddress({ ...view, lanes: [], baseline: 0 })).toBe('/compare');
  });

  it('opens the view that it was written for', () => {
    const lane = fc.constantFrom(A, B, C, 'x1y2z3w4:own:fault=response@17*0.1,fault=truncate@3=9');
    const any = fc.record({
      lanes: fc.array(lane, { minLength: 1, maxLength: 6 }),
      baseline: fc.nat(5),
      axis: fc.constantFrom(...compareAxes),
      row: fc.option(fc.nat(99_999)),
      range: fc.option(fc.nat(9_999).map((from) => ({ from, to: from + 7 }))),
      together: fc.boolean(),
    });
    fc.assert(
      fc.property(any, (one) => {
        const given = { ...one, baseline: one.baseline % one.lanes.length };
        const read = readCompareView(searchOf(compareAddress(given)));
        expect(read).toEqual({ view: given, notices: [] });
      }),
    );
  });

  it.each([
    ['lane=a:b:c', 'lane=a:b:c was left out: '],
    ['lane=own', 'lane=own was left out: it names no session.'],
    [`lane=${A}&base=C`, 'base=C was left out: no lane has this letter.'],
    [`lane=${A}&by=age`, 'by=age was left out: not one of step, turn, share.'],
    [`lane=${A}&at=-3`, 'at=-3 was left out: not the number of a row.'],
    [`lane=${A}&range=9-3`, 'range=9-3 was left out: not a range of rows.'],
    [Array(7).fill(`lane=${A}`).join('&'), '6 lanes are compared at once.'],
  ])('with %j says what it left out', (search, said) => {
    const { view: read, notices } = readCompareView(`?${search}`);
    expect(notices).toHaveLength(1);
    expect(notices[0]).toContain(said);
    expect(read.lanes.length).toBeLessThanOrEqual(6);
  });
});

describe('the lanes', () => {
  it('keep their baseline when others are swapped or removed', () => {
    expect(swapped(view, 0, 1)).toMatchObject({ lanes: [B, A, C], baseline: 0 });
    expect(swapped(view, 0, 2)).toMatchObject({ lanes: [C, B, A], baseline: 1 });
    expect(withoutLane(view, 0)).toMatchObject({ lanes: [B, C], baseline: 0 });
    expect(withoutLane(view, 2)).toMatchObject({ lanes: [A, B], baseline: 1 });
    expect(withoutLane(view, 1)).toMatchObject({ lanes: [A, C], baseline: 0 });
  });

  it('are added once, and at most six', () => {
    expect(withLanes(view, [A, 'z1z2z3z4:own']).lanes).toEqual([A, B, C, 'z1z2z3z4:own']);
    const many = Array.from({ length: 9 }, (_, index) => `s${index}s:own`);
    expect(withLanes(view, many).lanes).toHaveLength(6);
  });
});
