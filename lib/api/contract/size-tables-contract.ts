import * as z from 'zod';
import { tableOf, type SizeTable } from '@/lib/engine/sizes/size-table';
import { list } from './fields';

const text = z.string().max(200);
const row = z
  .tuple([text, text.nullable(), text, z.int(), z.int(), z.int().nullable(), z.int().nullable()])
  .readonly();

/** GET /api/size-tables: the frozen tables of sizes beside the library, besides the shipped ones. */
export const sizeTablesSchema = z.strictObject({
  tables: list(
    z.strictObject({
      /** Name and hash of the rows, as the setting `sizes` and links name the table. */
      id: text,
      /** Agent, version, model, first request, bytes of the summary, what came back, and without files. */
      rows: list(row),
    }),
  ),
  /** A sentence for each file that is no table. */
  faults: list(z.string()),
});
type SizeTablesAnswer = Readonly<z.infer<typeof sizeTablesSchema>>;

/** The tables of an answer. */
export const tablesOf = ({ tables }: SizeTablesAnswer): readonly SizeTable[] =>
  tables.map(({ id, rows }) => tableOf(id.replace(/\.[^.]*$/, ''), rows));
