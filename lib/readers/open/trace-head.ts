import { rm } from 'node:fs/promises';
import { err, ok, type Result } from '@/lib/engine/base/result';
import type { ImportError, Importer, TraceHead } from '@/lib/readers/importers/importer';
import type { HeadRecord } from '@/lib/readers/importers/mapped/preview';
import { importers } from '@/lib/readers/importers/registry';
import { findContent } from './find-content';
import { UnpackBudget } from './archives/unpack-budget';
import { temporaryFolder } from './temporary-folder';
import { asImportError, TraceFile } from './trace-file';
import type { TraceSource } from './trace-source';

/** The beginning of a JSON file for a mapping. */
export interface MappableHead {
  /** Kind of trace for the mapping. */
  readonly input: 'jsonl' | 'json';
  /** The first records, or the one document; `at` is a record's number or its place in an array. */
  readonly records: readonly HeadRecord[];
  /** Formats that claim the file. */
  readonly formats: readonly Importer[];
}

/** Kinds that mappings read, preferred first. */
const KINDS = ['jsonl', 'json'] as const;

/** Head for an importer chosen by the user: its own claim, else the default. */
export function headFor(
  heads: readonly TraceHead[],
  importer: Importer,
): Result<TraceHead, ImportError> {
  const fit = heads.filter(({ kind }) => importer.inputs.includes(kind));
  const own = fit.find((head) => importer.sniff(head));
  const usual = KINDS.flatMap((kind) => fit.filter((head) => head.kind === kind));
  const head = own ?? usual[0] ?? fit[0];
  if (head !== undefined) return ok(head);
  const message = `The file is not JSON that can be read as ${importer.label}.`;
  return err({ code: 'unrecognized', message });
}

/** Reads the beginning of a file for a mapping. Archives and databases are errors. */
export async function mappableHead(path: string): Promise<Result<MappableHead, ImportError>> {
  const opened = await TraceFile.open(path);
  if (!opened.ok) return opened;
  const file = opened.value;
  const scratch = temporaryFolder();
  try {
    const options = { budget: new UnpackBudget(file.bytes), scratch, signal: undefined };
    const found = await findContent(path, file, options);
    if (!found.ok) return found;
    const content = found.value;
    if (content.kind === 'members') {
      await content.set.close();
      return err({ code: 'unrecognized', message: 'A mapping reads one file, not an archive.' });
    }
    const head = ofSource(content.source);
    await content.source.close();
    return head;
  } catch (error) {
    return err(asImportError(error));
  } finally {
    await file.close();
    await rm(scratch, { recursive: true, force: true });
  }
}

function ofSource({ heads, unclaimed }: TraceSource): Result<MappableHead, ImportError> {
  if (unclaimed.code === 'no-records') return err(unclaimed);
  for (const input of KINDS) {
    const head = heads.find(({ kind }) => kind === input);
    if (head === undefined) continue;
    const elements = input === 'jsonl' && heads.some(isArray);
    const records = head.records.map((value, i) => ({ value, at: elements ? `$[${i}]` : i + 1 }));
    const formats = importers.filter((importer) =>
      heads.some((one) => importer.inputs.includes(one.kind) && importer.sniff(one)),
    );
    return ok({ input, records, formats });
  }
  return err({ code: 'unrecognized', message: 'The file is not JSON that a mapping can read.' });
}

const isArray = ({ kind, records }: TraceHead): boolean =>
  kind === 'json' && Array.isArray(records[0]);
