import { err, ok, type Result } from '@/lib/engine/base/result';
import type { Replay } from '@/lib/engine/replay/replay';
import { goldenFields, goldenRow, isGoldenField } from '@/lib/analysis/export/golden-rows';
import { historyFields, historyRow, isHistoryField } from '@/lib/analysis/export/history-rows';
import { isSlidingField, slidingFields, slidingRow } from '@/lib/analysis/export/sliding-rows';

/** Computes a step's values in the order of a file's `stepFields`. */
export interface RowReader {
  readonly fields: readonly string[];
  readonly row: (replay: Replay, step: number) => readonly unknown[];
}

/** A field that no row kind has; `index` counts from 0. */
interface UnknownField {
  readonly index: number;
  readonly message: string;
}

/**
 * Row kind of the golden vectors (scenarios, sliding window, earlier versions of the reference) that
 * has all the fields; scenarios without fields.
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
