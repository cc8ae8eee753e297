import { describe, expect, it } from 'vitest';
import { sizeTables } from '@/lib/engine/sizes/shipped';
import type { SizeRow } from '@/lib/engine/sizes/size-table';
import { compactionSections, sizesTable } from './compaction-sections';
import { methodSections } from './method-sections';

const row = (first: number, summaryBytes: number, back: number | null): SizeRow => ({
  agent: 'claude-code',
  version: null,
  model: 'm',
  first,
  summaryBytes,
  back,
  rest: null,
});
const tableOf = (rows: readonly SizeRow[]) => ({ id: 'test', rows });

describe('the sections of the method', () => {
  const sections = methodSections();

  it('have ids of their own, and something to say', () => {
    const ids = sections.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { assumptions, tables } of sections) {
      expect(assumptions.length + tables.length).toBeGreaterThan(0);
    }
  });

  it('give every assumption its evidence, its n and where it fails', () => {
    for (const { assumptions } of sections) {
      for (const one of assumptions) {
        for (const text of Object.values(one)) expect(text).not.toBe('');
      }
    }
  });

  it('have rows as wide as their heads', () => {
    for (const { tables } of sections) {
      for (const { columns, rows } of tables) {
        expect(rows.length).toBeGreaterThan(0);
        for (const cells of rows) expect(cells).toHaveLength(columns.length);
      }
    }
  });
});

describe('the table of sizes', () => {
  it('holds median, p10 to p90, n and sessions, each quantity by its own rows', () => {
    const table = tableOf([
      row(1_000, 100, 10),
      row(1_000, 200, null),
      row(2_000, 300, 30),
      row(3_000, 400, 40),
      row(4_000, 500, 50),
    ]);
    expect(sizesTable(table).rows).toEqual([
      ['Claude Code', 'summary, bytes', '300', '140 to 460', '5', '4'],
      ['Claude Code', 'came back, tokens', '35', '16 to 47', '4', '4'],
    ]);
  });

  it('says that the spread of fewer than four rows is assumed', () => {
    expect(sizesTable(tableOf([row(1_000, 100, 10)])).rows).toEqual([
      ['Claude Code', 'summary, bytes', '100', '50 to 200, assumed', '1', '1'],
      ['Claude Code', 'came back, tokens', '10', '5 to 20, assumed', '1', '1'],
    ]);
  });

  it('is the newest that the build ships, and its n is that of the assumption', () => {
    const newest = sizeTables.at(-1)!;
    const [summaries] = compactionSections();
    expect(summaries?.tables[0]?.caption).toContain(newest.id);
    const rows = newest.rows.filter(({ agent }) => agent === 'claude-code').length;
    expect(summaries?.assumptions[0]?.n).toBe(`${rows} compactions`);
  });
});
