import { errorRules, withHint } from '@/lib/api/errors';
import { refuseForeign } from '@/lib/server/request-guard';
import { bringsCookie, bringsToken } from './credentials';
import { gate as gateOfServer, type Gate } from './gate';

/**
 * Checks a request to the API. Who brings the token may ask under any host name: no page of another
 * site has it. Everyone else must ask under a name of this server and from its own pages; where a
 * token is asked for, from a browser that has signed in.
 * @returns the answer to a refused request.
 */
export function admit(request: Request, gate: Gate = gateOfServer()): Response | undefined {
  const { token } = gate;
  if (token === null) return refuseForeign(request, gate);
  if (bringsToken(request, token)) return undefined;
  return bringsCookie(request, gate) ? refuseForeign(request, gate) : unauthorized();
}

/** The answer to a program that does not bring the token. */
export function unauthorized(): Response {
  const error = withHint({
    code: 'unauthorized',
    message: 'The request lacks the token of this server.',
  });
  const headers = { 'Cache-Control': 'no-store', 'WWW-Authenticate': 'Bearer' };
  return Response.json({ error }, { status: errorRules.unauthorized.status, headers });
}
