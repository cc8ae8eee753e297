import { mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { Scratch } from '@/lib/readers/open/testing/scratch';
import { writeFrozenTable } from '@/lib/engine/sizes/frozen-table';
import { sizeTable, sizeTableIds } from '@/lib/engine/sizes/known-tables';
import { loadSizeTables } from './size-folder';

const scratch = new Scratch();
const folder = join(scratch.folder, 'sizes');
const shipped = sizeTableIds();

beforeEach(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
});
afterAll(() => scratch.remove());

const text = (name: string, bytes: number): string =>
  writeFrozenTable(name, [['claude-code', null, 'claude-opus-4-5', 40_000, bytes, null, null]]);
const write = (file: string, content: string): void => writeFileSync(join(folder, file), content);

it('makes the tables of a folder known, and forgets those whose files are gone', async () => {
  write('b.json', text('b', 1));
  write('a.json', text('a', 2));
  write('notes.txt', 'not a table');
  const { tables, faults } = await loadSizeTables(folder);
  expect(faults).toEqual([]);
  expect(tables.map(({ id }) => id.replace(/\..*/, ''))).toEqual(['a', 'b']);
  expect(sizeTableIds()).toEqual([...shipped, ...tables.map(({ id }) => id)]);
  rmSync(join(folder, 'a.json'));
  await loadSizeTables(folder);
  expect(sizeTable(tables[0]!.id)).toBeNull();
  expect(sizeTable(tables[1]!.id)).not.toBeNull();
});

it('has none without a folder', async () => {
  expect(await loadSizeTables(join(scratch.folder, 'nowhere'))).toEqual({ tables: [], faults: [] });
});

it('names file, row and cause of one that cannot be read, and reads the others', async () => {
  write('good.json', text('good', 1));
  write('row.json', text('row', 7_630).replace('7630', '-1'));
  write('half.json', text('half', 1).slice(0, 40));
  mkdirSync(join(folder, 'folder.json'));
  symlinkSync(join(folder, 'gone'), join(folder, 'link.json'));
  writeFileSync(join(folder, 'large.json'), Buffer.alloc(17_000_000, 32));
  const { tables, faults } = await loadSizeTables(folder);
  expect(tables).toHaveLength(1);
  expect(faults).toEqual([
    `${join(folder, 'folder.json')}: This is not a file. Take it out of the folder, or write it again with “highwater tables sizes”.`,
    expect.stringMatching(/half\.json: Line 3: the JSON is cut off\. Take it out/),
    expect.stringMatching(/large\.json: The file is larger than 16 MB\. Take it out/),
    expect.stringMatching(/link\.json: The file cannot be opened \(ENOENT\)\. Take it out/),
    expect.stringMatching(
      /row\.json: Row 1: summaryBytes must be a whole number from 0 to 2147483647\. Take it out/,
    ),
  ]);
});

it('reads a file again once it has changed', async () => {
  write('a.json', text('a', 1));
  const [before] = (await loadSizeTables(folder)).tables;
  write('a.json', text('a', 2));
  utimesSync(join(folder, 'a.json'), 1, 1);
  const [after] = (await loadSizeTables(folder)).tables;
  expect(after!.id).not.toBe(before!.id);
});

it('refuses other rows under an id that is known', async () => {
  const [first = ''] = shipped;
  write('forged.json', text('x', 1).replace(/"id": "[^"]*"/, `"id": "${first}"`));
  expect((await loadSizeTables(folder)).faults).toEqual([
    expect.stringMatching(/forged\.json: Its rows have the hash/),
  ]);
  rmSync(join(folder, 'forged.json'));
  write('same.json', text('same', 1));
  write('twin.json', text('same', 1));
  expect(await loadSizeTables(folder)).toMatchObject({ tables: [{}], faults: [] });
  // Two sizes that give two tables one hash.
  const [one, other] = [208_231, 1_590_690];
  write('one.json', text('same', one));
  write('other.json', text('same', other));
  const { tables, faults } = await loadSizeTables(folder);
  expect(tables.find(({ id }) => id.endsWith('.6b843b57'))?.rows[0]?.summaryBytes).toBe(one);
  expect(faults).toEqual([expect.stringMatching(/other\.json: Other rows are known under its id/)]);
});
