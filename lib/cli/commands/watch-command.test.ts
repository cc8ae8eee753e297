import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { rememberedRoots } from '@/lib/server/roots/remembered-roots';
import type { CliIo } from '../cli-io';
import { InputError, UsageError } from '../exit-code';
import { watchCommand, type OwnServer } from './watch-command';

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

/** Headers of the requests to the served folder. */
let asked: IncomingHttpHeaders[] = [];
let own: OwnServer;
beforeEach(() => {
  asked = [];
  own = { folder: mkdtempSync(path.join(tmpdir(), 'highwater-watch-')), token: null };
});
afterEach(() => rmSync(own.folder, { recursive: true, force: true }));

const live = (): AbortSignal => new AbortController().signal;

/** A server whose list of folders changes with every request. */
async function serve(states: readonly object[], status = 201): Promise<string> {
  const server = createServer((request, response) => {
    const next = states[Math.min(asked.length, states.length - 1)];
    asked.push(request.headers);
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
  expect(await watchCommand('logs', { server }, io, stopped.signal, own)).toBe(0);
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
  expect(await watchCommand('logs', { server, once: true }, io, live(), own, 1)).toBe(0);
  expect(await watchCommand('logs', { server, remove: true }, io, live(), own)).toBe(0);
  expect(lines.at(-1)).toBe('! /logs is no longer watched; its sessions stay.');
});

it('ends with 0 once every file is read, and with 1 where one cannot be', async () => {
  const good = file({});
  const bad = file({ path: 'b.json', sessionId: null, error: { message: 'No trace.' } });
  const running = file({ path: 'b.json', status: 'running' });
  for (const [states, code, words] of [
    [
      [folder(), folder(good, running), folder(good, file({ path: 'b.json' }))],
      0,
      '2 files; 0 cannot be read.',
    ],
    [
      [folder(good, file({ path: 'b.json', status: null })), folder(good, bad)],
      1,
      '2 files; 1 cannot be read.',
    ],
    [[{ ...folder(good), fileCount: 900 }], 0, '900 files; 0 of the newest 1 cannot be read.'],
    [[{ ...folder(), error: 'It is gone.' }], 1, 'is not watched: It is gone.'],
    [[{ ...folder(good), paused: true }], 1, 'is not watched: It is paused on the page /watched.'],
  ] as const) {
    asked = [];
    const server = await serve(states);
    const { lines, io } = output();
    const ended = await watchCommand('logs', { server, once: true }, io, live(), own, 1);
    expect([ended, lines.at(-1)]).toEqual([code, expect.stringContaining(words)]);
    close();
  }
});

it('ends when the folder is removed elsewhere', async () => {
  const server = await serve([folder(), undefined as never]);
  const { lines, io } = output();
  expect(await watchCommand('logs', { server }, io, new AbortController().signal, own)).toBe(0);
  expect(lines.at(-1)).toBe('! The folder is no longer watched.');
}, 20_000);

it('says what is wrong: no server, no folder, no address', async () => {
  const { io } = output();
  const nowhere = watchCommand('logs', { server: 'http://127.0.0.1:9' }, io, live(), own);
  await expect(nowhere).rejects.toThrow(InputError);
  await expect(nowhere).rejects.toThrow(/No Highwater server answers/);
  const server = await serve([{ error: { code: 'bad-request', message: 'No such folder.' } }], 400);
  await expect(watchCommand('logs', { server }, io, live(), own)).rejects.toThrow(
    'No such folder.',
  );
  await expect(watchCommand('logs', { server: 'x' }, io)).rejects.toThrow(UsageError);
});

it('names the folder to the own server, which watches nothing that nobody named', async () => {
  const server = await serve([folder(file({}))]);
  const { io } = output();
  const logs = path.join(own.folder, 'logs');
  mkdirSync(logs);
  const there: CliIo = { ...io, resolve: () => logs };
  await watchCommand('logs', { server, once: true }, there, live(), own, 1);
  expect(rememberedRoots(own.folder)).toEqual([logs]);
  await watchCommand('logs', { server, remove: true }, there, live(), own);
  expect(rememberedRoots(own.folder)).toEqual([]);
});

it('brings the token that Highwater made, or the one it is given', async () => {
  const server = await serve([folder(file({}))]);
  const { io } = output();
  const once = { server, once: true };
  await watchCommand('logs', once, io, live(), own, 1);
  writeFileSync(path.join(own.folder, 'token'), `${'t'.repeat(43)}\n`, { mode: 0o600 });
  await watchCommand('logs', once, io, live(), own, 1);
  await watchCommand('logs', once, io, live(), { ...own, token: 'a-token-of-some-length' }, 1);
  expect([...new Set(asked.map(({ authorization }) => authorization))]).toEqual([
    undefined,
    `Bearer ${'t'.repeat(43)}`,
    'Bearer a-token-of-some-length',
  ]);
});

it('says what to do where the server refuses', async () => {
  const error = { code: 'unauthorized', message: 'No token.', hint: 'Send it.' };
  const server = await serve([{ error }], 401);
  const { io } = output();
  const refused = watchCommand('logs', { server }, io, live(), own);
  await expect(refused).rejects.toThrow('No token. Send it.');
});
