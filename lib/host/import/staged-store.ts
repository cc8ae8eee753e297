import type { ImportStage } from '@/lib/host/db/imports/import-stage';
import { SecretCounter } from '@/lib/host/secrets/secret-counter';
import type { EntryRef, EntryStore } from '@/lib/session/draft';
import type { Entry, Json } from '@/lib/session/schema';
import { EntryTable } from '@/lib/tokens/entry-table';

/** Stores entries' text in blobs; measures them and searches them for secrets. */
export class StagedStore implements EntryStore {
  /** Measured entries, one row each. */
  readonly table = new EntryTable();
  readonly secrets = new SecretCounter();

  constructor(private readonly stage: ImportStage) {}

  entry(entry: Entry): EntryRef {
    const text = JSON.stringify(entry);
    this.secrets.add(text);
    this.stage.text('entries', text);
    return this.table.push(entry);
  }

  usage(record: Json): number {
    return this.stage.text('usages', JSON.stringify(record));
  }
}
