import { createHash, timingSafeEqual } from 'node:crypto';
import { env } from '@/lib/host/env';
import { refuseForeign, type AllowedHosts } from '@/lib/host/request-guard';
import { errorResponse } from './handler';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** True if a request has the token; compares in constant time. */
export function bringsToken(request: Request, token: string): boolean {
  const given = /^Bearer +(\S+) *$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? '';
  return timingSafeEqual(digest(given), digest(token));
}

/**
 * Checks requests to /v1 and /api/v1. With a token configured they must send it, and any host name is
 * accepted: no page of another site has the token. Without one the request guard decides.
 */
export function admitProgram(
  request: Request,
  settings: AllowedHosts & { readonly token: string | null } = env(),
): Response | undefined {
  const { token } = settings;
  if (token === null) return refuseForeign(request, settings);
  if (bringsToken(request, token)) return undefined;
  return errorResponse({
    code: 'unauthorized',
    message: 'The request lacks the token of this server.',
  });
}
