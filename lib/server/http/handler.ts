import type * as z from 'zod';
import { withEscapes } from '@/lib/engine/base/text/control-characters';
import { parseAnyDepth } from '@/lib/engine/base/parse-json';
import { database, type Database } from '@/lib/server/db/client';
import { admit } from '@/lib/server/access/admit';
import { isLoopback } from '@/lib/server/loopback';
import { storageFault } from '@/lib/server/db/connection/storage-fault';
import type { Operation } from '@/lib/api/openapi';
import { apiErrorSchema, type ApiErrorBody } from '@/lib/api/contract/contract';
import { errorRules, withHint } from '@/lib/api/errors';

/** Most bytes of a JSON body. */
const MOST_JSON_BYTES = 32_000_000;

/** Inputs of a handler. */
export interface Call<P> {
  readonly request: Request;
  readonly db: Database;
  /** Dynamic parts of the path. */
  readonly params: P;
  /** The query string. */
  readonly query: Readonly<Record<string, string>>;
}

/** Dynamic part of most paths. */
export interface IdPath {
  readonly id: string;
}

/** A request that fails; becomes the error body. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly body: ApiErrorBody;

  constructor(body: ApiErrorBody) {
    super(body.message);
    this.body = body;
  }
}

/** The answer to a request that is wrong, at a field of it. */
export const badRequest = (message: string, at?: string): RequestError =>
  new RequestError({ code: 'bad-request', message, ...(at === undefined ? {} : { at }) });

/** Error for an unknown id. */
export const notFound = (what: string): RequestError =>
  new RequestError({ code: 'not-found', message: `There is no such ${what}.` });

/** A route handler of Next. */
export type RouteHandler<P> = (
  request: Request,
  context: { readonly params: Promise<P> },
) => Promise<Response>;

/** A handler that says what it does. */
export type DescribedHandler<P> = RouteHandler<P> & { readonly operation: Operation };

/**
 * Makes a route handler: admits the request, opens the database and converts thrown errors into the
 * error body. Logs unexpected errors and answers them with one sentence. An answer by another schema
 * than the one described is such an error.
 */
export function handler<P = unknown>(
  operation: Operation,
  work: (call: Call<P>) => Promise<Response>,
): DescribedHandler<P> {
  const route: RouteHandler<P> = async (request, context) => {
    const refused = admit(request);
    if (refused) return refused;
    try {
      const params = await context.params;
      const query = Object.fromEntries(new URL(request.url).searchParams);
      const response = await work({ request, db: await database(), params, query });
      const schema = repliedBy.get(response);
      if (schema === undefined || schema === operation.answer) return response;
      throw new Error(`${operation.at} answers otherwise than it is described`);
    } catch (error) {
      return errorResponse(errorBody(error, request));
    }
  };
  return Object.assign(route, { operation });
}

/** The schema that each JSON answer was checked with. */
const repliedBy = new WeakMap<Response, z.ZodType>();

/** Converts a failure into an error body; logs unexpected ones. */
export function errorBody(error: unknown, request: Request): ApiErrorBody {
  if (error instanceof RequestError) return error.body;
  const { pathname } = new URL(request.url);
  const fault = storageFault(error);
  if (fault !== null) {
    console.error(`${request.method} ${pathname} failed: ${fault.message}`);
    return { code: 'storage', message: fault.message, hint: fault.hint };
  }
  console.error(`${request.method} ${pathname} failed:`, error);
  return { code: 'internal', message: 'Highwater could not answer this request.' };
}

/** An answer with the API's error body. */
export function errorResponse(error: ApiErrorBody): Response {
  const body = { error: apiErrorSchema.parse(withHint(error)) };
  const answer = jsonText(JSON.stringify(body), errorRules[error.code].status);
  for (const [name, value] of Object.entries(answerHeaders(error.code))) {
    answer.headers.set(name, value);
  }
  return answer;
}

/** HTTP headers required with an error. */
export function answerHeaders(code: ApiErrorBody['code']): Readonly<Record<string, string>> {
  const seconds = RETRY_AFTER_SECONDS[code];
  return seconds === undefined ? {} : { 'Retry-After': String(seconds) };
}

/** Seconds after which a client should retry. */
const RETRY_AFTER_SECONDS: Partial<Record<ApiErrorBody['code'], number>> = { busy: 2, storage: 15 };

const NO_STORE = { 'Cache-Control': 'no-store' };

/** A JSON answer, checked against the contract. */
export function reply<S extends z.ZodType>(schema: S, value: z.input<S>, status = 200): Response {
  const response = jsonText(JSON.stringify(schema.parse(value)), status);
  repliedBy.set(response, schema);
  return response;
}

/** An answer of a text's type, in UTF-8. */
export const textAnswer = (text: string, type: `text/${string}`): Response =>
  new Response(withEscapes(text), {
    headers: { ...NO_STORE, 'Content-Type': `${type}; charset=utf-8` },
  });

/** A JSON answer from text; characters that a terminal would obey are escaped. */
export function jsonText(text: string, status = 200): Response {
  const headers = { ...NO_STORE, 'Content-Type': 'application/json' };
  return new Response(withEscapes(text), { status, headers });
}

/**
 * The same, not compressed on the way to a page on this machine: of a list of 100,000 sessions the
 * compression took longer than all the rest.
 */
export function longJsonText(text: string, { headers }: Request): Response {
  const answer = jsonText(text);
  const host = (headers.get('host') ?? '').replace(/:\d+$/, '');
  if (isLoopback(host)) answer.headers.set('Cache-Control', 'no-store, no-transform');
  return answer;
}

/** Parses input of a request. @throws RequestError for the first invalid field. */
export function checked<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const message = `The request is not valid: ${issue?.message ?? 'unknown reason'}.`;
  const at = issue?.path.join('.') ?? '';
  throw badRequest(message.replace(/\.\.$/, '.'), at === '' ? undefined : at);
}

/** Parses the JSON body of a request. @throws RequestError if it is not JSON or too large. */
export async function jsonBody<S extends z.ZodType>(
  request: Request,
  schema: S,
): Promise<z.output<S>> {
  if (!(request.headers.get('content-type') ?? '').startsWith('application/json')) {
    throw new RequestError({
      code: 'unsupported-media-type',
      message: 'The body must be sent as application/json.',
    });
  }
  const body = await wholeBody(bodyOf(request), MOST_JSON_BYTES, 'Send less text.');
  const value = parseAnyDepth(body.toString('utf8'));
  if (value !== undefined) return checked(schema, value);
  throw badRequest('The body is not JSON.');
}

/** All bytes of a body. @throws RequestError with `hint` if they exceed `most`. */
export async function wholeBody(
  body: AsyncIterable<Uint8Array>,
  most: number,
  hint: string,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of limited(body, most, hint)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The chunks of a body. @throws RequestError if they exceed `most` bytes. */
export async function* limited(
  chunks: AsyncIterable<Uint8Array>,
  most: number,
  hint?: string,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.byteLength;
    if (bytes > most) throw bodyTooLarge(most, hint);
    yield chunk;
  }
}

/** Error for a body of more than `most` bytes. */
export const bodyTooLarge = (most: number, hint?: string): RequestError =>
  new RequestError({
    code: 'too-large',
    message: `The body is larger than ${most / 1e6} MB.`,
    ...(hint === undefined ? {} : { hint }),
  });

/** Streams a request's body. @throws RequestError if fewer bytes arrive than announced. */
export async function* bodyOf(
  request: Request,
  body: AsyncIterable<Uint8Array> | null = request.body,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  try {
    for await (const chunk of body ?? []) {
      bytes += chunk.byteLength;
      yield chunk;
    }
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ECONNRESET' ? cutOff() : error;
  }
  const announced = request.headers.get('content-length');
  if (announced !== null && Number(announced) !== bytes) throw cutOff();
}

const cutOff = (): RequestError =>
  new RequestError({
    code: 'bad-request',
    message: 'The body ended before all of it had arrived.',
    hint: 'Send it again.',
  });
