import type { EntryRef, EntryStore, SessionDraft } from './draft';
import type { Entry, Json, Session } from './schema';

/** Keeps entries and usage records in memory: for the command line, tests and small hosts. */
export class MemoryStore implements EntryStore {
  readonly entries: Entry[] = [];
  readonly usages: Json[] = [];

  entry(entry: Entry): EntryRef {
    return this.entries.push(entry) - 1;
  }

  usage(record: Json): number {
    return this.usages.push(record) - 1;
  }

  /** The whole session behind a draft made with this store. */
  session(draft: SessionDraft): Session {
    return {
      ...draft.head,
      entries: draft.entries.map((ref) => this.#at(ref)),
      steps: draft.steps.map(({ guard, ...step }) => ({
        ...step,
        usage: step.usage < 0 ? null : (this.usages[step.usage] ?? null),
        ...(guard === undefined ? {} : { guard }),
      })),
    };
  }

  #at(ref: EntryRef): Entry {
    const entry = this.entries[ref];
    if (entry === undefined) throw new Error(`No entry is stored under ${ref}`);
    return entry;
  }
}
