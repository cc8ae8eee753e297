import type { ImportStage } from '@/lib/db/import-stage';
import type { EntryRef, EntryStore } from '@/lib/session/draft';
import type { Entry, Json } from '@/lib/session/schema';
import { EntryTable } from '@/lib/tokens/entry-table';

/** Measures entries while they are stored; their text goes into blobs and is not kept. */
export class StagedStore implements EntryStore {
  /** The measured entries, one row each. */
  readonly table = new EntryTable();
  readonly #stage: ImportStage;

  constructor(stage: ImportStage) {
    this.#stage = stage;
  }

  entry(entry: Entry): EntryRef {
    this.#stage.text('entries', JSON.stringify(entry));
    return this.table.push(entry);
  }

  usage(record: Json): number {
    return this.#stage.text('usages', JSON.stringify(record));
  }
}
