import { describe, expect, it } from 'vitest';
import { wordsText } from '@/lib/engine/base/answer/words';
import { floatAt } from '@/lib/engine/base/read';
import { outcomeClasses } from '../sweep/sweep-results';
import { plant, sweepPlanted } from '../testing/planted';
import { answerColumns } from './answer-columns';
import { cellsToCost, withCosts } from './cells-to-cost';
import { roomAt } from './cheapest';
import { passedOver } from './passed-over';
import { preferenceWords } from './preference-words';
import { recommend } from './recommendation';
import { answerWords } from './recommendation-words';
import type { TuneField } from './tune-field';

/** Sessions that compact once or twice under each of the windows, and overflow under none. */
const corpus = plant(
  [40, 44, 48, 52].map((count, at) => ({
    name: `s${at}`,
    results: Array<number>(count).fill(18_000),
  })),
);
const WINDOWS = [140_000, 160_000, 180_000, 200_000];
const swept = (today = 200_000, sessions = corpus): TuneField =>
  sweepPlanted(sessions, [{ setting: 'window', values: WINDOWS }], [today]);

/** The field with a cost of each session by window; NaN: it has no price. */
function priced(field: TuneField, dollars: (window: number, row: number) => number): TuneField {
  const plan = cellsToCost(field);
  const sessions = field.sessions.length;
  const values = Float64Array.from({ length: sessions * plan.cells.length }, (_, at) =>
    dollars(
      plan.cells[at % plan.cells.length]?.values[0] ?? NaN,
      Math.floor(at / plan.cells.length),
    ),
  );
  return withCosts(field, plan, {
    ...{ figures: ['cost'], sessions, cells: plan.cells.length },
    values: [values],
  });
}

const byWindow =
  (dollars: readonly number[]) =>
  (window: number): number =>
    dollars[WINDOWS.indexOf(window)] ?? NaN;

const windowOf = (field: TuneField): number | undefined =>
  WINDOWS[recommend(field)?.choice.place[0] ?? -1];

describe('where cost decides', () => {
  it('the least cost is chosen though it compacts more often, and said', () => {
    const field = priced(swept(), byWindow([5, 4, 6, 7]));
    const found = recommend(field);
    expect(found?.choice).toMatchObject({ kind: 'change', place: [1] });
    const words = wordsText(answerWords(field, found ?? fail()));
    expect(words).toMatch(/^Set window 160,000: costs ~\$4\.00 a session, ~\$7\.00 today \(/);
    expect(windowOf(swept())).toBe(200_000);
  });

  it('today’s settings stay where they cost within 1 % of the least', () => {
    expect(windowOf(priced(swept(), byWindow([6.94, 7, 7.1, 7])))).toBe(200_000);
    expect(windowOf(priced(swept(), byWindow([6.92, 7, 7.1, 7])))).toBe(140_000);
  });

  it('a lower cost that too few sessions show is declined, with its interval', () => {
    const one = priced(swept(), (window, row) => (window === 160_000 && row === 0 ? 1 : 7));
    const found = recommend(one);
    expect(found?.choice.kind).toBe('keep');
    expect(found?.declined).toMatchObject({ place: [1], by: 'cost' });
    const words = wordsText(answerWords(one, found ?? fail()));
    expect(words).toMatch(
      /With window 160,000 it costs less \(.+\), but too few sessions show it: a session −\$1\.50, 95 % interval −\$4\.50 to \$0\./,
    );
  });

  it('within 1 % of the least the most room to where sessions overflow decides', () => {
    const field = priced(swept(), byWindow([4, 4.01, 4.02, 7]));
    const region = recommend(field)?.region ?? fail();
    const at = (window: number) => [WINDOWS.indexOf(window)];
    const breaches = region.breaches.map((breach, cell) => (cell === 0 ? 'loop' : breach));
    expect(roomAt({ ...region, breaches }, at(160_000))).toBeCloseTo(20 / 60);
    expect(roomAt({ ...region, breaches }, at(180_000))).toBeCloseTo(40 / 60);
    expect(roomAt(region, at(180_000))).toBe(1);
  });

  it('what beats the answer but for its cost is named with that reason', () => {
    const field = priced(swept(140_000), byWindow([4, 5, 6, 7]));
    const found = recommend(field) ?? fail();
    expect(found.choice.kind).toBe('keep');
    expect(passedOver(field, found)?.reason).toBe('cost');
  });

  it('the runner-up is the next cheapest', () => {
    const field = priced(swept(), byWindow([6, 4, 5, 7]));
    const columns = answerColumns(field, recommend(field) ?? fail());
    expect(columns.map(({ role, place }) => [role, WINDOWS[place[0] ?? -1]])).toEqual([
      ['today', 200_000],
      ['recommended', 160_000],
      ['runner-up', 180_000],
    ]);
  });

  it('sessions without a price are left out of the sums', () => {
    const field = priced(swept(), (window, row) =>
      row === 0 ? NaN : byWindow([5, 4, 6, 7])(window),
    );
    expect(recommend(field)?.region.sums.cost).toMatchObject({ sessions: 3 });
    expect(windowOf(field)).toBe(160_000);
  });

  it('compactions decide where no session has a price', () => {
    const field = priced(swept(), () => NaN);
    expect(field.costs).toBeUndefined();
    expect(windowOf(field)).toBe(windowOf(swept()));
  });
});

describe('the cells that are priced', () => {
  it('are one of those that come to the same, and what cannot be set is none', () => {
    const calm = plant([{ name: 'calm', results: Array<number>(5).fill(400) }]);
    const field = sweepPlanted(
      calm,
      [
        { setting: 'cap', values: [2, 5] },
        { setting: 'window', values: WINDOWS },
      ],
      [5, 200_000],
    );
    const { cells, of } = cellsToCost(field);
    expect(new Set(outcomeClasses(field.results)).size).toBe(1);
    expect(cells).toHaveLength(1);
    // cap 2 is a patch.
    expect([...of]).toEqual([-1, -1, -1, -1, 0, 0, 0, 0]);
    const known = priced(field, () => 3);
    expect(floatAt(known.costs?.values ?? new Float64Array(), 5)).toBe(3);
    expect(preferenceWords(known)).toContain(
      '4 of 8 settings can be set within the limit, and of those that come to the same one was priced: 1 replayed for their cost.',
    );
  });
});

function fail(): never {
  throw new Error('No recommendation');
}
