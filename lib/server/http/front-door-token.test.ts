import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { frontDoor } from './front-door';

const token = vi.hoisted(() => (process.env['HIGHWATER_TOKEN'] = 'a-token-of-some-length'));

const server = createServer(
  frontDoor(
    (_, outgoing) => outgoing.end('by Next'),
    (path) => (path === '/_next/static/a.js' ? { headers: {}, body: Buffer.from('a') } : undefined),
  ),
);
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => void server.close());

const statusOf = (method: string, path: string, headers: Record<string, string>) =>
  new Promise<number | undefined>((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    const own = { host: `127.0.0.1:3000`, ...headers };
    const asked = request({ host: '127.0.0.1', port, method, path, headers: own }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode));
    });
    asked.on('error', reject).end();
  });

it.each([
  ['OPTIONS', '/api/imports'],
  ['GET', '/api/no-such-route'],
  ['DELETE', '/v1/no-such-route'],
  ['POST', '/api/sessions%00'],
])('asks whoever brings a body for the token, also where nothing answers: %s %s', async (...to) => {
  for (const body of [{ 'content-length': '0' }, { 'transfer-encoding': 'chunked' }]) {
    expect(await statusOf(...to, body)).toBe(401);
    expect(await statusOf(...to, { ...body, authorization: `Bearer ${token}` })).toBe(200);
  }
});

it('leaves pages and requests without a body to the proxy', async () => {
  expect(await statusOf('POST', '/sign-in', { 'content-length': '0' })).toBe(200);
  expect(await statusOf('GET', '/api/sessions', {})).toBe(200);
});

it('asks for the token before it sends a file of the build', async () => {
  expect(await statusOf('GET', '/_next/static/a.js', {})).toBe(401);
  const brought = { authorization: `Bearer ${token}` };
  expect(await statusOf('GET', '/_next/static/a.js', brought)).toBe(200);
});
