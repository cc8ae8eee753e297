import { err, ok, type Result } from '@/lib/engine/base/result';
import type { SessionDraft } from '@/lib/engine/session/draft';
import { MemoryStore } from '@/lib/engine/session/memory-store';
import type { Json, Session } from '@/lib/engine/session/schema';
import { handOver } from '../document-lists';
import {
  startReader,
  type ImportError,
  type Importer,
  type TraceHead,
  type TraceInput,
} from '../importer';
import { ReceiptBuilder, type Receipt } from '../receipt';
import { sniff } from '../registry';
import { endOf } from './end-of';

/** Result of reading a trace in memory. */
export interface ReadTrace {
  readonly format: string;
  readonly sessions: readonly Session[];
  readonly drafts: readonly SessionDraft[];
  readonly store: MemoryStore;
  readonly receipt: Receipt;
}

/** A parsed record and its place. */
type Placed = readonly [value: Json, at: number | string];

/** Records of a JSONL file that a sniffer sees. */
const HEAD_RECORDS = 20;

/** A host for readers without files: text in, sessions out. For tests. */
export function readTrace(
  text: string,
  input: 'json' | 'jsonl' = 'jsonl',
  file = 'unknown',
): Result<ReadTrace, ImportError> {
  const receipt = new ReceiptBuilder();
  const records = input === 'jsonl' ? parseLines(text, receipt) : parseDocument(text);
  if (!records.ok) return records;
  return readRecords(records.value, input, file, receipt);
}

/** Reads a text that is no JSON, as its host does: line by line. */
export function readPlain(text: string, file = 'unknown'): Result<ReadTrace, ImportError> {
  const lines = text === '' ? [] : text.replace(/\n$/, '').split('\n');
  return readRecords(
    lines.map((line, i) => [line, i + 1]),
    'text',
    file,
  );
}

/** Runs the importer that claims the records over them. */
export function readRecords(
  records: readonly Placed[],
  kind: TraceInput,
  file = 'unknown',
  receipt = new ReceiptBuilder(),
): Result<ReadTrace, ImportError> {
  const head: TraceHead = { kind, records: records.slice(0, HEAD_RECORDS).map(([value]) => value) };
  const importer = sniff(head);
  return importer.ok ? run(importer.value, kind, records, file, receipt) : importer;
}

const isLinesName = (name: string): boolean => name.endsWith('.jsonl');

/** The lines of a member that is a file of them. */
const linesOf = (value: Json | undefined): readonly Json[] =>
  Array.isArray(value) ? (value as readonly Json[]) : [];

/** The records of an archive's files in the importer's order: a file each, or a line of one. */
export function recordsOfMembers(
  members: Readonly<Record<string, Json>>,
  importer: Importer | undefined,
): readonly Placed[] {
  const names = Object.keys(members).sort();
  return (importer?.memberOrder?.(names) ?? names).flatMap((name): Placed[] =>
    isLinesName(name)
      ? linesOf(members[name]).map((value, i) => [{ name, value }, `${name}:${i + 1}`])
      : [[{ name, value: members[name] ?? null }, name]],
  );
}

/**
 * Reads the files of an archive as its host does: claimed by their names, in the importer's order.
 */
export function readArchive(
  members: Readonly<Record<string, Json>>,
  file = 'unknown.zip',
): Result<ReadTrace, ImportError> {
  const names = Object.keys(members).sort();
  const [name] = names;
  const first = name === undefined ? null : { name, value: members[name] ?? null };
  const lines = names.every(isLinesName);
  const firsts = names.map((one) => ({ name: one, value: linesOf(members[one])[0] ?? null }));
  const head = lines ? { names, firsts } : { names, first };
  const importer = sniff({ kind: 'archive', records: [head] });
  if (!importer.ok) return importer;
  const records = recordsOfMembers(members, importer.value);
  return run(importer.value, 'archive', records, file, new ReceiptBuilder());
}

function run(
  importer: Importer,
  kind: TraceInput,
  records: readonly Placed[],
  file: string,
  receipt: ReceiptBuilder,
): Result<ReadTrace, ImportError> {
  const store = new MemoryStore();
  const drafts: SessionDraft[] = [];
  const session = (draft: SessionDraft): void => void drafts.push(draft);
  const reader = startReader(importer, { file, store, receipt, session }, kind);
  const take = handOver(importer, reader);
  for (const [value, at] of records) take(value, at);
  const end = endOf(reader);
  if (!end.ok) return end;
  const sessions = drafts.map((draft) => store.session(draft));
  const format = importer.id;
  return ok({ format, sessions, drafts, store, receipt: receipt.finish(format) });
}

function parseDocument(text: string): Result<readonly Placed[], ImportError> {
  const value = parse(text);
  return value === undefined
    ? err({ code: 'malformed', message: 'The file is not JSON.' })
    : ok([[value, '$']]);
}

function parseLines(text: string, receipt: ReceiptBuilder): Result<readonly Placed[], ImportError> {
  const records: Placed[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const value = parse(line);
    if (value === undefined) receipt.lose('not JSON', index + 1);
    else records.push([value, index + 1]);
  }
  if (records.length > 0) return ok(records);
  return err({ code: text.trim() === '' ? 'empty' : 'malformed', message: 'No line is JSON.' });
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
