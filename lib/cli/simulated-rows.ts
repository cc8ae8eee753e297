import { err, ok, type Result } from '@/lib/base/result';
import type { Replay } from '@/lib/replay/replay';
import { goldenFields, goldenRow, isGoldenField } from '@/lib/report/golden-rows';
import { historyFields, historyRow, isHistoryField } from '@/lib/report/history-rows';
import { isSlidingField, slidingFields, slidingRow } from '@/lib/report/sliding-rows';

/** Computes a step's values in the order of a file's `stepFields`. */
export interface RowReader {
  readonly fields: readonly string[];
  readonly row: (replay: Replay, step: number) => readonly unknown[];
}

/** A field that no kind of row has; `index` counts from 0. */
export interface UnknownField {
  readonly index: number;
  readonly message: string;
}

/**
 * The rows of the golden vectors: those of scenarios, of the sliding window, or of the reference's
 * earlier versions, whichever has all the fields; those of scenarios where none are named.
 */
export function rowReader(
  fields: readonly string[] = goldenFields,
): Result<RowReader, UnknownField> {
  const row = rowOf(fields);
  if (row !== null) return ok({ fields, row });
  const index = fields.findIndex((field) => !known(field));
  if (index < 0) {
    const message = 'these fields belong to different kinds of rows.';
    return err({ index: fields.findIndex((field) => !isGoldenField(field)), message });
  }
  const all = [...new Set<string>([...goldenFields, ...slidingFields, ...historyFields])];
  return err({ index, message: `no field "${fields[index] ?? ''}". Fields: ${all.join(', ')}.` });
}

const known = (field: string): boolean =>
  isGoldenField(field) || isSlidingField(field) || isHistoryField(field);

function rowOf(fields: readonly string[]): RowReader['row'] | null {
  if (fields.every(isGoldenField)) {
    return (run, step) => goldenRow(run.session.profile, run, step, fields);
  }
  if (fields.every(isSlidingField)) {
    return (run, step) => slidingRow(run.session.profile, run, step, fields);
  }
  if (fields.every(isHistoryField)) {
    return (run, step) => historyRow(run.session.profile, run, step, fields);
  }
  return null;
}
