import { err, ok, type Result } from '@/lib/engine/base/result';
import type { Database } from '@/lib/server/db/client';
import type { ImportFailure } from '@/lib/server/db/imports/import-queue';
import { findMapping, nameOfMapping } from '@/lib/server/db/imports/mappings';
import type { Importer } from '@/lib/readers/importers/importer';
import { mappedImporter } from '@/lib/readers/importers/mapped/mapped';
import { mappingSchema } from '@/lib/readers/importers/mapped/mapping';
import { importers } from '@/lib/readers/importers/registry';
import { parseImportOptions } from './import-options';

const GONE: ImportFailure = {
  code: 'unrecognized',
  message: 'The mapping for this file was deleted.',
};

/** The importer chosen by an import's options; undefined to detect the format. */
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

/** True if two imports have the same mapping and format. */
export function isReadAlike(one: string | null, other: string | null): boolean {
  const [a, b] = [parseImportOptions(one), parseImportOptions(other)];
  return a.mapping === b.mapping && a.format === b.format;
}
