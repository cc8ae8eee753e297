import { createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { SECURITY_HEADERS } from '@/lib/host/security-headers.mjs';
import { frontDoor } from './front-door';

const next = vi.fn();
const server = createServer(
  frontDoor((incoming, outgoing) => {
    next(incoming.method);
    outgoing.setHeader('Content-Security-Policy', "script-src 'nonce-x'");
    outgoing.end(`${incoming.method} by Next`);
  }),
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
});
