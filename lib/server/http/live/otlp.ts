// https://opentelemetry.io/docs/specs/otlp/#otlphttp
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { exceedsDepth } from '@/lib/engine/base/json-depth';
import { admit } from '@/lib/server/access/admit';
import {
  encodeResponse,
  encodeStatus,
  type OtlpEncoding,
  type OtlpSignal,
} from '@/lib/server/live/otlp-answer';
import { decodeLogs, decodeTraces, OtlpDecodeError } from '@/lib/readers/open/otlp-protobuf';
import { splitPayload } from '@/lib/server/live/otlp-records';
import { otlpInbox } from '@/lib/server/live/otlp-inbox';
import type { ApiErrorBody, ErrorCode } from '@/lib/api/contract/contract';
import { errorRules } from '@/lib/api/errors';
import {
  MOST_OTLP_BYTES,
  MOST_OTLP_DECODED_BYTES,
  MOST_RATIO,
} from '@/lib/api/contract/ingest-contract';
import {
  answerHeaders,
  bodyOf,
  bodyTooLarge,
  errorBody,
  RequestError,
  wholeBody,
} from '../handler';

const unzip = promisify(gunzip);

/** Bytes up to which a body's compression ratio is not checked. */
const FREE_BYTES = 1_000_000;

const TYPES: Readonly<Record<OtlpEncoding, string>> = {
  protobuf: 'application/x-protobuf',
  json: 'application/json',
};

/** gRPC's code per error; exporters read the HTTP status, people the message. */
const GRPC: Partial<Record<ErrorCode, number>> = {
  'bad-request': 3,
  'too-large': 3,
  'unsupported-media-type': 3,
  busy: 8,
  storage: 14,
};
const GRPC_INTERNAL = 13;

export const postTraces = (request: Request): Promise<Response> => answerOtlp(request, 'traces');

export const postLogs = (request: Request): Promise<Response> => answerOtlp(request, 'logs');

/** Answers a post of telemetry once its records are stored; `body` may come apart from the request. */
export async function answerOtlp(
  request: Request,
  signal: OtlpSignal,
  body?: AsyncIterable<Uint8Array>,
): Promise<Response> {
  const refused = admit(request);
  if (refused) return refused;
  const encoding = encodingOf(request);
  try {
    return await take(request, bodyOf(request, body), signal, encoding);
  } catch (error) {
    return refuse(errorBody(error, request), encoding ?? 'json');
  }
}

async function take(
  request: Request,
  body: AsyncIterable<Uint8Array>,
  signal: OtlpSignal,
  encoding: OtlpEncoding | null,
): Promise<Response> {
  if (encoding === null) {
    throw new RequestError({
      code: 'unsupported-media-type',
      message: 'The body must be sent as application/x-protobuf or application/json.',
    });
  }
  const inbox = otlpInbox();
  const announced = Number(request.headers.get('content-length') ?? 0);
  if (inbox.isFull(announced)) throw busy();
  const bytes = await decoded(request, body, announced);
  const found = splitPayload(payloadOf(bytes, encoding, signal), signal);
  if (found === null) {
    throw new RequestError({ code: 'bad-request', message: `The body holds no OTLP ${signal}.` });
  }
  if (inbox.isFull(bytes.byteLength)) throw busy();
  await inbox.add(found.arrivals);
  return answer(encodeResponse(signal, encoding, found.rejected), encoding, 200);
}

const busy = (): RequestError =>
  new RequestError({ code: 'busy', message: 'Too many records wait to be stored.' });

/** Encoding of a request; null for an unsupported content type. */
function encodingOf(request: Request): OtlpEncoding | null {
  const type = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase();
  if (type === TYPES.json) return 'json';
  return type === TYPES.protobuf ? 'protobuf' : null;
}

const FEWER = 'Send fewer records at a time.';

async function decoded(
  request: Request,
  body: AsyncIterable<Uint8Array>,
  announced: number,
): Promise<Uint8Array> {
  const coding = (request.headers.get('content-encoding') ?? 'identity').trim().toLowerCase();
  if (coding !== 'gzip' && coding !== 'identity') {
    throw new RequestError({
      code: 'unsupported-media-type',
      message: `The content encoding ${coding.slice(0, 40)} is not supported.`,
      hint: 'Send gzip or none.',
    });
  }
  if (announced > MOST_OTLP_BYTES) throw bodyTooLarge(MOST_OTLP_BYTES, FEWER);
  const sent = await wholeBody(body, MOST_OTLP_BYTES, FEWER);
  if (coding === 'identity') return sent;
  const most = Math.min(MOST_OTLP_DECODED_BYTES, Math.max(FREE_BYTES, sent.length * MOST_RATIO));
  return unzipped(sent, most);
}

async function unzipped(sent: Uint8Array, most: number): Promise<Uint8Array> {
  try {
    return await unzip(sent, { maxOutputLength: most });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') {
      throw bodyTooLarge(most, FEWER);
    }
    throw new RequestError({ code: 'bad-request', message: 'The body is not gzip.' });
  }
}

function payloadOf(bytes: Uint8Array, encoding: OtlpEncoding, signal: OtlpSignal): unknown {
  try {
    if (encoding === 'protobuf')
      return signal === 'traces' ? decodeTraces(bytes) : decodeLogs(bytes);
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (!exceedsDepth(value)) return value;
  } catch (error) {
    const message = error instanceof OtlpDecodeError ? error.message : 'The body is not JSON.';
    throw new RequestError({ code: 'bad-request', message });
  }
  throw new RequestError({ code: 'bad-request', message: 'The body nests too deep.' });
}

function refuse(error: ApiErrorBody, encoding: OtlpEncoding): Response {
  const said = error.hint === undefined ? error.message : `${error.message} ${error.hint}`;
  const body = encodeStatus(encoding, GRPC[error.code] ?? GRPC_INTERNAL, said);
  return answer(body, encoding, errorRules[error.code].status, answerHeaders(error.code));
}

function answer(
  body: Uint8Array<ArrayBuffer>,
  encoding: OtlpEncoding,
  status: number,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(body, {
    status,
    headers: { 'Content-Type': TYPES[encoding], 'Cache-Control': 'no-store', ...headers },
  });
}
