import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { err, ok, type Result } from '@/lib/engine/base/result';
import type { ImportError, Importer } from '@/lib/readers/importers/importer';
import type { Receipt } from '@/lib/readers/importers/receipt';
import { expand } from '@/lib/readers/open/archives/expand';
import type { MemberSet } from '@/lib/readers/open/archives/members';
import type { UnpackBudget } from '@/lib/readers/open/archives/unpack-budget';
import { openInput, openTrace, type OpenTrace } from '@/lib/readers/open/open-trace';
import { asFileFault } from '@/lib/readers/open/trace-file';
import { temporaryFolder } from '@/lib/readers/open/temporary-folder';
import {
  MeasuringStore,
  type KeptTexts,
  type SessionMeasurement,
} from '@/lib/analysis/subject/session-measurement';

import type { EntryStore, SessionDraft } from '@/lib/engine/session/draft';
import { countDraft, TextCounter, type TextCounts } from '@/lib/engine/tokens/text/text-counts';
import type { TextEstimator } from '@/lib/engine/tokens/text/text-estimators';

export type { SessionMeasurement };

/** A trace file, read and measured. */
export interface MeasuredTrace {
  /** Path on the command line. */
  readonly file: string;
  readonly format: string;
  readonly receipt: Receipt;
  readonly sessions: readonly SessionMeasurement[];
  /** Tokens of each session's texts; null for one that holds sizes, and where no estimator was given. */
  readonly counts: readonly (readonly TextCounts[] | null)[];
}

/** A file of a folder or archive that was not read, with the reason. */
export interface UnreadMember {
  readonly file: string;
  readonly error: ImportError;
}

/** How a trace is read. */
export interface MeasureOptions extends KeptTexts {
  /** Its format; detected if left out. */
  readonly importer?: Importer | undefined;
  /** Count its texts while they are read; none if left out. */
  readonly estimators?: readonly TextEstimator[];
}

/** What reading finds, trace by trace. */
export type Found = AsyncGenerator<MeasuredTrace | UnreadMember, void, void>;

/** How the traces of a folder or an archive are read. */
interface InputOptions extends Pick<MeasureOptions, 'importer' | 'estimators'> {
  /** Stands between a folder and its files, at `path`: what was found in one before need not be read again. */
  readonly through?: (file: string, path: string, read: () => Found) => Found;
}

/** Reads and measures a trace file at `path`; messages name it `file`. */
export async function measureTrace(
  file: string,
  path: string,
  { importer, ...kept }: MeasureOptions = {},
): Promise<Result<MeasuredTrace, ImportError>> {
  const opened = await openTrace(path, { importer });
  return opened.ok ? measureOpen(file, opened.value, kept) : opened;
}

/**
 * Reads and measures a trace file, a folder or an archive, trace by trace. Reports an unreadable trace
 * and continues.
 */
export async function* measureInput(file: string, path: string, options: InputOptions = {}): Found {
  const opened = await openInput(path, { importer: options.importer });
  if (!opened.ok) return yield { file, error: opened.error };
  if (opened.value.kind === 'trace') {
    const trace = await measureOpen(file, opened.value.trace, options);
    return yield trace.ok ? trace.value : { file, error: trace.error };
  }
  const { set, budget, close } = opened.value.members;
  const below = (name: string): string => `${file.replace(/\/+$/, '')}/${name}`;
  try {
    for (const { name, error } of set.refused) yield { file: below(name), error };
    if (set.kind === 'folder') {
      for (const { name, path: member } of set.members) {
        const at = member ?? '';
        const read = (): Found => measureInput(below(name), at, options);
        yield* options.through?.(below(name), at, read) ?? read();
      }
    } else yield* measureMembers(set, budget, below, options);
  } finally {
    await close();
  }
}

/** Unpacks an archive into a temporary folder, measures its members and deletes the folder. */
async function* measureMembers(
  set: MemberSet,
  budget: UnpackBudget,
  below: (name: string) => string,
  options: InputOptions,
): Found {
  const folder = temporaryFolder();
  try {
    const expanded = await expand(
      { ...set, refused: [] },
      { folder: join(folder, 'members'), budget },
    );
    if (!expanded.ok) return yield { file: below(''), error: expanded.error };
    for (const { name, error } of expanded.value.refused) yield { file: below(name), error };
    for (const { name, path } of expanded.value.members) {
      const trace = await measureTrace(below(name), path, options);
      yield trace.ok ? trace.value : { file: below(name), error: trace.error };
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureOpen(
  file: string,
  trace: OpenTrace,
  { estimators = [], ...kept }: Omit<MeasureOptions, 'importer'> = {},
): Promise<Result<MeasuredTrace, ImportError>> {
  const measuring = new MeasuringStore(kept);
  const counters = estimators.map((one) => new TextCounter(one));
  const store: EntryStore = {
    ...measuring.store,
    entry: (entry) => {
      for (const counter of counters) counter.push(entry);
      return measuring.store.entry(entry);
    },
  };
  try {
    const read = await trace.read({ store, onSession: measuring.session });
    if (!read.ok) return read;
    const { importer, receipt } = read.value;
    const sessions = measuring.sessions();
    const counts = sessions.map(({ draft }) => countsOf(counters, draft));
    return ok({ file, format: importer, receipt, sessions, counts });
  } catch (error) {
    return err(asFileFault(error));
  } finally {
    await trace.close();
  }
}

/** A session's counts by every counter; null where one has none. */
function countsOf(
  counters: readonly TextCounter[],
  draft: SessionDraft,
): readonly TextCounts[] | null {
  const counts = counters.map((one) => countDraft(one, draft)).filter((one) => one !== null);
  return counts.length === 0 || counts.length < counters.length ? null : counts;
}
