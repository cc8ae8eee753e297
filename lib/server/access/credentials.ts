import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Gate } from './gate';

/** Seconds for which a browser stays signed in. */
const SIGNED_IN_SECONDS = 30 * 24 * 60 * 60;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** True if two secrets are equal; takes the same time for every pair. */
export const sameSecret = (one: string, other: string): boolean =>
  timingSafeEqual(digest(one), digest(other));

/** True if a request has the token as a bearer. */
export function bringsToken(request: Request, token: string): boolean {
  const given = /^Bearer +(\S+) *$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? '';
  return sameSecret(given, token);
}

/** The cookie's value: made from the token, which cannot be learnt from it. */
const cookieValue = (token: string): string =>
  createHmac('sha256', token).update('highwater: signed in').digest('base64url');

/** Browsers send cookies to every port of a host, so each server has a name of its own. */
const cookieName = ({ port }: Pick<Gate, 'port'>): string => `highwater-${port}`;

/** True if a request comes from a browser that has signed in. */
export function bringsCookie(request: Request, { port, token }: Gate): boolean {
  if (token === null) return false;
  const cookies = (request.headers.get('cookie') ?? '').split(/; */);
  const expected = cookieValue(token);
  return cookies.some((cookie) => {
    const [name, value = ''] = cookie.split('=', 2);
    return name === cookieName({ port }) && sameSecret(value, expected);
  });
}

/** The `Set-Cookie` header that signs a browser in. */
export function signedInCookie(request: Request, { port }: Gate, token: string): string {
  const secure = request.headers.get('x-forwarded-proto') === 'https' ? '; Secure' : '';
  const pair = `${cookieName({ port })}=${cookieValue(token)}`;
  return `${pair}; Path=/; Max-Age=${SIGNED_IN_SECONDS}; HttpOnly; SameSite=Strict${secure}`;
}
