import { type NextRequest, NextResponse } from 'next/server';
import { admitPage } from '@/lib/server/access/admit-page';
import { gate } from '@/lib/server/access/gate';

/** The Content-Security-Policy of one response; development additionally needs eval and sockets. */
export function contentSecurityPolicy(nonce: string, development: boolean): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ''}`,
    // Next injects styles without a nonce while developing.
    `style-src 'self' ${development ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${development ? ' ws:' : ''}`,
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join('; ');
}

const ofApi = (path: string): boolean => /^\/(api|v1)\//.test(path);

/**
 * Refuses requests of foreign hosts and origins, asks for the token where this server has one, and
 * gives each page a policy with its own nonce. Next reads the nonce from the request's header while it
 * renders. Answers of the API have a policy of their own: see next.config.js.
 */
export async function proxy(request: NextRequest): Promise<Response> {
  const answer = await admitPage(request, gate());
  if (answer) return answer;
  if (ofApi(request.nextUrl.pathname)) return NextResponse.next();
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
  const policy = contentSecurityPolicy(nonce, process.env.NODE_ENV === 'development');
  const headers = new Headers(request.headers);
  headers.set('x-nonce', nonce);
  headers.set('content-security-policy', policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set('Content-Security-Policy', policy);
  return response;
}

/**
 * Next buffers the body of every request that a proxy sees and cuts it at the size of a form (see
 * next.config.js). A request under /api and /v1 that brings a body therefore passes by: each handler
 * asks the same question itself.
 */
export const config = {
  matcher: [
    '/((?!api/|v1/).*)',
    {
      source: '/(api|v1)/(.*)',
      missing: [
        { type: 'header', key: 'content-length' },
        { type: 'header', key: 'transfer-encoding' },
      ],
    },
  ],
};
