import type { ImportStage } from '@/lib/server/db/imports/import-stage';
import { SecretCounter } from '@/lib/readers/secrets/secret-counter';
import type { EntryRef, EntryStore } from '@/lib/engine/session/draft';
import type { Entry, Json, Part } from '@/lib/engine/session/schema';
import { EntryTable } from '@/lib/engine/tokens/entry-table';

/** Stores entries' text in blobs; measures them and searches them for secrets. */
export class StagedStore implements EntryStore {
  /** Measured entries, one row each. */
  readonly table = new EntryTable();
  readonly secrets = new SecretCounter();

  constructor(private readonly stage: ImportStage) {}

  entry(given: Entry): EntryRef {
    const entry = this.#withoutImages(given);
    const text = JSON.stringify(entry);
    this.secrets.add(text);
    this.stage.text('entries', text);
    return this.table.push(entry);
  }

  /** Stores images by themselves: no text holds their data, and no search for secrets reads it. */
  #withoutImages(entry: Entry): Entry {
    if (!entry.parts.some(({ kind }) => kind === 'inline')) return entry;
    const parts = entry.parts.map((part): Part => {
      if (part.kind !== 'inline') return part;
      // A number that the trace brought is no number of this store's.
      const { data, stored: _, ...rest } = part;
      if (data === undefined) return rest;
      return { ...rest, stored: this.stage.text('images', JSON.stringify(data)) };
    });
    return { ...entry, parts };
  }

  usage(record: Json): number {
    return this.stage.text('usages', JSON.stringify(record));
  }
}
