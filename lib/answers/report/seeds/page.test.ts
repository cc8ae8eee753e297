import { expect, it } from 'vitest';
import { seedsPage } from './page';

it('holds every figure of the page, and loses none as JSON', () => {
  const page = seedsPage();
  expect(JSON.parse(JSON.stringify(page))).toEqual(page);
  const ids = page.sections.map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining(Object.keys(page.tables)));
  expect(page.versions.length).toBeGreaterThan(3);
});
