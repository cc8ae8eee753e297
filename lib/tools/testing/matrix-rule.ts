import { fieldsOf, listOf, mapFields, type Fields } from './loose';
import { policyChange } from './policy-changes';

/** Names of a matrix outcome's values that its scenario states. */
const OF_SCENARIO = new Set([
  'steps',
  'limit',
  'scenarios',
  'scenario',
  'window',
  'policy',
  'preset',
]);

/** True for a column whose policy changed: the only ones of a matrix, as scenarios are generated. */
const isChanged = (column: string): boolean => policyChange(column.split('~')[0] ?? '') !== null;

const countsNow = (before: unknown, now: unknown): Fields =>
  mapFields(before, (value, key) => (OF_SCENARIO.has(key) ? value : (fieldsOf(now)[key] ?? value)));

/** Cells of the matrix page by "scenario column", with today's numbers in columns that changed. */
export const matrixCellsNow = (before: Fields, now: unknown): Fields =>
  mapFields(before, (text, key) =>
    isChanged(key.split(' ').at(-1) ?? '') && key in fieldsOf(now) ? fieldsOf(now)[key] : text,
  );

/** Rows of the matrix as CSV. */
export const matrixRecordsNow = (before: readonly Fields[], now: readonly Fields[]): unknown =>
  before.map((record, i) =>
    isChanged(String(record['policy'])) ? countsNow(record, now[i]) : record,
  );

/** The matrix as JSON. */
export function matrixJsonNow(before: unknown, now: unknown): Fields {
  const [was, is] = [fieldsOf(before), fieldsOf(now)];
  const columns = listOf(was['columns']).map((item, i) => {
    const column = fieldsOf(item);
    if (!isChanged(String(column['policy']))) return column;
    const other = fieldsOf(listOf(is['columns'])[i]);
    // The version and its fidelity describe the rule that changed.
    const { version = column['version'], fidelity = column['fidelity'] } = other;
    return { ...column, version, fidelity, totals: countsNow(column['totals'], other['totals']) };
  });
  const scenarios = listOf(was['scenarios']).map((item, i) => {
    const now = fieldsOf(fieldsOf(listOf(is['scenarios'])[i])['outcomes']);
    const outcomes = mapFields(fieldsOf(item)['outcomes'], (outcome, key) =>
      isChanged(key) ? countsNow(outcome, now[key]) : outcome,
    );
    return { ...fieldsOf(item), outcomes };
  });
  return { ...was, columns, scenarios };
}

/** The matrix as Markdown without the columns that changed. */
export function withoutChangedColumns(markdown: string): string {
  const rows = markdown.split('\n').map((line) => line.split('|'));
  const changed = (rows[0] ?? []).map((cell) => isChanged(cell.replace(/[\s`]/g, '')));
  return rows
    .map((cells) => (cells.length < 3 ? cells : cells.filter((_, i) => changed[i] !== true)))
    .map((cells) => cells.join('|'))
    .join('\n');
}
