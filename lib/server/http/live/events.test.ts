import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ChangeReader, noteChange } from '@/lib/server/db/changes';
import { database } from '@/lib/server/db/client';
import { migrate } from '@/lib/server/db/migrate/migrate';
import { changesSchema } from '@/lib/api/contract/events-contract';
import { changeFeed } from './change-feed';
import { getEvents } from './events';

const { folder } = vi.hoisted(() => {
  const name = `/tmp/highwater-events-${process.pid}`;
  process.env['DATABASE_URL'] = process.env['HIGHWATER_TEST_URL'] ?? `file:${name}/library.db`;
  return { folder: name };
});
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

beforeAll(() => migrate(process.env['DATABASE_URL']!));
afterAll(async () => {
  await (await database()).close();
  await rm(folder, { recursive: true, force: true });
});

async function listen(signal: AbortSignal, headers: Record<string, string> = {}) {
  const request = new Request('http://127.0.0.1:3000/api/events', {
    headers: { host: '127.0.0.1:3000', ...headers },
    signal,
  });
  const response = await getEvents(request, { params: Promise.resolve({}) });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  return { response, read: async () => (await reader.read()).value ?? null };
}

it('tells what changed after the page began to listen, and ends when it goes', async () => {
  const { prisma } = await database();
  await noteChange(prisma, 'session', 'before');
  const gone = new AbortController();
  const { response, read } = await listen(gone.signal);
  expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
  expect(await read()).toContain('event: ready');
  await noteChange(prisma, 'session', 'one', 'two');
  const text = await read();
  const data = /^event: changes\ndata: (.*)\n\n$/.exec(text ?? '')?.[1];
  expect(changesSchema.parse(JSON.parse(data!)).changes).toEqual([
    { kind: 'session', subject: 'one' },
    { kind: 'session', subject: 'two' },
  ]);
  gone.abort();
  expect(await read()).toBeNull();
});

it('tells all who listen, and nothing to those who stopped', async () => {
  const heard: string[][] = [[], []];
  const stops = await Promise.all(
    heard.map((list) =>
      changeFeed().subscribe((changes) => list.push(...changes.map(({ subject }) => subject))),
    ),
  );
  const { prisma } = await database();
  await noteChange(prisma, 'import', 'three');
  await expect.poll(() => heard).toEqual([['three'], ['three']]);
  stops[0]!();
  await noteChange(prisma, 'import', 'four');
  await expect.poll(() => heard[1]).toEqual(['three', 'four']);
  expect(heard[0]).toEqual(['three']);
  stops[1]!();
});

it('hears of a change that became visible after a later one', async () => {
  const { prisma } = await database();
  const db = await database();
  const reader = await ChangeReader.open(db);
  await noteChange(prisma, 'import', 'early');
  const early = await prisma.change.findFirstOrThrow({ where: { subject: 'early' } });
  await prisma.change.delete({ where: { seq: early.seq } });
  await noteChange(prisma, 'import', 'late');
  expect((await reader.read()).map(({ subject }) => subject)).toEqual(['late']);
  await prisma.change.create({ data: early });
  expect((await reader.read()).map(({ subject }) => subject)).toEqual(['early']);
  expect(await reader.read()).toEqual([]);
});

it('is not for pages of other sites', async () => {
  const request = new Request('http://127.0.0.1:3000/api/events', {
    headers: { host: '127.0.0.1:3000', origin: 'https://evil.example' },
  });
  const response = await getEvents(request, { params: Promise.resolve({}) });
  expect(response.status).toBe(403);
});
