import type { Result } from '@/lib/engine/base/result';
import type {
  ImportError,
  Importer,
  TraceHead,
  TraceInput,
  TraceReader,
} from '@/lib/readers/importers/importer';
import type { ReceiptBuilder } from '@/lib/readers/importers/receipt';
import type { Json } from '@/lib/engine/session/schema';

/** One read of a trace: receiver of the records, and callbacks. */
export interface TraceRun {
  readonly importer: Importer;
  /** Detected kind of trace. */
  readonly input: TraceInput;
  readonly reader: TraceReader;
  /** Passes a record or a document to the reader, with its lists element by element. */
  readonly take: (value: Json, at: number | string) => void;
  readonly receipt: ReceiptBuilder;
  readonly signal: AbortSignal | undefined;
  /** Reports bytes of the file and records read so far. */
  readonly progress: (bytes: number, records: number) => void;
  /** Awaited between two pieces of the file. */
  readonly ready: () => Promise<void>;
}

/** A trace file of some kind, to sniff and then to read once. */
export interface TraceSource {
  /** Heads for sniffers: one per possible kind of the file, likeliest first. */
  readonly heads: readonly TraceHead[];
  /** Error if no importer claims a head. */
  readonly unclaimed: ImportError;
  /** Passes every record to the reader. Throws `Cancelled`. */
  feed(run: TraceRun): Promise<Result<void, ImportError>>;
  /** Frees the source's resources other than the file. */
  close(): Promise<void>;
}
