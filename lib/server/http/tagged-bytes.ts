import { createHash } from 'node:crypto';

/** Answers with bytes under a tag of their content; without them where the reader has them. */
export function taggedBytes(request: Request, bytes: Uint8Array): Response {
  const tag = `"${createHash('sha1').update(bytes).digest('base64url')}"`;
  const headers = { ETag: tag, 'Cache-Control': 'private, no-cache' };
  if (request.headers.get('if-none-match') === tag) {
    return new Response(null, { status: 304, headers });
  }
  return new Response(new Uint8Array(bytes), {
    headers: { ...headers, 'Content-Type': 'application/octet-stream' },
  });
}
