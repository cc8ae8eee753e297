import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ok, type Result } from '@/lib/base/result';
import type { ImportError, Importer } from '@/lib/importers/importer';
import type { Receipt } from '@/lib/importers/receipt';
import { expand } from '@/lib/host/open/archives/expand';
import type { MemberSet } from '@/lib/host/open/archives/members';
import type { UnpackBudget } from '@/lib/host/open/archives/unpack-budget';
import { openInput, openTrace, type OpenTrace } from '@/lib/host/open/open-trace';
import { temporaryFolder } from '@/lib/host/open/temporary-folder';
import { entryName } from '@/lib/analysis/detectors/evidence/entry-name';
import type { EntryName, NameOf } from '@/lib/analysis/detectors/evidence/evidence';
import type { SessionDraft } from '@/lib/session/draft';
import type { Entry, Part } from '@/lib/session/schema';
import { EntryTable } from '@/lib/tokens/entry-table';
import { withLimit } from '@/lib/tokens/limits/limits';
import { profileOf } from '@/lib/tokens/measure';
import type { Profile } from '@/lib/tokens/profile';
import type { ReferenceTable } from '@/lib/tokens/references/reference-table';
import { ToolNameCollector, type ToolNames } from '@/lib/tokens/text/tool-names';

/** A session as numbers; texts are measured while reading, and only the names of called tools kept. */
export interface MeasuredSession {
  readonly draft: SessionDraft;
  readonly profile: Profile;
  /** Names of the tools of its calls and results. */
  readonly tools: () => ToolNames;
  /** Tool and subject of an entry's call or result; null for an entry without. */
  readonly nameOf: NameOf;
}

/** A trace file, read and measured. */
export interface MeasuredTrace {
  /** Path on the command line. */
  readonly file: string;
  readonly format: string;
  readonly receipt: Receipt;
  readonly sessions: readonly MeasuredSession[];
}

/** A file of a folder or archive that was not read, with the reason. */
export interface UnreadMember {
  readonly file: string;
  readonly error: ImportError;
}

/** How a trace is read. */
export interface MeasureOptions {
  /** Its format; detected if left out. */
  readonly importer?: Importer | undefined;
  /** Searches every entry too, in rows as those of the drafts. */
  readonly references?: ReferenceTable | undefined;
}

/** Reads and measures a trace file at `path`; messages name it `file`. */
export async function measureTrace(
  file: string,
  path: string,
  { importer, references }: MeasureOptions = {},
): Promise<Result<MeasuredTrace, ImportError>> {
  const opened = await openTrace(path, { importer });
  return opened.ok ? measureOpen(file, opened.value, references) : opened;
}

/**
 * Reads and measures a trace file, a folder or an archive, trace by trace. Reports an unreadable trace
 * and continues.
 */
export async function* measureInput(
  file: string,
  path: string,
  importer?: Importer,
): AsyncGenerator<MeasuredTrace | UnreadMember, void, void> {
  const opened = await openInput(path, { importer });
  if (!opened.ok) return yield { file, error: opened.error };
  if (opened.value.kind === 'trace') {
    const trace = await measureOpen(file, opened.value.trace);
    return yield trace.ok ? trace.value : { file, error: trace.error };
  }
  const { set, budget, close } = opened.value.members;
  const below = (name: string): string => `${file.replace(/\/+$/, '')}/${name}`;
  try {
    for (const { name, error } of set.refused) yield { file: below(name), error };
    if (set.kind === 'folder') {
      for (const { name, path: at } of set.members)
        yield* measureInput(below(name), at ?? '', importer);
    } else yield* measureMembers(set, budget, below, importer);
  } finally {
    await close();
  }
}

/** Unpacks an archive into a temporary folder, measures its members and deletes the folder. */
async function* measureMembers(
  set: MemberSet,
  budget: UnpackBudget,
  below: (name: string) => string,
  importer: Importer | undefined,
): AsyncGenerator<MeasuredTrace | UnreadMember, void, void> {
  const folder = temporaryFolder();
  try {
    const expanded = await expand(
      { ...set, refused: [] },
      { folder: join(folder, 'members'), budget },
    );
    if (!expanded.ok) return yield { file: below(''), error: expanded.error };
    for (const { name, error } of expanded.value.refused) yield { file: below(name), error };
    for (const { name, path } of expanded.value.members) {
      const trace = await measureTrace(below(name), path, { importer });
      yield trace.ok ? trace.value : { file: below(name), error: trace.error };
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureOpen(
  file: string,
  trace: OpenTrace,
  references?: ReferenceTable,
): Promise<Result<MeasuredTrace, ImportError>> {
  const table = new EntryTable();
  const named = new Map<number, readonly Part[]>();
  const names = new EntryNames();
  const drafts: SessionDraft[] = [];
  let usages = 0;
  try {
    const read = await trace.read({
      store: {
        entry: (entry) => {
          references?.push(entry);
          return names.keep(push(table, named, entry), entry);
        },
        usage: () => usages++,
      },
      onSession: (draft) => drafts.push(withLimit(draft)),
    });
    if (!read.ok) return read;
    const sessions = drafts.map((draft) => ({
      draft,
      profile: profileOf(draft, table),
      tools: () => toolsOf(draft, named),
      nameOf: (entry: number) => names.name(draft.entries[entry] ?? -1),
    }));
    return ok({ file, format: read.value.importer, receipt: read.value.receipt, sessions });
  } finally {
    await trace.close();
  }
}

/** Measures an entry, and keeps the parts that name tools, without what they hold. */
function push(table: EntryTable, named: Map<number, readonly Part[]>, entry: Entry): number {
  const row = table.push(entry);
  const parts = entry.parts.flatMap((part): readonly Part[] => {
    if (part.kind === 'call') return [{ kind: 'call', name: part.name, args: null }];
    if (part.kind === 'response') return [{ kind: 'response', name: part.name, response: null }];
    return part.kind === 'sized' ? [{ kind: 'sized', of: part.of, sizes: [] }] : [];
  });
  if (parts.length > 0) named.set(row, parts);
  return row;
}

/** What sentences say of entries, by row of the table; entries without a call or a result are left out. */
class EntryNames {
  readonly #names = new Map<number, EntryName>();

  /** Keeps the names of an entry; returns its row. */
  keep(row: number, entry: Entry): number {
    const name = entryName(entry);
    if (name.tool !== null) this.#names.set(row, name);
    return row;
  }

  name(row: number): EntryName | null {
    return this.#names.get(row) ?? null;
  }
}

function toolsOf(
  { entries }: SessionDraft,
  named: ReadonlyMap<number, readonly Part[]>,
): ToolNames {
  const tools = new ToolNameCollector();
  for (const row of entries) tools.push({ parts: named.get(row) ?? [] });
  return tools.finish();
}
