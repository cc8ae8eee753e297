import type { ImportStage } from '@/lib/db/import-stage';
import { SecretCounter } from '@/lib/secrets/secret-counter';
import type { EntryRef, EntryStore } from '@/lib/session/draft';
import type { Entry, Json } from '@/lib/session/schema';
import { EntryTable } from '@/lib/tokens/entry-table';

/** Measures entries while they are stored and looks for secrets; their text goes into blobs. */
export class StagedStore implements EntryStore {
  /** The measured entries, one row each. */
  readonly table = new EntryTable();
  readonly secrets = new SecretCounter();
  readonly #stage: ImportStage;

  constructor(stage: ImportStage) {
    this.#stage = stage;
  }

  entry(entry: Entry): EntryRef {
    const text = JSON.stringify(entry);
    this.secrets.add(text);
    this.#stage.text('entries', text);
    return this.table.push(entry);
  }

  usage(record: Json): number {
    return this.#stage.text('usages', JSON.stringify(record));
  }
}
