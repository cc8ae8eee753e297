import type * as z from 'zod';
import { database, type Database } from '@/lib/db/client';
import { env } from '@/lib/env';
import { refuseForeign } from '@/lib/request-guard';
import { apiErrorSchema, type ApiErrorBody } from '@/lib/api/contract';
import { errorRules, withHint } from '@/lib/api/errors';

/** The most bytes of a JSON body. */
const MOST_JSON_BYTES = 32_000_000;

/** What a handler works with. */
export interface Call<P> {
  readonly request: Request;
  readonly db: Database;
  /** Dynamic parts of the path. */
  readonly params: P;
  /** The query string. */
  readonly query: Readonly<Record<string, string>>;
}

/** A request that cannot be answered as asked; becomes the error envelope. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly body: ApiErrorBody;

  constructor(body: ApiErrorBody) {
    super(body.message);
    this.body = body;
  }
}

/** Nothing is stored under this id. */
export const notFound = (what: string): RequestError =>
  new RequestError({ code: 'not-found', message: `There is no such ${what}.` });

/** A route handler of Next. */
export type RouteHandler<P> = (
  request: Request,
  context: { readonly params: Promise<P> },
) => Promise<Response>;

/**
 * Makes a route handler: asks the request guard, opens the database and turns whatever is thrown
 * into the error envelope. Unexpected errors are logged whole and told in one sentence. `admit` answers
 * requests that may not reach the work.
 */
export function handler<P = unknown>(
  work: (call: Call<P>) => Promise<Response>,
  admit: (request: Request) => Response | undefined = (request) => refuseForeign(request, env()),
): RouteHandler<P> {
  return async (request, context) => {
    const refused = admit(request);
    if (refused) return refused;
    try {
      const params = await context.params;
      const query = Object.fromEntries(new URL(request.url).searchParams);
      return await work({ request, db: await database(), params, query });
    } catch (error) {
      return errorResponse(errorBody(error, request));
    }
  };
}

/** What an answer says of a failure; unexpected ones are logged. */
export function errorBody(error: unknown, request: Request): ApiErrorBody {
  if (error instanceof RequestError) return error.body;
  console.error(`${request.method} ${new URL(request.url).pathname} failed:`, error);
  return { code: 'internal', message: 'Highwater could not answer this request.' };
}

/** An error in the envelope of the API. */
export function errorResponse(error: ApiErrorBody): Response {
  const body = { error: apiErrorSchema.parse(withHint(error)) };
  const headers = { ...NO_STORE, ...answerHeaders(error.code) };
  return Response.json(body, { status: errorRules[error.code].status, headers });
}

/** What HTTP asks an answer with this error to say. */
export function answerHeaders(code: ApiErrorBody['code']): Readonly<Record<string, string>> {
  if (code === 'busy') return { 'Retry-After': String(RETRY_AFTER_SECONDS) };
  return code === 'unauthorized' ? { 'WWW-Authenticate': 'Bearer' } : {};
}

/** When a request that found the server busy is to be sent again. */
const RETRY_AFTER_SECONDS = 2;

const NO_STORE = { 'Cache-Control': 'no-store' };

/** A JSON answer, checked against the contract. */
export function reply<S extends z.ZodType>(schema: S, value: z.input<S>, status = 200): Response {
  return Response.json(schema.parse(value), { status, headers: NO_STORE });
}

/** A JSON answer that is text already. */
export function jsonText(text: string): Response {
  return new Response(text, { headers: { ...NO_STORE, 'Content-Type': 'application/json' } });
}

/** Input of a request, checked. @throws RequestError naming the first field that is wrong. */
export function checked<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const at = issue?.path.join('.') ?? '';
  const message = `The request is not valid: ${issue?.message ?? 'unknown reason'}.`;
  throw new RequestError({
    code: 'bad-request',
    message: message.replace(/\.\.$/, '.'),
    ...(at === '' ? {} : { at }),
  });
}

/** The JSON body of a request, checked. @throws RequestError when it is no JSON or too large. */
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
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of bodyOf(request)) {
    bytes += chunk.byteLength;
    if (bytes > MOST_JSON_BYTES) {
      const message = `The body is larger than ${MOST_JSON_BYTES / 1e6} MB.`;
      throw new RequestError({ code: 'too-large', message, hint: 'Send less text.' });
    }
    chunks.push(chunk);
  }
  return checked(schema, parseJson(Buffer.concat(chunks).toString('utf8')));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new RequestError({ code: 'bad-request', message: 'The body is not JSON.' });
  }
}

/** The bytes of a body as they arrive. @throws RequestError when fewer come than were announced. */
export async function* bodyOf(request: Request): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of request.body ?? []) {
    bytes += chunk.byteLength;
    yield chunk;
  }
  const announced = request.headers.get('content-length');
  if (announced !== null && Number(announced) !== bytes) {
    throw new RequestError({
      code: 'bad-request',
      message: 'The body ended before all of it had arrived.',
      hint: 'Send it again.',
    });
  }
}
