/** The row of a corpus that a sweep is of: sessions of one policy, version and limit, which are never mixed. */
import type * as z from 'zod';
import { rowWords, type CorpusRow, type LeftOut } from '@/lib/analysis/fit/opened/corpus-rows';
import { counted, formatInteger } from '@/lib/engine/base/format';
import { settingFields } from '@/lib/engine/policy/fields';
import type { PolicyChoice } from '@/lib/policies/policy-choice';
import { countedOnce } from '@/lib/tuning/shared-steps';
import { axisFields } from '@/lib/tuning/sweep/first-axes';
import { rowSchema } from './row-blocks';
import type { SweepSession } from './swept-corpus';
import { choiceOf, numberedRow, splitRows } from './tuned-rows';

/** A row, as programs get it. */
export const sweptRowSchema = rowSchema.pick({
  ...{ row: true, name: true, policy: true, preset: true, own: true, limit: true },
  ...{ recorded: true, generated: true },
});
type Row = z.output<typeof sweptRowSchema>;

/** Which row of a corpus is swept. */
export interface SweptRow {
  readonly rows: readonly Row[];
  /** null: sessions that were chosen before, whatever they ran under. */
  readonly row: number | null;
  readonly leftOut: LeftOut;
}

/** A list of sessions that was kept. */
export const KEPT_LIST: SweptRow = { rows: [], row: null, leftOut: { short: 0, generated: 0 } };

/** What decides the rows, and which of them is swept. */
interface RowRequest {
  /** Null where none is named: each session's own. */
  readonly named: PolicyChoice | null;
  readonly limit: number | undefined;
  readonly row: number | undefined;
  /** Settings that are varied or fixed. */
  readonly keys: readonly string[];
}

/** The row that is asked for, with its sessions and their policy. @throws QuestionError for one that is not there */
export function sweptRow(read: readonly SweepSession[], asked: RowRequest) {
  const { named, limit, row: number } = asked;
  const { rows, leftOut } = splitRows(read, named, limit);
  const chosen = number === undefined ? firstRow(rows, asked) : numberedRow(rows, number);
  const once = countedOnce(read);
  const own = new Set(chosen.sessions);
  const of: SweptRow = { rows: rows.map(rowOf), row: rows.indexOf(chosen) + 1, leftOut };
  return {
    of,
    choice: choiceOf(chosen, named),
    taken: read.flatMap((one, at) => (own.has(one) ? [once[at] ?? one] : [])),
  };
}

const rowOf = (one: CorpusRow<SweepSession>, at: number): Row => {
  const { policy, preset, own, limit, recorded, sessions } = one;
  const facts = { policy, preset, own, limit, recorded, generated: sessions.length - recorded };
  return { row: at + 1, name: rowWords(one), ...facts };
};

/** The first row whose policy has what is varied and fixed, else the first that has anything to sweep. */
function firstRow(
  rows: readonly CorpusRow<SweepSession>[],
  { named, keys }: RowRequest,
): CorpusRow<SweepSession> {
  const [first] = rows;
  if (first === undefined) throw new Error('A sweep has no session');
  const swept = rows.flatMap((row) => {
    const { policy } = choiceOf(row, named);
    const own = new Set(settingFields(policy).map(({ key }) => key));
    return axisFields(policy).length === 0
      ? []
      : [{ row, hasAll: keys.every((key) => own.has(key)) }];
  });
  return (swept.find(({ hasAll }) => hasAll) ?? swept[0])?.row ?? first;
}

/** Which row of several is swept, and how the others are. */
export function sweptRowLines({ rows, row: swept }: SweptRow): readonly string[] {
  if (rows.length < 2) return [];
  return rows.map(({ row, name, recorded, generated }) => {
    const sessions =
      recorded > 0
        ? counted(recorded, 'recorded session')
        : counted(generated, 'generated session');
    const number = formatInteger(row);
    return row === swept
      ? `Row ${number} is swept: ${name}, ${sessions}.`
      : `Row ${number} is left to --row ${number}: ${name}, ${sessions}.`;
  });
}
