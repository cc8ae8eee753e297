import { createServer, request, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { nextServer } from './next-server.mjs';

it('answers a request to upgrade the connection like any other', async () => {
  const pages = nextServer('127.0.0.1', 0).getRequestHandler();
  const toNext: RequestListener = (incoming, outgoing) => {
    // Nothing is prepared, so that it fails once it has begun.
    pages(incoming, outgoing).catch(() => outgoing.writeHead(418).end());
  };
  const server = createServer(toNext);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const ask = (headers: Record<string, string>): Promise<number | string> =>
    new Promise((resolve, reject) => {
      const { port } = server.address() as AddressInfo;
      const asked = request({ host: '127.0.0.1', port, headers, agent: false });
      asked.on('response', (answer) => resolve(answer.resume().statusCode ?? 0));
      asked.on('error', reject).end();
    });
  expect(await ask({})).toBe(418);
  expect(server.listenerCount('upgrade')).toBe(0);
  expect(await ask({ Connection: 'Upgrade', Upgrade: 'websocket' })).toBe(418);
  await new Promise((resolve) => server.close(resolve));
});
