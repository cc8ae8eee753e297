// Plain JavaScript: next.config.js reads it too.

/**
 * Headers of every answer. Pages have a Content-Security-Policy of their own with a nonce for each
 * request: see proxy.ts.
 * @type {Readonly<Record<string, string>>}
 */
export const SECURITY_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), usb=()',
};

/** The policy of answers that are no page: nothing in them may run or be framed. */
export const DATA_POLICY =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
