import { expect, it } from 'vitest';
import { sitePages } from './site-pages';

const holding = (path: string): readonly string[] =>
  sitePages.filter(({ holds }) => holds(path)).map(({ label }) => label);

it('names every page in its order', () => {
  expect(sitePages.map(({ label }) => label).join(' ')).toBe(
    'Library Watched Scenarios Builder Matrix Compare Tune Runs Seeds Systems Method',
  );
});

it('has one page for each address, and for what is below it', () => {
  for (const { href, label } of sitePages) expect(holding(href)).toEqual([label]);
  expect(holding('/sessions/ckx41abc0')).toEqual(['Library']);
  expect(holding('/runs/ckx41abc0')).toEqual(['Runs']);
  expect(holding('/imports/ckx41abc0/mapping')).toEqual([]);
});
