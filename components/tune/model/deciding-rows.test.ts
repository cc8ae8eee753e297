import { describe, expect, it } from 'vitest';
import type { SessionTotals } from '@/lib/analysis/compare/session-totals';
import { emptyResults, putTotals } from '@/lib/tuning/sweep/sweep-results';
import { changeCounts, changeOf, decidingRows } from './deciding-rows';
import { decidesWords } from './decides';
import { dragWords } from './drag-words';
import { totals, tuned } from './testing/tuned-session';
import { axisFields } from '@/lib/tuning/sweep/first-axes';
import { DEFAULT_POLICY, policyOrDefault } from '@/lib/policies/registry';

/** Results of sessions, each with its totals cell by cell. */
function resultsOf(all: readonly (readonly SessionTotals[])[]) {
  const results = emptyResults(all.length, all[0]?.length ?? 0);
  for (const [row, cells] of all.entries()) {
    for (const [cell, own] of cells.entries()) putTotals(results, row, cell, own);
  }
  return results;
}

describe('changeOf', () => {
  it.each([
    ['saved', totals(1, 2), totals(2)],
    ['saved', totals(9, 0, true), totals(2)],
    ['broken', totals(1), totals(1, 1)],
    ['more', totals(1), totals(3)],
    ['fewer', totals(3), totals(1)],
    ['same', totals(3), totals(3)],
    // It fails before and after: only its compactions are compared.
    ['more', totals(1, 1), totals(2, 4)],
  ])('is %s', (change, today, then) => {
    expect(changeOf(today, then)).toBe(change);
  });
});

const sessions = [
  tuned('made', { generated: true, name: 'Production incident' }),
  tuned('same'),
  tuned('twice'),
  tuned('broken'),
  tuned('once'),
];
const results = resultsOf([
  [totals(0, 1), totals(1)],
  [totals(4), totals(4)],
  [totals(1), totals(3)],
  [totals(1), totals(1, 2)],
  [totals(1), totals(2)],
]);
const rows = decidingRows(sessions, results, { today: 0, then: 1 });

describe('decidingRows', () => {
  it('has recorded sessions first, the worst change on top', () => {
    expect(rows.map(({ session }) => session.facts.id)).toEqual([
      ...['broken', 'twice', 'once', 'same', 'made'],
    ]);
  });

  it('counts recorded and generated changes apart', () => {
    expect(changeCounts(rows, false)).toEqual({
      ...{ broken: 1, more: 2, same: 1, fewer: 0, saved: 0, sessions: 4 },
    });
    expect(changeCounts(rows, true)).toMatchObject({ saved: 1, sessions: 1 });
  });
});

describe('dragWords', () => {
  const saves = rows.filter(({ change }) => change === 'saved');
  const once = rows.filter(({ session }) => session.facts.id === 'once');
  const about = { tried: 'cap 7.5×', keep: 'cap 5×' };

  it('says whom it saves, what it costs, and what the answer is without', () => {
    const words = dragWords({ ...about, rows: [...saves, ...once], tight: new Set(['made']) });
    expect(words).toEqual([
      'cap 7.5× would have saved the generated Production incident, with nothing to spare',
      'one other compacts once more',
      'without this session: keep cap 5×',
    ]);
  });

  it('says what breaks', () => {
    expect(dragWords({ ...about, rows, tight: new Set() })).toEqual([
      'cap 7.5× would have saved the generated Production incident',
      'at cap 7.5× broken overflows',
      '2 other sessions compact more often',
      'without this session: keep cap 5×',
    ]);
  });

  it('names the value where sessions only compact more often', () => {
    expect(dragWords({ ...about, rows: once, tight: new Set() })).toEqual([
      'at cap 7.5× one compacts once more',
    ]);
  });

  it('says that nothing changes', () => {
    const same = rows.filter(({ change }) => change === 'same');
    expect(dragWords({ ...about, rows: same, tight: new Set() })).toEqual([
      'cap 7.5× changes no session; keep cap 5×',
    ]);
  });
});

describe('decidesWords', () => {
  const field = axisFields(policyOrDefault(DEFAULT_POLICY)).find(({ key }) => key === 'cap');
  if (field === undefined) throw new Error('There is no cap.');
  const axis = { field, values: [1, 2, 3, 4, 5], today: 2, cells: [0, 1, 2, 3, 4] };
  const words = (counts: readonly number[]): string =>
    decidesWords(resultsOf([counts.map((count) => totals(count))]), 0, [axis]);

  it('names the nearest value at which the session fares otherwise', () => {
    expect(words([9, 1, 1, 1, 1])).toBe('cap ≥ 2');
    expect(words([1, 1, 1, 9, 9])).toBe('cap < 4');
    expect(words([9, 1, 1, 9, 9])).toBe('cap < 4');
    expect(words([1, 1, 1, 1, 1])).toBe('');
  });
});
