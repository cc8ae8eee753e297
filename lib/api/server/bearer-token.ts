import { createHash, timingSafeEqual } from 'node:crypto';
import { env } from '@/lib/env';
import { refuseForeign, type AllowedHosts } from '@/lib/request-guard';
import { errorResponse } from './handler';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Whether a request brings the token; takes as long for a wrong one as for the right one. */
export function bringsToken(request: Request, token: string): boolean {
  const given = /^Bearer +(\S+) *$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? '';
  return timingSafeEqual(digest(given), digest(token));
}

/**
 * Admits programs to /v1 and /api/v1. With a token set they must bring it, and may then come by any
 * host name: no page of another site knows it. Without one the request guard decides.
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
    message: 'The request does not bring the token of this server.',
  });
}
