import { expect, it } from 'vitest';
import { doors, helpPages, innerPages } from './site-pages';

const holding = (path: string): readonly string[] =>
  doors.filter(({ holds }) => holds(path)).map(({ label }) => label);

const labels = (pages: typeof doors): string => pages.map(({ label }) => label).join(' · ');

it('has four doors, and leads to every other page behind them or from help', () => {
  expect(labels(doors)).toBe('Library · Tune · Compare · Scenarios');
  expect(labels(innerPages)).toBe('Watched folders · Frozen runs · Builder · Matrix');
  expect(labels(helpPages)).toBe('Systems · Method · Seeds');
});

it('marks one door for each address behind it, none for what is read in help', () => {
  for (const { href, label } of doors) expect(holding(href)).toEqual([label]);
  expect(innerPages.flatMap(({ href }) => holding(href))).toEqual([
    'Library',
    'Library',
    'Scenarios',
    'Scenarios',
  ]);
  expect(helpPages.flatMap(({ href }) => holding(href))).toEqual([]);
  expect(holding('/sessions/ckx41abc0')).toEqual(['Library']);
  expect(holding('/imports/ckx41abc0/mapping')).toEqual(['Library']);
});
