import { tableOf, type SizeTable, type WrittenRow } from './size-table';

const november: readonly WrittenRow[] = [
  ['claude-code', null, 'claude-opus-4-5-20251101', 42457, 12029, 16861, null],
  ['claude-code', null, 'claude-opus-4-5-20251101', 40340, 8021, 500, null],
  ['claude-code', null, 'claude-opus-4-5-20251101', 40085, 11955, 7242, null],
  ['claude-code', null, 'claude-opus-4-5-20251101', 127793, 14805, null, null],
  ['claude-code', null, 'claude-opus-4-5-20251101', 127793, 12269, null, null],
  ['claude-code', null, 'claude-opus-4-5-20251101', 41545, 12211, -1035, null],
  ['claude-code', null, 'claude-opus-4-5-20251101', 41545, 7640, 275, null],
  ['claude-code', null, 'claude-opus-4-5-20251101', 136163, 11151, null, null],
  ['claude-code', null, 'claude-opus-4-5-20251101', 136163, 10339, null, null],
  ['claude-code', null, 'claude-opus-4-5-20251101', 40085, 10099, 3654, null],
  ['claude-code', null, 'claude-opus-4-5-20251101', 40131, 8607, 12134, null],
  ['claude-code', null, 'claude-opus-4-5-20251101', 35869, 9456, 17115, null],
  ['claude-code', null, 'claude-opus-4-5-20251101', 42671, 11682, 15071, null],
  ['claude-code', null, 'claude-opus-4-5-20251101', 42671, 8910, -3837, null],
  ['claude-code', null, 'claude-opus-4-5-20251101', 40275, 8790, 8108, null],
  ['claude-code', null, 'claude-opus-4-6', 43832, 10291, 2232, null],
  ['claude-code', null, 'claude-opus-4-6', 42683, 19366, 23499, null],
  ['claude-code', null, 'claude-opus-4-6', 42404, 12011, 16445, null],
  ['claude-code', null, 'claude-opus-4-6', 43104, 14150, 843, null],
  ['claude-code', null, 'claude-opus-4-6', 42279, 15698, 3751, null],
  ['claude-code', null, 'claude-opus-4-7', 25738, 11822, -6050, null],
  ['claude-code', '2.1.17', 'claude-opus-4-5-20251101', 35959, 12243, 17318, 8407],
  ['claude-code', '2.1.7', 'claude-opus-4-5-20251101', 42483, 13435, -627, -627],
  ['claude-code', '2.1.7', 'claude-opus-4-5-20251101', 42483, 7630, 3695, 3695],
  ['claude-code', '2.1.7', 'claude-opus-4-5-20251101', 42454, 11332, 20746, 3284],
  ['claude-code', '2.1.7', 'claude-opus-4-5-20251101', 42454, 10270, 14631, 1284],
  ['claude-code', '2.1.7', 'claude-opus-4-5-20251101', 42454, 15001, 12488, 5337],
  ['claude-code', '2.1.37', 'claude-opus-4-6', 43514, 17402, 4180, -2247],
  ['claude-code', '2.1.37', 'claude-opus-4-6', 43514, 16896, 12144, -2314],
  ['claude-code', '2.1.39', 'claude-opus-4-6', 29733, 14517, 16807, 3572],
  ['claude-code', '2.1.17', 'claude-sonnet-4-5-20250929', 27142, 24572, 10351, 4678],
  ['codex', null, 'gpt-5.4', 170319, 5936, null, null],
  ['pi', null, 'claude-opus-4-5', 2775, 4319, null, null],
  ['pi', null, 'claude-opus-4-5', 2775, 3873, null, null],
];

/** The tables that a build knows, oldest first: a link names one, so none is ever changed or dropped. */
export const sizeTables: readonly SizeTable[] = [tableOf('2026-11', november)];

/** Ids of the tables, the newest first. */
export const sizeTableIds = sizeTables.map(({ id }) => id).reverse();

/** The table of this id; null for none. */
export const sizeTable = (id: string): SizeTable | null =>
  sizeTables.find((table) => table.id === id) ?? null;
