import { err, ok, type Result } from '@/lib/base/result';
import type { Database } from '@/lib/db/client';
import type { ImportFailure } from '@/lib/db/imports';
import { findMapping, nameOfMapping } from '@/lib/db/mappings';
import type { Importer } from '@/lib/importers/importer';
import { mappedImporter } from '@/lib/importers/mapped/mapped';
import { mappingSchema } from '@/lib/importers/mapped/mapping';
import { importers } from '@/lib/importers/registry';
import { parseImportOptions } from './import-options';

const GONE: ImportFailure = {
  code: 'unrecognized',
  message: 'The mapping that this file was to be read by is not there any more.',
};

/** The importer that an import's options choose; undefined where the format is to be found out. */
export async function chosenImporter(
  db: Database,
  options: string | null,
): Promise<Result<Importer | undefined, ImportFailure>> {
  const { mapping, format } = parseImportOptions(options);
  if (mapping !== undefined) {
    const row = await findMapping(db, mapping);
    if (row === null) return err(GONE);
    const parsed = mappingSchema.safeParse(JSON.parse(row.json));
    if (!parsed.success) return err(GONE);
    return ok(mappedImporter(parsed.data, await nameOfMapping(db, row)));
  }
  return ok(importers.find(({ id }) => id === format));
}

/** Whether two imports of the same content were, or are to be, read the same way. */
export function isReadAlike(one: string | null, other: string | null): boolean {
  const [a, b] = [parseImportOptions(one), parseImportOptions(other)];
  return a.mapping === b.mapping && a.format === b.format;
}
