import type { Result } from '@/lib/base/result';
import type {
  ImportError,
  Importer,
  TraceHead,
  TraceInput,
  TraceReader,
} from '@/lib/importers/importer';
import type { ReceiptBuilder } from '@/lib/importers/receipt';
import type { Json } from '@/lib/session/schema';

/** One read of a trace: who takes the records, and who is told. */
export interface TraceRun {
  readonly importer: Importer;
  /** The kind of trace as which it was recognised. */
  readonly input: TraceInput;
  readonly reader: TraceReader;
  /** Hands a record or a document to the reader, with its lists element by element. */
  readonly take: (value: Json, at: number | string) => void;
  readonly receipt: ReceiptBuilder;
  readonly signal: AbortSignal | undefined;
  /** Bytes of the file and records handed over so far. */
  readonly progress: (bytes: number, records: number) => void;
  /** Awaited between two pieces of the file. */
  readonly ready: () => Promise<void>;
}

/** A trace file of some kind, ready to be sniffed and then fed to a reader once. */
export interface TraceSource {
  /** What sniffers see: one head for each kind the file may be of, the likeliest first. */
  readonly heads: readonly TraceHead[];
  /** The error when no importer claims any of the heads. */
  readonly unclaimed: ImportError;
  /** Hands every record over. Throws `Cancelled`. */
  feed(run: TraceRun): Promise<Result<void, ImportError>>;
  /** Frees what the source holds beside the file. */
  close(): Promise<void>;
}
