// https://github.com/open-telemetry/opentelemetry-proto (Apache-2.0): field numbers and names only
import protobuf from 'protobufjs/minimal.js';
import type { Json } from '@/lib/engine/session/schema';
import { LOGS_DATA, TRACES_DATA, type Message, type Scalar } from './otlp-schema';

/** Deepest nesting of values; each takes four levels of JSON. */
const MAX_VALUE_DEPTH = 32;

/** The bytes are not an OTLP message; the error's message states the fact. */
export class OtlpDecodeError extends Error {
  override readonly name = 'OtlpDecodeError';
}

/**
 * Reads a protobuf `TracesData` or `ExportTraceServiceRequest` as OTLP JSON: keys in camelCase, ids
 * in hexadecimal, 64-bit integers as decimal strings, bytes in base64. Skips unknown fields.
 * @throws OtlpDecodeError
 */
export const decodeTraces = (bytes: Uint8Array): Json => decode(bytes, TRACES_DATA);

/** Reads a protobuf `LogsData` or `ExportLogsServiceRequest`, like {@link decodeTraces}. */
export const decodeLogs = (bytes: Uint8Array): Json => decode(bytes, LOGS_DATA);

type Fields = Record<string, Json>;

function decode(bytes: Uint8Array, message: Message): Json {
  const reader = new protobuf.Reader(bytes);
  try {
    return readMessage(reader, message, reader.len, 0);
  } catch (error) {
    if (error instanceof OtlpDecodeError) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new OtlpDecodeError(`Not an OTLP message: ${why} at byte ${reader.pos}.`);
  }
}

function readMessage(
  reader: protobuf.Reader,
  message: Message,
  end: number,
  depth: number,
): Fields {
  if (depth > MAX_VALUE_DEPTH) throw new OtlpDecodeError('The message nests too deep.');
  const fields: Fields = {};
  while (reader.pos < end) {
    const tag = reader.tag();
    const wire = tag & 7;
    const field = message[tag >>> 3];
    if (field?.wire !== wire) {
      reader.skipType(wire);
      continue;
    }
    const value =
      field.message === undefined
        ? readScalar(reader, field.scalar)
        : readNested(reader, field.message(), end, depth + (field.nests === true ? 1 : 0));
    if (field.repeated !== true) fields[field.name] = value;
    else if (fields[field.name] === undefined) fields[field.name] = [value];
    else (fields[field.name] as Json[]).push(value);
  }
  if (reader.pos !== end) throw new OtlpDecodeError(`A field ends outside of its message.`);
  return fields;
}

function readNested(reader: protobuf.Reader, message: Message, end: number, depth: number): Fields {
  const inner = reader.uint32() + reader.pos;
  if (inner > end) throw new OtlpDecodeError(`A message is cut off at byte ${reader.pos}.`);
  return readMessage(reader, message, inner, depth);
}

function readScalar(reader: protobuf.Reader, scalar: Scalar): Json {
  switch (scalar) {
    case 'string':
      return reader.string();
    case 'id':
      return hexOf(reader.bytes());
    case 'bytes':
      return Buffer.from(reader.bytes()).toString('base64');
    case 'bool':
      return reader.bool();
    case 'uint32':
      return reader.uint32();
    case 'enum':
      return reader.int32();
    case 'int64': {
      const { high, low } = reader.int64();
      return String((BigInt(high) << 32n) | BigInt(low >>> 0));
    }
    case 'double':
      return doubleOf(reader.double());
    case 'fixed32':
      return reader.fixed32();
    case 'fixed64': {
      const low = BigInt(reader.fixed32());
      return String((BigInt(reader.fixed32()) << 32n) | low);
    }
  }
}

const hexOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');

/** JSON has finite numbers only; the others are written by name. */
const doubleOf = (value: number): Json => (Number.isFinite(value) ? value : String(value));
