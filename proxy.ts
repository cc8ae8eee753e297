import { type NextRequest, NextResponse } from 'next/server';
import { env } from '@/lib/host/env';
import { refuseForeign } from '@/lib/host/request-guard';

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

/**
 * Refuses requests of foreign hosts and origins, and gives each page a policy with its own nonce.
 * Next reads the nonce from the request's header while it renders.
 */
export function proxy(request: NextRequest): Response {
  const refused = refuseForeign(request, env());
  if (refused) return refused;
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
 * Next buffers the body of every request that a proxy sees and cuts it at 10 MB. A request of the
 * API that brings a body, and all that programs ask under /v1 and /api/v1, therefore pass by: each
 * handler asks the guard, or for the token, itself.
 */
export const config = {
  matcher: [
    '/((?!api/|v1/).*)',
    {
      source: '/api/((?!v1/).*)',
      missing: [
        { type: 'header', key: 'content-length' },
        { type: 'header', key: 'transfer-encoding' },
      ],
    },
  ],
};
