import { parseJson } from '@/lib/engine/base/parse-json';
import { err, ok, type Result } from '@/lib/engine/base/result';
import { handOver } from '@/lib/readers/importers/document-lists';
import {
  startReader,
  type ImportError,
  type Importer,
  type TraceHead,
} from '@/lib/readers/importers/importer';
import { ReceiptBuilder, type Receipt } from '@/lib/readers/importers/receipt';
import { sniff } from '@/lib/readers/importers/registry';
import type { Json } from '@/lib/engine/session/schema';
import {
  MeasuringStore,
  type KeptTexts,
  type SessionMeasurement,
} from '@/lib/analysis/subject/session-measurement';

/** What a text holds: its format, what became of each record, its sessions in the order of the text. */
export interface ImportedText {
  /** Id of the importer that read it. */
  readonly format: string;
  readonly receipt: Receipt;
  readonly sessions: readonly SessionMeasurement[];
}

/** A record and its place: its line, or `$` for a document. A line that is no JSON has no value. */
type PlacedRecord = readonly [value: Json | undefined, at: number | string];

/** A text as a kind of trace. */
interface Reading {
  readonly kind: 'json' | 'jsonl' | 'text';
  readonly records: readonly PlacedRecord[];
}

/** Records that a sniffer sees. */
const HEAD_RECORDS = 20;

/** Characters of a text that is no JSON that a sniffer sees. */
const HEAD_CHARS = 4_096;

/**
 * How a text is imported: with the names in the texts (paths, addresses, identifiers), which the
 * questions `findings` and `recall` need, and with the texts, which `compactions` needs.
 */
export type ImportOptions = KeptTexts;

/**
 * Reads a trace from a text: one JSON document, JSON lines, or the text of a format that is no JSON. The
 * sessions are measured; names and texts are kept where they are asked for. `file` names
 * the trace in the sessions' names. Archives, databases, cassettes in YAML and texts with anything around the
 * JSON are read by the command line.
 */
export function importText(
  text: string,
  file = 'trace',
  options: ImportOptions = {},
): Result<ImportedText, ImportError> {
  if (text.trim() === '') return err({ code: 'empty', message: 'The text is empty.' });
  const bare = text.replace(/^\ufeff/, '');
  const plain = sniff({ kind: 'text', records: bare.slice(0, HEAD_CHARS).split('\n') });
  if (plain.ok) return read(plain.value, plainReading(bare), file, options);
  let refused: ImportError = noJson;
  for (const reading of readingsOf(bare)) {
    const importer = sniff(headOf(reading));
    if (importer.ok) return read(importer.value, reading, file, options);
    refused = importer.error;
    if (refused.code !== 'unrecognized') break;
  }
  return err(refused);
}

const noJson: ImportError = { code: 'no-records', message: 'The text is no JSON.' };

/** A text that is no JSON, line by line. */
const plainReading = (text: string): Reading => ({
  kind: 'text',
  records: text
    .replace(/\n$/, '')
    .split('\n')
    .map((line, index): PlacedRecord => [line, index + 1]),
});

/** JSON lines, or one document; an array's elements are records too. */
function readingsOf(text: string): readonly Reading[] {
  const lines = text.split('\n').flatMap((line, index): readonly PlacedRecord[] => {
    if (line.trim() === '') return [];
    return [[parseJson(line) as Json | undefined, index + 1]];
  });
  const begins = isContainer(lines[0]?.[0]);
  const asLines: readonly Reading[] = begins ? [{ kind: 'jsonl', records: lines }] : [];
  if (begins && lines.length > 1) return asLines;
  const value = parseJson(text) as Json | undefined;
  // A document may be JSON text inside JSON.
  if (!isContainer(value) && typeof value !== 'string') return asLines;
  const whole: Reading = { kind: 'json', records: [[value, '$']] };
  // One value on one line is a document before it is a line, as a file is read.
  if (!Array.isArray(value)) return [whole, ...asLines];
  const items = value as readonly Json[];
  return [
    { kind: 'jsonl', records: items.map((item, i): PlacedRecord => [item, `$[${i}]`]) },
    whole,
  ];
}

const isContainer = (value: Json | undefined): boolean =>
  typeof value === 'object' && value !== null;

const headOf = ({ kind, records }: Reading): TraceHead => ({
  kind,
  records: records
    .flatMap(([value]) =>
      value !== undefined && (kind === 'json' || isContainer(value)) ? [value] : [],
    )
    .slice(0, HEAD_RECORDS),
});

function read(
  importer: Importer,
  { kind, records }: Reading,
  file: string,
  kept: ImportOptions,
): Result<ImportedText, ImportError> {
  const receipt = new ReceiptBuilder();
  const measuring = new MeasuringStore(kept);
  const { store, session } = measuring;
  const reader = startReader(importer, { file, store, receipt, session }, kind);
  const take = handOver(importer, reader);
  for (const [value, at] of records) {
    if (value === undefined) receipt.lose('not JSON', at);
    else take(value, at);
  }
  for (;;) {
    const end = reader.end();
    if (end === null) continue;
    if (!end.ok) return end;
    const format = importer.id;
    return ok({ format, receipt: receipt.finish(format), sessions: measuring.sessions() });
  }
}
