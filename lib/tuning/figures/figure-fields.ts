/** Figures as fields of rows, the same in every file and answer. */
import { floatAt } from '@/lib/engine/base/read';
import { figureOf } from './figure';
import type { FigureResults, FigureSums } from './figure-results';

/** A cell's figures as fields: its sum (null where none is known) and the sessions that have it. */
export const figureFields = (
  sums: readonly FigureSums[],
  cell: number,
): Readonly<Record<string, number | null>> =>
  Object.fromEntries(
    sums.flatMap(({ figure, sums: values, known }) => {
      const { field, sessionsField } = figureOf(figure);
      const value = floatAt(values, cell);
      return [
        [field, Number.isNaN(value) ? null : value],
        [sessionsField, known],
      ] as const;
    }),
  );

/** A session's figures under a cell as fields; null where one cannot be told. */
export const sessionFigures = (
  results: FigureResults | null,
  row: number,
  cell: number,
): Readonly<Record<string, number | null>> =>
  Object.fromEntries(
    (results?.figures ?? []).map((id, i) => {
      const value = results?.values[i]?.[row * results.cells + cell] ?? NaN;
      return [figureOf(id).field, Number.isNaN(value) ? null : value];
    }),
  );
