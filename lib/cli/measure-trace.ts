import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ok, type Result } from '@/lib/engine/base/result';
import type { ImportError, Importer } from '@/lib/readers/importers/importer';
import type { Receipt } from '@/lib/readers/importers/receipt';
import { expand } from '@/lib/readers/open/archives/expand';
import type { MemberSet } from '@/lib/readers/open/archives/members';
import type { UnpackBudget } from '@/lib/readers/open/archives/unpack-budget';
import { openInput, openTrace, type OpenTrace } from '@/lib/readers/open/open-trace';
import { temporaryFolder } from '@/lib/readers/open/temporary-folder';
import {
  MeasuringStore,
  type KeptTexts,
  type MeasuredSession,
} from '@/lib/analysis/subject/measured-session';

export type { MeasuredSession };

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
export interface MeasureOptions extends KeptTexts {
  /** Its format; detected if left out. */
  readonly importer?: Importer | undefined;
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
export async function* measureInput(
  file: string,
  path: string,
  options: Pick<MeasureOptions, 'importer'> = {},
): AsyncGenerator<MeasuredTrace | UnreadMember, void, void> {
  const opened = await openInput(path, { importer: options.importer });
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
        yield* measureInput(below(name), at ?? '', options);
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
  options: Pick<MeasureOptions, 'importer'>,
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
  kept: KeptTexts = {},
): Promise<Result<MeasuredTrace, ImportError>> {
  const measuring = new MeasuringStore(kept);
  const { store, session: onSession } = measuring;
  try {
    const read = await trace.read({ store, onSession });
    if (!read.ok) return read;
    const { importer, receipt } = read.value;
    return ok({ file, format: importer, receipt, sessions: measuring.sessions() });
  } finally {
    await trace.close();
  }
}
