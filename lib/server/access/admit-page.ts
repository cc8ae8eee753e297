import { refuseForeign } from '@/lib/server/request-guard';
import { admit, unauthorized } from './admit';
import { Attempts } from './attempts';
import { bringsCookie, bringsToken, sameSecret, signedInCookie } from './credentials';
import type { Gate } from './gate';
import { localPath } from './local-path';
import { SIGN_IN_PATH, signInPage } from './sign-in-page';

/** Most bytes of a sent form. */
const MOST_FORM_BYTES = 16_384;

/** Parameter of an address that signs in. */
const TOKEN = 'token';

/**
 * Checks a request to a page, or to any other path that Next's proxy sees. With a token it asks for
 * it by a page, takes it from that page's form or from an address, and lets signed-in browsers pass.
 * @returns the answer to a request that goes no further.
 */
export async function admitPage(
  request: Request,
  gate: Gate,
  attempts: Attempts = signIns,
): Promise<Response | undefined> {
  const url = new URL(request.url);
  if (/^\/(api|v1)(\/|$)/.test(url.pathname)) return admit(request, gate);
  const foreign = refuseForeign(request, gate);
  const { token } = gate;
  if (foreign !== undefined || token === null) return foreign;
  const signIn = (given: string, to: string): Response =>
    judge({ request, gate, token, attempts }, given, to);
  if (url.pathname === SIGN_IN_PATH && request.method === 'POST') {
    const form = await formOf(request);
    return signIn(form.get(TOKEN) ?? '', localPath(form.get('to') ?? '/'));
  }
  const given = url.searchParams.get(TOKEN);
  const signedIn = bringsCookie(request, gate);
  if (given !== null && request.method === 'GET' && !signedIn) return signIn(given, cleanPath(url));
  if (bringsToken(request, token)) return undefined;
  if (!signedIn) return ask(request, cleanPath(url));
  if (url.pathname === SIGN_IN_PATH) return openPage(request, '/');
  return given === null ? undefined : openPage(request, cleanPath(url));
}

const signIns = new Attempts();

interface SignIn {
  readonly request: Request;
  readonly gate: Gate;
  readonly token: string;
  readonly attempts: Attempts;
}

/** Signs a browser in, or says why not. What was given is neither stored nor logged. */
function judge({ request, gate, token, attempts }: SignIn, given: string, to: string): Response {
  const seconds = attempts.wait();
  if (seconds > 0) {
    const fault = `Too many attempts. Try again in ${seconds} seconds.`;
    const refused = signInPage({ status: 429, to, fault });
    refused.headers.set('Retry-After', String(seconds));
    return refused;
  }
  if (!sameSecret(given, token)) {
    attempts.fail();
    return signInPage({ status: 401, to, fault: 'This is not the token of this server.' });
  }
  const opened = openPage(request, to);
  opened.headers.set('Set-Cookie', signedInCookie(request, gate, token));
  return opened;
}

/** Asks a person by a page, a program by an error. */
function ask(request: Request, to: string): Response {
  const accepts = request.headers.get('accept') ?? '';
  const page = ['GET', 'HEAD'].includes(request.method) && accepts.includes('text/html');
  if (!page) return unauthorized();
  const again = ['cross-site', 'same-site'].includes(request.headers.get('sec-fetch-site') ?? '');
  return signInPage({ status: 401, to: to === SIGN_IN_PATH ? '/' : to, again });
}

function openPage(request: Request, to: string): Response {
  // A new response: those of Response.redirect cannot take a cookie.
  const headers = { Location: new URL(to, request.url).href, 'Cache-Control': 'no-store' };
  return new Response(null, { status: 303, headers });
}

/** The path of an address without its token. */
function cleanPath(url: URL): string {
  // Deleting nothing would still write the query anew.
  if (!url.searchParams.has(TOKEN)) return localPath(url.pathname + url.search);
  const clean = new URL(url);
  clean.searchParams.delete(TOKEN);
  return localPath(clean.pathname + clean.search);
}

/** The fields of a sent form; none if it is too long. */
async function formOf(request: Request): Promise<URLSearchParams> {
  const text = await request.text();
  return new URLSearchParams(text.length > MOST_FORM_BYTES ? '' : text);
}
