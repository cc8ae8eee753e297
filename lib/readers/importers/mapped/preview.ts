import { MemoryStore } from '@/lib/engine/session/memory-store';
import type { Json, Part } from '@/lib/engine/session/schema';
import { normalizeUsage } from '@/lib/engine/tokens/usage/normalize-usage';
import { handOver } from '../document-lists';
import type { TraceInput } from '../importer';
import { CallNames } from '../mechanisms/messages/turns';
import { ReceiptBuilder, type Receipt } from '../receipt';
import { accountWords } from './account';
import { readCallRecord } from './call-record';
import { countReasons, countWords } from './count-reasons';
import { mappedImporter } from './mapped';
import { fieldsOfKind, type MappedField, type Mapping } from './mapping';
import { readMessageRecord } from './message-record';
import { planOf, recordsIn, type MappingPlan, type RecordFields } from './record-fields';

/** Records that a preview shows. */
export const PREVIEW_RECORDS = 20;

const EXCERPT = 160;
const RAW_EXCERPT = 4_000;

/** A record at the head of a file, and its place. */
export interface HeadRecord {
  readonly at: number | string;
  readonly value: Json;
}

/** A record under a mapping. */
export interface PreviewRow {
  readonly at: number | string;
  /** Its beginning, as indented JSON. */
  readonly raw: string;
  /** Value read for each field; null if the path finds nothing in this record. */
  readonly fields: readonly { readonly field: MappedField; readonly excerpt: string | null }[];
  /** The resulting role; 'call' for a request with its messages; null if it is dropped. */
  readonly role: string | null;
  readonly text: string;
  /** Recorded prompt and output tokens. */
  readonly real: number | null;
  readonly output: number | null;
  /** Reason why it enters no session. */
  readonly dropped: string | null;
}

/** The head of a file under a mapping. */
export interface MappingPreview {
  readonly rows: readonly PreviewRow[];
  /** Fields whose path finds nothing in any of these records. */
  readonly unmatched: readonly MappedField[];
  readonly sessions: number;
  readonly steps: number;
  readonly receipt: Receipt;
  /** Reason why the head alone would give no session. */
  readonly error: string | null;
  /** What of these records the mapping does not read, and what in it contradicts itself; a sentence each. */
  readonly doubts: readonly string[];
  /** Which numbers are taken for which counts, and why; a sentence each. */
  readonly counts: readonly string[];
}

/** Reads the head of a file by a mapping, as the import would. Never throws. */
export function previewMapping(
  head: readonly HeadRecord[],
  input: TraceInput,
  mapping: Mapping,
): MappingPreview {
  const rows = rowsOf(head, mapping);
  const seen = new Set(
    rows.flatMap(({ fields }) =>
      fields.flatMap(({ field, excerpt }) => (excerpt === null ? [] : [field])),
    ),
  );
  const unmatched = fieldsOfKind[mapping.record].filter(
    (field) => mapping.fields[field] !== undefined && !seen.has(field),
  );
  const counts = countReasons(head, mapping).map(countWords);
  return { rows, unmatched, counts, ...totalsOf(head, input, mapping) };
}

function rowsOf(head: readonly HeadRecord[], mapping: Mapping): readonly PreviewRow[] {
  const plan = planOf(mapping);
  const names = new CallNames();
  const rows: PreviewRow[] = [];
  for (const { value, at } of head) {
    for (const record of recordsIn(plan, value, at)) {
      if (rows.length >= PREVIEW_RECORDS) return rows;
      rows.push(rowOf(record, plan, names));
    }
  }
  return rows;
}

function rowOf(record: RecordFields, { mapping }: MappingPlan, names: CallNames): PreviewRow {
  const fields = fieldsOfKind[mapping.record]
    .filter((field) => mapping.fields[field] !== undefined)
    .map((field) => ({ field, excerpt: excerptOf(record.all(field).map(({ value }) => value)) }));
  const { usage, family } = record.usage();
  const read = mapping.record === 'call' ? callRow(record, names) : messageRow(record, names);
  // Only calls have counts; other messages' numbers mean something else.
  const counted = ['call', 'model', 'usage'].includes(read.role ?? '') ? usage : null;
  const { real, counts } = normalizeUsage(counted, family);
  const raw = JSON.stringify(record.value, null, 2) ?? '';
  const cut = raw.length > RAW_EXCERPT ? `${raw.slice(0, RAW_EXCERPT)}…` : raw;
  return { at: record.at, raw: cut, fields, real, output: counts.output, ...read };
}

type MessageFields = Pick<PreviewRow, 'role' | 'text' | 'dropped'>;

function messageRow(record: RecordFields, names: CallNames): MessageFields {
  const read = readMessageRecord(record, names);
  if (typeof read === 'string') return { role: null, text: '', dropped: read };
  const text = read.turns.flatMap(({ parts }) => parts.map(partText)).join(' ');
  return { role: read.role, text: shortened(text), dropped: null };
}

function callRow(record: RecordFields, names: CallNames): MessageFields {
  const read = readCallRecord(record, names);
  if (typeof read === 'string') return { role: null, text: '', dropped: read };
  const { messages, output } = read;
  const said = output.flatMap(({ parts }) => parts.map(partText)).join(' ');
  const counted = `${messages.length} ${messages.length === 1 ? 'message' : 'messages'}`;
  const last = messages.at(-1)?.parts.map(partText).join(' ') ?? '';
  const text = `${counted}, the last: ${shortened(last)}${said === '' ? '' : ` → ${shortened(said)}`}`;
  return { role: 'call', text, dropped: null };
}

function partText(part: Part): string {
  switch (part.kind) {
    case 'text':
    case 'thought':
      return part.text;
    case 'call':
      return `${part.name}(${shortened(JSON.stringify(part.args))})`;
    case 'response':
      return `${part.name} → ${shortened(JSON.stringify(part.response))}`;
    default:
      return `[${part.kind}]`;
  }
}

function excerptOf(values: readonly unknown[]): string | null {
  const [only] = values;
  if (values.every((value) => value === undefined || value === null)) return null;
  const value = values.length === 1 ? only : values;
  return shortened(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
}

function shortened(text: string): string {
  const line = text
    .slice(0, EXCERPT * 4)
    .replace(/\s+/g, ' ')
    .trim();
  return line.length <= EXCERPT ? line : `${line.slice(0, EXCERPT - 1)}…`;
}

function totalsOf(head: readonly HeadRecord[], input: TraceInput, mapping: Mapping) {
  const receipt = new ReceiptBuilder();
  let doubts: readonly string[] = [];
  const importer = mappedImporter(mapping, '', (account) => {
    doubts = accountWords(account);
  });
  let sessions = 0;
  let steps = 0;
  const store = new MemoryStore();
  const reader = importer.start(
    {
      file: 'preview',
      store,
      receipt,
      session: (draft) => {
        sessions++;
        steps += draft.steps.length;
      },
    },
    input,
  );
  const take = handOver(importer, reader);
  for (const { value, at } of head) take(value, at);
  let end = reader.end();
  while (end === null) end = reader.end();
  const error = end.ok ? null : end.error.message;
  return { sessions, steps, receipt: receipt.finish(importer.id), error, doubts };
}
