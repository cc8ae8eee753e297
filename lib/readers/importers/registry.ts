import { err, ok, type Result } from '@/lib/engine/base/result';
import * as builtin from './builtin';
import type { ImportError, Importer, TraceHead } from './importer';

/** Every importer, ordered by id (bundlers disagree on a namespace's key order). */
export const importers: readonly Importer[] = Object.values(builtin).sort((a, b) =>
  a.id < b.id ? -1 : 1,
);

/** Source name of each importer by its id; fits a narrow column. */
export const sourceNames: Readonly<Record<string, string>> = Object.fromEntries(
  importers.map(({ id, label, source = label }) => [id, source]),
);

/** The one importer that claims a trace. */
export function sniff(head: TraceHead): Result<Importer, ImportError> {
  const claims = importers.filter(
    (importer) => importer.inputs.includes(head.kind) && importer.sniff(head),
  );
  const [first] = claims;
  if (first === undefined) {
    return err({ code: 'unrecognized', message: 'No importer recognises this file.' });
  }
  if (claims.length > 1) {
    const names = claims.map((claim) => claim.id).join(', ');
    return err({ code: 'ambiguous', message: `Several importers claim this file: ${names}.` });
  }
  return ok(first);
}
