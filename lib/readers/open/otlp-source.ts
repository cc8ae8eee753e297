import { err, ok, type Result } from '@/lib/engine/base/result';
import type { ImportError } from '@/lib/readers/importers/importer';
import type { Json } from '@/lib/engine/session/schema';
import { HEAD_RECORDS, MAX_DOCUMENT_BYTES } from './open-limits';
import { decodeLogs, decodeTraces, OtlpDecodeError } from './otlp-protobuf';
import type { TraceBytes } from './trace-bytes';
import type { TraceRun, TraceSource } from './trace-source';

/** Field 1, length-delimited: first byte of an OTLP message of spans or log records. */
const FIELD_1 = 0x0a;

/** Bytes of the length before each message in a protobuf file of the Collector's file exporter. */
const LENGTH_BYTES = 4;

/** A file of OTLP messages, read whole; null for other files. */
export async function otlpSource(
  content: TraceBytes,
  signal: AbortSignal | undefined,
): Promise<Result<TraceSource | null, ImportError>> {
  const whole = await content.whole(MAX_DOCUMENT_BYTES, signal);
  if (whole === null) {
    const message = `The file is binary and larger than ${MAX_DOCUMENT_BYTES / 1024 / 1024} MiB; export OTLP messages as JSON lines, which have no limit.`;
    return err({ code: 'too-large', message });
  }
  const payloads = whole[0] === FIELD_1 ? messages([whole]) : messages(prefixed(whole));
  return ok(payloads === null || payloads.length === 0 ? null : payloadSource(content, payloads));
}

/** Messages that each follow their length. */
function prefixed(bytes: Buffer): readonly Buffer[] {
  const found: Buffer[] = [];
  for (let at = 0; at + LENGTH_BYTES <= bytes.length;) {
    const from = at + LENGTH_BYTES;
    at = from + bytes.readUInt32BE(at);
    // The last one may be cut off; decoding reports it.
    found.push(bytes.subarray(from, at));
  }
  return found;
}

/** All messages as JSON; null if the first is not OTLP. */
function messages(parts: readonly Buffer[]): readonly (Json | undefined)[] | null {
  const [first, ...others] = parts;
  const payload = first === undefined ? undefined : decoded(first);
  return payload === undefined ? null : [payload, ...others.map(decoded)];
}

function decoded(bytes: Buffer): Json | undefined {
  for (const decode of [decodeTraces, decodeLogs]) {
    try {
      const payload = decode(bytes);
      if (holdsRecords(payload)) return payload;
    } catch (error) {
      if (!(error instanceof OtlpDecodeError)) throw error;
    }
  }
  return undefined;
}

const holdsRecords = (payload: Json): boolean =>
  typeof payload === 'object' && payload !== null && Object.keys(payload).length > 0;

function payloadSource(content: TraceBytes, payloads: readonly (Json | undefined)[]): TraceSource {
  const records = payloads.filter((payload) => payload !== undefined);
  const lines = { kind: 'jsonl', records: records.slice(0, HEAD_RECORDS) } as const;
  return {
    heads: payloads.length === 1 ? [{ kind: 'json', records }, lines] : [lines],
    unclaimed: {
      code: 'unrecognized',
      message: 'The file holds OTLP messages without a model call that can be read.',
    },
    feed: (run) => feedPayloads(content, payloads, run),
    close: () => Promise.resolve(),
  };
}

async function feedPayloads(
  content: TraceBytes,
  payloads: readonly (Json | undefined)[],
  run: TraceRun,
): Promise<Result<void, ImportError>> {
  for (const [i, payload] of payloads.entries()) {
    const at = `message ${i + 1}`;
    if (payload === undefined) run.receipt.lose('not an OTLP message', at);
    else run.take(payload, at);
    run.progress(Math.floor((content.bytes * (i + 1)) / payloads.length), i + 1);
    await run.ready();
  }
  return ok(undefined);
}
