// https://opentelemetry.io/docs/specs/otlp/#otlphttp-response
import protobuf from 'protobufjs/minimal.js';

/** Signals, each with the answer's field for rejected records. */
export type OtlpSignal = 'traces' | 'logs';

/** Rejected records of a request, with the reason. */
export interface OtlpRejection {
  readonly records: number;
  readonly message: string;
}

/** Encodings of requests and answers. */
export type OtlpEncoding = 'protobuf' | 'json';

/** An `ExportTraceServiceResponse` or `ExportLogsServiceResponse`; empty without rejections. */
export function encodeResponse(
  signal: OtlpSignal,
  encoding: OtlpEncoding,
  rejected: OtlpRejection | null = null,
): Uint8Array<ArrayBuffer> {
  if (encoding === 'json') return jsonBytes(rejected === null ? {} : partial(signal, rejected));
  const writer = protobuf.Writer.create();
  if (rejected !== null) {
    writer.uint32(field(1, 2)).fork();
    writer.uint32(field(1, 0)).int64(rejected.records);
    writer.uint32(field(2, 2)).string(rejected.message);
    writer.ldelim();
  }
  return owned(writer.finish());
}

/** A `google.rpc.Status`, the body of every failed answer; `code` is gRPC's. */
export function encodeStatus(
  encoding: OtlpEncoding,
  code: number,
  message: string,
): Uint8Array<ArrayBuffer> {
  if (encoding === 'json') return jsonBytes({ code, message });
  const writer = protobuf.Writer.create();
  writer.uint32(field(1, 0)).int32(code);
  writer.uint32(field(2, 2)).string(message);
  return owned(writer.finish());
}

const partial = (signal: OtlpSignal, { records, message }: OtlpRejection): object => ({
  partialSuccess: {
    [signal === 'traces' ? 'rejectedSpans' : 'rejectedLogRecords']: String(records),
    errorMessage: message,
  },
});

/** Tag of a field: number and wire type. */
const field = (number: number, wire: number): number => (number << 3) | wire;

const jsonBytes = (value: object): Uint8Array<ArrayBuffer> =>
  owned(Buffer.from(JSON.stringify(value)));

const owned = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);
