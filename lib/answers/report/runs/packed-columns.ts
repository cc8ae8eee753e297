import type { Replay } from '@/lib/engine/replay/replay';
import type { RunResult } from './run-record';

/** One column of a record. */
export type PackedColumn = RunResult['columns'][string];

/** A column as plain JSON: equal neighbours are counted, what is no number is null. */
export function packed(values: Iterable<number>): PackedColumn {
  const out: PackedColumn[number][] = [];
  let value: number | null = null;
  let times = 0;
  const close = (): void => {
    if (times === 1) out.push(value);
    else if (times > 1) out.push([value, times]);
  };
  for (const each of values) {
    const next = jsonNumber(each);
    if (times > 0 && next === value) times++;
    else {
      close();
      value = next;
      times = 1;
    }
  }
  close();
  return out;
}

/** JSON has neither NaN nor a negative zero. */
const jsonNumber = (value: number): number | null => (Number.isFinite(value) ? value + 0 : null);

/** Every value of a packed column; a record's step counts bound their number. */
export function unpacked(column: PackedColumn, most: number): readonly (number | null)[] {
  const values: (number | null)[] = [];
  for (const item of column) {
    const [value, times] = Array.isArray(item) ? item : [item, 1];
    for (let i = 0; i < times && values.length < most; i++) values.push(value);
  }
  return values;
}

/** Every column of a replay, and its marks. */
export const columnsOf = ({ columns, marks }: Replay): RunResult['columns'] =>
  Object.fromEntries(
    Object.entries({ ...columns, marks }).map(([name, values]) => [name, packed(values)]),
  );
