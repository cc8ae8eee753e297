import { createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { SECURITY_HEADERS } from '@/lib/server/security-headers.mjs';
import { frontDoor, type BuiltFile } from './front-door';

const next = vi.fn();

/** One file of a build, which says what its asker takes. */
function builtFile(pathname: string, accepted: string): BuiltFile | undefined {
  if (pathname !== '/_next/static/a.js') return undefined;
  const body = Buffer.from(`a script as ${accepted}`);
  return { headers: { 'Cache-Control': 'immutable', 'Content-Length': `${body.length}` }, body };
}

const server = createServer(
  frontDoor((incoming, outgoing) => {
    next(incoming.method);
    outgoing.setHeader('Content-Security-Policy', "script-src 'nonce-x'");
    outgoing.end(`${incoming.method} by Next`);
  }, builtFile),
);
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => void server.close());

const ask = (method: string, path: string, headers: Record<string, string> = {}, body = '') =>
  new Promise<{ readonly answer: IncomingMessage; readonly text: string }>((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    const asked = request({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      answer.on('end', () => resolve({ answer, text }));
    });
    asked.on('error', reject);
    asked.end(body);
  });

describe('the door', () => {
  it.each(['TRACE', 'PROPFIND', 'PURGE'])('refuses %s and echoes nothing', async (method) => {
    for (const path of ['/', '/api/sessions', '/v1/traces']) {
      const { answer, text } = await ask(method, path, { cookie: 'secret=1' });
      expect(answer.statusCode).toBe(405);
      expect(answer.headers.allow).toBe('GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS');
      expect(text).toBe('');
    }
    expect(next).not.toHaveBeenCalled();
  });

  it.each(['*', 'http://evil.example/', 'evil.example:80'])(
    'refuses the address %s',
    async (path) => {
      const { answer, text } = await ask('OPTIONS', path);
      expect([answer.statusCode, text]).toEqual([400, '']);
      expect(next).not.toHaveBeenCalled();
    },
  );

  it('passes what Next answers, whose policy for a page counts', async () => {
    const { answer, text } = await ask('GET', '/');
    expect(text).toBe('GET by Next');
    expect(answer.headers['content-security-policy']).toBe("script-src 'nonce-x'");
  });

  it('gives every answer the same headers', async () => {
    const json = { 'content-type': 'application/json' };
    const answers = [
      await ask('GET', '/'),
      await ask('TRACE', '/'),
      await ask('POST', '/v1/traces', { ...json, host: 'evil.example' }, '{}'),
      await ask('POST', '/v1/logs', { ...json, host: '127.0.0.1:3000' }, '{'),
    ];
    expect(answers.map(({ answer }) => answer.statusCode)).toEqual([200, 405, 403, 400]);
    for (const { answer } of answers) {
      for (const [name, value] of Object.entries(SECURITY_HEADERS)) {
        expect(answer.headers[name.toLowerCase()]).toBe(value);
      }
      expect(answer.headers['content-security-policy']).toBeDefined();
    }
  });

  describe('with a file of the build', () => {
    const gzip = { host: '127.0.0.1:3000', 'accept-encoding': 'gzip' };

    it('sends it with its own headers alone', async () => {
      next.mockClear();
      const { answer, text } = await ask('GET', '/_next/static/a.js', gzip);
      expect(text).toBe('a script as gzip');
      expect(answer.headers).toMatchObject({ 'cache-control': 'immutable' });
      expect(answer.headers).not.toHaveProperty('permissions-policy');
      const head = await ask('HEAD', '/_next/static/a.js', gzip);
      expect([head.text, head.answer.headers['content-length']]).toEqual(['', '16']);
      expect(next).not.toHaveBeenCalled();
    });

    it('refuses a foreign host and keeps the headers of every answer', async () => {
      const { answer, text } = await ask('GET', '/_next/static/a.js', { host: 'evil.example' });
      expect(answer.statusCode).toBe(403);
      expect(text).not.toContain('a script');
      expect(answer.headers).toMatchObject({ 'x-frame-options': 'DENY' });
    });

    it.each([
      ['POST', '/_next/static/a.js'],
      ['GET', '/_next/static/b.js'],
      ['GET', '/_next/static/a.js?token=x'],
    ])('leaves %s %s to Next', async (...asked) => {
      expect((await ask(...asked, gzip)).text).toBe(`${asked[0]} by Next`);
    });
  });
});
