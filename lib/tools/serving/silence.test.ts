import { Agent, createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { endSilentRequests } from './silence.mjs';

const SILENCE_MS = 1_500;

let server: Server;
/** Bytes of each upload that arrived, or the error that ended it. */
let received: (number | string)[];
beforeEach(async () => {
  received = [];
  // A server that cuts whatever takes longer than a moment, as Node's does after five minutes.
  const options = {
    requestTimeout: SILENCE_MS,
    headersTimeout: SILENCE_MS,
    connectionsCheckingInterval: 20,
  };
  server = createServer(options, (incoming, outgoing) => {
    let bytes = 0;
    incoming.on('data', (chunk: Buffer) => (bytes += chunk.length));
    incoming.on('error', (error) => received.push(error.message));
    if (incoming.url === '/refused') {
      // Half read, as by a handler that fails.
      incoming.once('data', () => incoming.pause());
      outgoing.writeHead(413).end();
    }
    incoming.on('end', () => {
      received.push(bytes);
      // An answer may take longer than a silence.
      setTimeout(() => outgoing.end('taken'), incoming.url === '/late' ? 1.5 * SILENCE_MS : 0);
    });
  });
  endSilentRequests(server, SILENCE_MS);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Sends one byte after each pause, of so many announced; resolves with the status. */
async function upload(
  pauses: readonly number[],
  { path = '/', announced = pauses.length } = {},
): Promise<number | string> {
  const { port } = server.address() as AddressInfo;
  const sent = request({
    port,
    path,
    method: 'POST',
    headers: { 'content-length': announced },
  });
  const status = new Promise<number | string>((resolve) => {
    sent.on('response', (response) => resolve(response.resume().statusCode ?? 0));
    sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'broken'));
  });
  sent.flushHeaders();
  for (const pause of pauses) {
    await sleep(pause);
    sent.write('x');
  }
  return status;
}

it('an upload may take many times as long as a silence', async () => {
  const steady = Array.from({ length: 24 }, () => SILENCE_MS / 12);
  expect(await upload(steady)).toBe(200);
  expect(received).toEqual([24]);
});

it('an upload that falls silent is ended', async () => {
  expect(await upload([0, 0], { announced: 3 })).toBe(408);
  // The client hears of it before the server's own reader does.
  await expect.poll(() => received).toEqual(['aborted']);
});

it('an answer may take longer than a silence', async () => {
  expect(await upload([0], { path: '/late' })).toBe(200);
});

it('a request that was answered early does not hold up the next one', async () => {
  const { port } = server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const send = (path: string, body: Buffer): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const sent = request({ port, path, method: 'POST', agent }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      sent.on('error', reject);
      sent.end(body);
    });
  expect(await send('/refused', Buffer.alloc(2_000_000))).toBe(413);
  expect(await send('/', Buffer.alloc(10))).toBe(200);
  agent.destroy();
});
