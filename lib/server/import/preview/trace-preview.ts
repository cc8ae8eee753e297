import { err, ok, type Result } from '@/lib/engine/base/result';
import type { ImportError } from '@/lib/readers/importers/importer';
import { guessMapping } from '@/lib/readers/importers/mapped/guess';
import type { Mapping } from '@/lib/readers/importers/mapped/mapping';
import type { HeadRecord } from '@/lib/readers/importers/mapped/preview';
import { mappableHead } from '@/lib/readers/open/trace-head';
import { maskSecrets } from '@/lib/readers/secrets/mask-secrets';
import { shortenedRecords } from './shortened-records';

/** The beginning of a file for a page: records without secrets, and a guess of their mapping. */
export interface TracePreview {
  readonly input: 'jsonl' | 'json';
  readonly records: readonly HeadRecord[];
  /** Secrets masked in the records. */
  readonly masked: number;
  readonly guess: Mapping;
  /** Formats that claim the file. */
  readonly formats: readonly { readonly id: string; readonly label: string }[];
}

/** Reads the beginning of a file in this process, with as much time and memory as it takes. */
export async function previewTrace(file: string): Promise<Result<TracePreview, ImportError>> {
  const head = await mappableHead(file);
  if (!head.ok) return err(head.error);
  const values = shortenedRecords(head.value.records.map(({ value }) => value));
  const { value: shown, secrets } = await maskSecrets(values);
  const records = head.value.records.map(({ at }, i) => ({ at, value: shown[i] ?? null }));
  return ok({
    ...{ input: head.value.input, records, masked: secrets, guess: guessMapping(records) },
    formats: head.value.formats.map(({ id, label }) => ({ id, label })),
  });
}
