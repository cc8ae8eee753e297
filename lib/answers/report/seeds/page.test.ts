import { expect, it } from 'vitest';
import { seedsPage } from './page';

it('holds every figure of the page, and loses none as JSON', () => {
  const page = seedsPage();
  expect(JSON.parse(JSON.stringify(page))).toEqual(page);
  const parts = page.sections.flatMap((section) => section.parts);
  const empty = parts.filter((part) =>
    part.kind === 'table'
      ? part.rows.length === 0 || part.rows.some((row) => row.length !== part.columns.length)
      : part.lines.length === 0,
  );
  expect(empty.map(({ id }) => id)).toEqual([]);
  expect(page.versions.length).toBeGreaterThan(3);
});
