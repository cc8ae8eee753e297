import { rm, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { err, ok, type Result } from '@/lib/engine/base/result';
import { handOver } from '@/lib/readers/importers/document-lists';
import {
  startReader,
  type ImportError,
  type Importer,
  type TraceInput,
  type TraceReader,
} from '@/lib/readers/importers/importer';
import { ReceiptBuilder, type Receipt } from '@/lib/readers/importers/receipt';
import { sniff } from '@/lib/readers/importers/registry';
import type { EntryStore, SessionDraft } from '@/lib/engine/session/draft';
import { archiveSource } from './archives/archive-source';
import { findContent, type FoundContent } from './find-content';
import { folderMembers } from './archives/folder-members';
import { isPageful, pageful } from './may-lack';
import { UnpackBudget } from './archives/unpack-budget';
import type { MemberSet } from './archives/members';
import { asFileFault, Cancelled, TraceFile } from './trace-file';
import { headFor } from './trace-head';
import { temporaryFolder } from './temporary-folder';
import type { TraceSource } from './trace-source';

/** Progress of a read. */
export interface Progress {
  readonly bytes: number;
  readonly totalBytes: number;
  readonly records: number;
}

/** Options for opening a trace. */
export interface OpenOptions {
  /** The file's name for messages; its base name if absent. */
  readonly name?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Folder for unpacked content, deleted at the end; a temporary one if absent. */
  readonly scratch?: string | undefined;
  /** What the upload may unpack to; one of its own if absent. */
  readonly budget?: UnpackBudget | undefined;
  /** The format chosen by the user; detected if absent. */
  readonly importer?: Importer | undefined;
}

/** Destination of a read. */
export interface TraceSink {
  readonly store: EntryStore;
  readonly onSession: (draft: SessionDraft) => void;
  /** Awaited between two pieces of the trace: slow storing delays the reading. */
  readonly ready?: (() => Promise<void>) | undefined;
}

/** Result of reading a trace. */
export interface ReadOutcome {
  /** Id of the importer that read it. */
  readonly importer: string;
  readonly receipt: Receipt;
  readonly bytes: number;
}

/** A trace of a known format, to read once and then close. */
export interface OpenTrace {
  readonly importer: Importer;
  readonly bytes: number;
  read(sink: TraceSink): Promise<Result<ReadOutcome, ImportError>>;
  /** Closes the file and deletes its copy, if any. */
  readonly close: () => Promise<void>;
}

/** An archive or a folder whose members are separate traces, each opened separately. */
export interface OpenMembers {
  readonly set: MemberSet;
  readonly bytes: number;
  /** What is left of the upload's budget for its nested archives. */
  readonly budget: UnpackBudget;
  /** Closes the archive and deletes unpacked files. */
  readonly close: () => Promise<void>;
}

/** Content of a path. */
type OpenInput =
  | { readonly kind: 'trace'; readonly trace: OpenTrace }
  | { readonly kind: 'members'; readonly members: OpenMembers };

/**
 * Opens a trace file, an archive or a folder. Files that together are one known format are one trace,
 * others are members. Returns expected failures as errors.
 */
export async function openInput(
  path: string,
  options: OpenOptions = {},
): Promise<Result<OpenInput, ImportError>> {
  const scratch = options.scratch ?? temporaryFolder();
  const clear = (): Promise<void> => rm(scratch, { recursive: true, force: true });
  const opened = await open(path, scratch, options).catch((error: unknown) =>
    err(asFileFault(error)),
  );
  if (!opened.ok) {
    await clear();
    return opened;
  }
  const { found, bytes, budget, close } = opened.value;
  const closeAll = async (): Promise<void> => {
    await close();
    await clear();
  };
  const claimed = await claimOrSplit(found, path, bytes, { ...options, budget }, closeAll).catch(
    (error: unknown) => err(asFileFault(error)),
  );
  if (!claimed.ok) await closeAll();
  return claimed;
}

/** Opens a file with one trace. */
export async function openTrace(
  path: string,
  options: OpenOptions = {},
): Promise<Result<OpenTrace, ImportError>> {
  const opened = await openInput(path, options);
  if (!opened.ok) return opened;
  if (opened.value.kind === 'trace') return ok(opened.value.trace);
  const { set, close } = opened.value.members;
  await close();
  if (set.members.length === 0) return err(noMembers(set));
  const what = set.kind === 'folder' ? 'a folder' : 'an archive';
  const message = `This is ${what} of ${set.members.length} files, each a separate trace.`;
  return err({ code: 'unrecognized', message });
}

const noMembers = ({ kind }: MemberSet): ImportError => ({
  code: 'empty',
  message: `The ${kind === 'folder' ? 'folder' : 'archive'} contains no file.`,
});

interface Opened {
  readonly found: FoundContent;
  readonly bytes: number;
  readonly budget: UnpackBudget;
  readonly close: () => Promise<void>;
}

async function open(
  path: string,
  scratch: string,
  { budget: given, signal }: OpenOptions,
): Promise<Result<Opened, ImportError>> {
  if ((await stat(path)).isDirectory()) {
    const budget = given ?? new UnpackBudget(Infinity);
    const set = await folderMembers(path, budget.caps);
    if (!set.ok) return set;
    const bytes = set.value.members.reduce((sum, member) => sum + member.bytes, 0);
    const found = { kind: 'members', set: set.value } as const;
    return ok({ found, bytes, budget, close: set.value.close });
  }
  const opened = await TraceFile.open(path);
  if (!opened.ok) return opened;
  const file = opened.value;
  const budget = given ?? new UnpackBudget(file.bytes);
  try {
    const found = await findContent(path, file, { budget, scratch, signal });
    if (!found.ok) {
      await file.close();
      return found;
    }
    const content = found.value;
    const close = async (): Promise<void> => {
      await (content.kind === 'source' ? content.source : content.set).close();
      await file.close();
    };
    return ok({ found: content, bytes: file.bytes, budget, close });
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Detects the format; files that no format claims together are members. */
async function claimOrSplit(
  found: FoundContent,
  path: string,
  bytes: number,
  options: OpenOptions & { readonly budget: UnpackBudget },
  close: () => Promise<void>,
): Promise<Result<OpenInput, ImportError>> {
  const source = found.kind === 'source' ? found.source : await archiveSource(found.set, bytes);
  const { importer } = options;
  const claimed = importer === undefined ? claim(source) : chosen(source, importer);
  if (claimed.ok) {
    const named = nameOf(path, options);
    const read: OpenTrace['read'] = (sink) => readSource(source, claimed.value, bytes, sink, named);
    return ok({
      kind: 'trace',
      trace: { importer: claimed.value.importer, bytes, read, close },
    });
  }
  if (found.kind === 'source' || claimed.error.code !== 'unrecognized') return claimed;
  return ok({ kind: 'members', members: { set: found.set, bytes, budget: options.budget, close } });
}

const nameOf = (path: string, options: OpenOptions): OpenOptions & { readonly name: string } => ({
  ...options,
  name: options.name ?? basename(path),
});

/** A format, and the detected kind of trace. */
interface Claim {
  readonly importer: Importer;
  readonly input: TraceInput;
}

/** The importer of the first claimed head. */
function claim(source: TraceSource): Result<Claim, ImportError> {
  for (const head of source.heads) {
    const importer = sniff(head);
    if (importer.ok) return ok({ importer: importer.value, input: head.kind });
    if (importer.error.code !== 'unrecognized') return importer;
  }
  return err(source.unclaimed);
}

/** The claim of the importer that the user chose. */
function chosen(source: TraceSource, importer: Importer): Result<Claim, ImportError> {
  const head = headFor(source.heads, importer);
  return head.ok ? ok({ importer, input: head.value.kind }) : head;
}

async function readSource(
  source: TraceSource,
  { importer, input }: Claim,
  totalBytes: number,
  { store, onSession, ready = () => Promise.resolve() }: TraceSink,
  { name, signal, onProgress }: OpenOptions & { readonly name: string },
): Promise<Result<ReadOutcome, ImportError>> {
  const receipt = new ReceiptBuilder();
  let ours: { readonly error: unknown } | null = null;
  const settled = (): Promise<void> =>
    ready().catch((error: unknown) => {
      ours = { error };
      throw error;
    });
  const progress = (bytes: number, records: number): void =>
    onProgress?.({ bytes, totalBytes, records });
  try {
    const reader = startReader(importer, { file: name, store, receipt, session: onSession }, input);
    const take = handOver(importer, reader);
    const run = { importer, input, reader, take, receipt, signal, progress, ready: settled };
    const fed = await source.feed(run);
    if (!fed.ok) return fed;
    const end = await finish(reader, settled, signal);
    if (!end.ok) return end;
    const { read } = receipt.finish(importer.id);
    if (importer.paged === true && isPageful(read)) receipt.mayLack(pageful(read));
    return ok({ importer: importer.id, receipt: receipt.finish(importer.id), bytes: totalBytes });
  } catch (error) {
    // No fault of the file: whoever keeps its sessions could not.
    if (ours !== null) throw error;
    return err(asFileFault(error));
  }
}

/** Takes the reader's sessions; the event loop runs between two pieces of work. */
async function finish(
  reader: TraceReader,
  ready: () => Promise<void>,
  signal: AbortSignal | undefined,
): Promise<Result<void, ImportError>> {
  for (;;) {
    if (signal?.aborted === true) throw new Cancelled();
    const end = reader.end();
    if (end !== null) return end;
    await ready();
    await setImmediate();
  }
}
