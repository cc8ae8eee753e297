import { basename } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { err, ok, type Result } from '@/lib/base/result';
import type { ImportError, Importer, TraceInput, TraceReader } from '@/lib/importers/importer';
import { ReceiptBuilder, type Receipt } from '@/lib/importers/receipt';
import { sniff } from '@/lib/importers/registry';
import type { EntryStore, SessionDraft } from '@/lib/session/draft';
import { sqliteSource } from './sqlite-source';
import { isSqlite } from './sqlite-trace';
import { documentSource, linesSource } from './text-source';
import { detectText } from './text-trace';
import { asImportError, Cancelled, TraceFile } from './trace-file';
import type { TraceSource } from './trace-source';

/** How far a read has come. */
export interface Progress {
  readonly bytes: number;
  readonly totalBytes: number;
  readonly records: number;
}

/** What a host may say about a trace. */
export interface OpenOptions {
  /** The file's name as the user knows it; its base name when left out. */
  readonly name?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** Where what is read goes. */
export interface TraceSink {
  readonly store: EntryStore;
  readonly onSession: (draft: SessionDraft) => void;
  /** Awaited between two pieces of the trace: what stores more slowly than is read holds it up. */
  readonly ready?: (() => Promise<void>) | undefined;
}

/** What reading a trace ended with. */
export interface ReadOutcome {
  /** Id of the importer that read it. */
  readonly importer: string;
  readonly receipt: Receipt;
  readonly bytes: number;
}

/** A trace whose format is known, to be read once and then closed. */
export interface OpenTrace {
  readonly importer: Importer;
  readonly bytes: number;
  read(sink: TraceSink): Promise<Result<ReadOutcome, ImportError>>;
  /** Closes the file and deletes its copy, if there is one. */
  close(): Promise<void>;
}

/** Opens a trace file and finds the importer for it. Expected failures are errors, never thrown. */
export async function openTrace(
  path: string,
  options: OpenOptions = {},
): Promise<Result<OpenTrace, ImportError>> {
  const opened = await TraceFile.open(path);
  if (!opened.ok) return opened;
  const file = opened.value;
  const trace = await identify(path, file, options).catch((error: unknown) =>
    err(asImportError(error)),
  );
  if (!trace.ok) await file.close();
  return trace;
}

async function identify(
  path: string,
  file: TraceFile,
  options: OpenOptions,
): Promise<Result<OpenTrace, ImportError>> {
  const found = await findSource(path, file, options.signal);
  if (!found.ok) return found;
  const source = found.value;
  const claimed = claim(source);
  if (!claimed.ok) {
    await source.close();
    return claimed;
  }
  return ok({
    importer: claimed.value.importer,
    bytes: file.bytes,
    read: (sink) => readSource(source, claimed.value, file.bytes, sink, nameOf(path, options)),
    close: async () => {
      await source.close();
      await file.close();
    },
  });
}

const nameOf = (path: string, options: OpenOptions): OpenOptions & { readonly name: string } => ({
  ...options,
  name: options.name ?? basename(path),
});

async function findSource(
  path: string,
  file: TraceFile,
  signal: AbortSignal | undefined,
): Promise<Result<TraceSource, ImportError>> {
  if (file.bytes === 0) return err({ code: 'empty', message: 'The file is empty.' });
  const head = await file.head(64);
  if (isSqlite(head)) return sqliteSource(path, file, signal);
  const other = otherKind(head);
  if (other !== null) return err({ code: 'unrecognized', message: `The file is ${other}.` });
  const text = await detectText(file, signal);
  if (!text.ok) return text;
  const { value } = text;
  return ok(value.form === 'lines' ? linesSource(file, value) : documentSource(file, value));
}

/** Beginnings of files that are worth naming in a message. */
const otherKinds: readonly (readonly [bytes: readonly number[], kind: string])[] = [
  [[0x1f, 0x8b], 'compressed with gzip'],
  [[0x28, 0xb5, 0x2f, 0xfd], 'compressed with Zstandard'],
  [[0x50, 0x4b, 0x03, 0x04], 'a ZIP archive'],
  [[0xff, 0xfe], 'UTF-16 text; UTF-8 is read'],
  [[0xfe, 0xff], 'UTF-16 text; UTF-8 is read'],
  [[0x25, 0x50, 0x44, 0x46], 'a PDF document'],
];

function otherKind(head: Buffer): string | null {
  const match = otherKinds.find(([bytes]) => bytes.every((byte, i) => head[i] === byte));
  return match ? match[1] : null;
}

/** A format, and the kind of trace as which it was recognised. */
interface Claim {
  readonly importer: Importer;
  readonly input: TraceInput;
}

/** The importer for the first of the heads that one claims. */
function claim(source: TraceSource): Result<Claim, ImportError> {
  for (const head of source.heads) {
    const importer = sniff(head);
    if (importer.ok) return ok({ importer: importer.value, input: head.kind });
    if (importer.error.code !== 'unrecognized') return importer;
  }
  return err(source.unclaimed);
}

async function readSource(
  source: TraceSource,
  { importer, input }: Claim,
  totalBytes: number,
  { store, onSession, ready = () => Promise.resolve() }: TraceSink,
  { name, signal, onProgress }: OpenOptions & { readonly name: string },
): Promise<Result<ReadOutcome, ImportError>> {
  const receipt = new ReceiptBuilder();
  const reader = importer.start({ file: name, store, receipt, session: onSession }, input);
  const progress = (bytes: number, records: number): void =>
    onProgress?.({ bytes, totalBytes, records });
  try {
    const fed = await source.feed({ importer, input, reader, receipt, signal, progress, ready });
    if (!fed.ok) return fed;
    const end = await finish(reader, ready, signal);
    if (!end.ok) return end;
    const done = receipt.finish(importer.id);
    return ok({ importer: importer.id, receipt: done, bytes: totalBytes });
  } catch (error) {
    return err(asImportError(error));
  }
}

/** Lets the reader hand over its sessions; between two pieces of work the event loop runs. */
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
