import { afterEach, describe, expect, it } from 'vitest';
import { claudeCode } from '@/lib/policies/claude-code/policy';
import { settingFields } from '@/lib/engine/policy/fields';
import { holdFrozenTables, sizeTable, sizeTableIds } from './known-tables';
import { sizeTables } from './shipped';
import { tableOf } from './size-table';

const table = (name: string, bytes = 1_000) =>
  tableOf(name, [['claude-code', null, 'claude-opus-4-5', 40_000, bytes, null, null]]);

const shipped = sizeTables.map(({ id }) => id).reverse();

afterEach(() => holdFrozenTables([]));

describe('the tables of sizes', () => {
  it('are the shipped ones, newest first, then the frozen ones by id', () => {
    const [one, two] = [table('b'), table('a')];
    holdFrozenTables([one, two]);
    expect(sizeTableIds()).toEqual([...shipped, two.id, one.id]);
    expect(sizeTable(one.id)).toBe(one);
    holdFrozenTables([]);
    expect(sizeTableIds()).toEqual(shipped);
    expect(sizeTable(one.id)).toBeNull();
  });

  it('are what the setting offers and takes', () => {
    const one = table('team');
    const offered = (): readonly string[] | undefined =>
      settingFields(claudeCode).find(({ key }) => key === 'sizes')?.options;
    expect(offered()).toEqual([...shipped, 'none']);
    const before = claudeCode.settings.safeParse({ sizes: one.id });
    expect(before.error?.issues[0]?.message).toBe(
      `there is no table of sizes "${one.id}" here; there are ${shipped.join(', ')}, none`,
    );
    holdFrozenTables([one]);
    expect(offered()).toEqual([...shipped, one.id, 'none']);
    expect(claudeCode.settings.parse({ sizes: one.id }).sizes).toBe(one.id);
    expect(claudeCode.settings.parse({}).sizes).toBe(shipped[0]);
    expect(claudeCode.settings.parse({ sizes: 'none' }).sizes).toBe('none');
  });

  it('never change the meaning of an id: a shipped one stays, the same rows count once', () => {
    const [first] = sizeTables;
    const forged = { id: first!.id, rows: table('x').rows };
    holdFrozenTables([forged, table('a'), table('a')]);
    expect(sizeTable(first!.id)).toBe(first);
    expect(sizeTableIds()).toEqual([...shipped, table('a').id]);
  });
});
