import { entryName } from '@/lib/analysis/detectors/evidence/entry-name';
import type { EntryName, NameOf } from '@/lib/analysis/detectors/evidence/evidence';
import type { EntryStore, SessionDraft } from '@/lib/engine/session/draft';
import type { Entry, Part } from '@/lib/engine/session/schema';
import { EntryTable } from '@/lib/engine/tokens/entry-table';
import { finishedDraft } from '@/lib/engine/tokens/limits/finished-draft';
import { profileOf } from '@/lib/engine/tokens/measure';
import type { Profile } from '@/lib/engine/tokens/profile';
import type { ReferenceIndex } from '@/lib/engine/tokens/references/reference-index';
import { ReferenceTable } from '@/lib/engine/tokens/references/reference-table';
import { sessionReferences } from '@/lib/engine/tokens/references/session-references';
import { ToolNameCollector, type ToolNames } from '@/lib/engine/tokens/text/tool-names';

/** A session as numbers; texts are measured while reading, and only the names of called tools kept. */
export interface SessionMeasurement {
  readonly draft: SessionDraft;
  readonly profile: Profile;
  /** Names of the tools of its calls and results; null where they may not be said. */
  readonly tools: () => ToolNames | null;
  /** Tool and subject of an entry's call or result; null for an entry without. */
  readonly nameOf: NameOf;
  /** The names in its texts; null where it has none. Left out where nobody looked. */
  readonly references?: () => ReferenceIndex | null;
  /** Its entries in log order. Left out where their texts were not kept. */
  readonly entries?: () => readonly Entry[];
}

/** What is kept of a trace's texts beside their sizes. */
export interface KeptTexts {
  /** The names in them, found while they are read: pieces of them are kept then. */
  readonly names?: boolean;
  /** Keeps every entry as it is. */
  readonly texts?: boolean;
}

/** Measures what an importer reads, entry by entry, and keeps no text unless it is asked for. */
export class MeasuringStore {
  readonly #table = new EntryTable();
  readonly #named = new Map<number, readonly Part[]>();
  readonly #names = new Map<number, EntryName>();
  readonly #drafts: SessionDraft[] = [];
  readonly #references: ReferenceTable | undefined;
  readonly #entries: Entry[] | undefined;
  #usages = 0;

  constructor({ names = false, texts = false }: KeptTexts = {}) {
    this.#references = names ? new ReferenceTable() : undefined;
    this.#entries = texts ? [] : undefined;
  }

  /** Where a reader stores its entries. */
  readonly store: EntryStore = {
    entry: (entry) => this.#push(entry),
    usage: () => this.#usages++,
  };

  /** Takes a finished session. */
  readonly session = (draft: SessionDraft): void =>
    void this.#drafts.push(finishedDraft(draft, this.#table));

  /** The sessions that were read, measured. */
  sessions(): readonly SessionMeasurement[] {
    const table = this.#references;
    const entries = this.#entries;
    return this.#drafts.map((draft) => ({
      draft,
      profile: profileOf(draft, this.#table),
      tools: () => this.#toolsOf(draft),
      nameOf: (entry: number) => this.#names.get(draft.entries[entry] ?? -1) ?? null,
      ...(table === undefined ? {} : { references: namesOnce(draft, table) }),
      ...(entries === undefined ? {} : { entries: () => pick(draft.entries, entries) }),
    }));
  }

  /** Measures an entry; keeps its name, and the parts that name tools without what they hold. */
  #push(entry: Entry): number {
    const row = this.#table.push(entry);
    this.#references?.push(entry);
    this.#entries?.push(entry);
    const parts = entry.parts.flatMap((part): readonly Part[] => {
      if (part.kind === 'call') return [{ kind: 'call', name: part.name, args: null }];
      if (part.kind === 'response') return [{ kind: 'response', name: part.name, response: null }];
      return part.kind === 'sized' ? [{ kind: 'sized', of: part.of, sizes: [] }] : [];
    });
    if (parts.length > 0) this.#named.set(row, parts);
    const name = entryName(entry);
    if (name.tool !== null) this.#names.set(row, name);
    return row;
  }

  #toolsOf({ entries }: SessionDraft): ToolNames {
    const tools = new ToolNameCollector();
    for (const row of entries) tools.push({ parts: this.#named.get(row) ?? [] });
    return tools.finish();
  }
}

const pick = (rows: Iterable<number>, all: readonly Entry[]): readonly Entry[] =>
  [...rows].flatMap((row) => all[row] ?? []);

/** The names of a session, read from the table when they are first asked for. */
function namesOnce(draft: SessionDraft, table: ReferenceTable): () => ReferenceIndex | null {
  let known: ReferenceIndex | null | undefined;
  return () => (known ??= sessionReferences(draft, table));
}
