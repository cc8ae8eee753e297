import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import type { CliIo } from '../cli-io';
import { InputError, UsageError } from '../exit-code';
import { watchCommand } from './watch-command';

const file = (over: object) => ({
  path: 'a.jsonl',
  bytes: 1_000,
  modifiedAt: 1,
  status: 'done',
  sessionId: 'abcdefgh',
  sessionCount: 1,
  error: null,
  ...over,
});
const folder = (...files: object[]) => ({
  id: 'folder01',
  path: '/logs',
  paused: false,
  error: null,
  fileCount: files.length,
  files,
});

let close = (): void => undefined;
afterEach(() => close());

/** A server whose list of folders changes with every request. */
async function serve(states: readonly object[], status = 201): Promise<string> {
  let asked = 0;
  const server = createServer((request, response) => {
    const next = states[Math.min(asked++, states.length - 1)];
    const body = request.method === 'GET' ? { folders: next === undefined ? [] : [next] } : next;
    response.writeHead(request.method === 'POST' ? status : 200);
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  close = () => {
    server.closeAllConnections();
    server.close();
  };
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function output(onLine: (line: string) => void = () => undefined) {
  const lines: string[] = [];
  const io: CliIo = {
    out: (text) => {
      lines.push(text.trimEnd());
      onLine(text);
    },
    message: (text) => void lines.push(`! ${text}`),
    stdin: () => Promise.resolve(''),
    resolve: (path) => `/base/${path}`,
  };
  return { lines, io };
}

it('prints what becomes of each file until it is stopped', async () => {
  const grown = file({ bytes: 2_000, sessionCount: 2 });
  const bad = file({ path: 'b.json', sessionId: null, error: { message: 'No trace.' } });
  const server = await serve([
    folder(file({ status: 'running' })),
    folder(file({})),
    folder(grown, bad),
  ]);
  const stopped = new AbortController();
  const { lines, io } = output((line) => {
    if (line.includes('2 sessions')) stopped.abort();
  });
  expect(await watchCommand('logs', { server }, io, stopped.signal)).toBe(0);
  expect(lines).toEqual([
    `! Watching /logs. Its sessions are at ${server}/watched`,
    `a.jsonl: 1.0 kB, 1 session ${server}/sessions/abcdefgh`,
    'b.json: not read: No trace.',
    `a.jsonl: 2.0 kB, 2 sessions ${server}/sessions/abcdefgh`,
  ]);
}, 20_000);

it('registers a folder once, or takes it away', async () => {
  const server = await serve([folder(file({}))]);
  const { lines, io } = output();
  expect(await watchCommand('logs', { server, once: true }, io)).toBe(0);
  expect(await watchCommand('logs', { server, remove: true }, io)).toBe(0);
  expect(lines.at(-1)).toBe('! /logs is no longer watched; its sessions stay.');
});

it('ends when the folder is removed elsewhere', async () => {
  const server = await serve([folder(), undefined as never]);
  const { lines, io } = output();
  expect(await watchCommand('logs', { server }, io, new AbortController().signal)).toBe(0);
  expect(lines.at(-1)).toBe('! The folder is no longer watched.');
}, 20_000);

it('says what is wrong: no server, no folder, no address', async () => {
  const { io } = output();
  const nowhere = watchCommand('logs', { server: 'http://127.0.0.1:9' }, io);
  await expect(nowhere).rejects.toThrow(InputError);
  await expect(nowhere).rejects.toThrow(/No Highwater server answers/);
  const server = await serve([{ error: { code: 'bad-request', message: 'No such folder.' } }], 400);
  await expect(watchCommand('logs', { server }, io)).rejects.toThrow('No such folder.');
  await expect(watchCommand('logs', { server: 'x' }, io)).rejects.toThrow(UsageError);
});
