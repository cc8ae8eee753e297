import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ByteWriter } from '@/lib/engine/base/byte-stream';
import { database } from '@/lib/server/db/client';
import { compress, decompress } from '@/lib/server/db/compress';
import { findSession, sessionPart } from '@/lib/server/db/sessions/sessions';
import { migrate } from '@/lib/server/db/migrate/migrate';
import { runQueue } from '@/lib/server/import/run-queue';
import { partKinds, usageCounts } from '@/lib/engine/session/schema';
import type { Profile } from '@/lib/engine/tokens/profile';
import { decodeProfile, isCurrentProfile } from '@/lib/engine/tokens/profile-codec';
import { sessionPageSchema, sessionRecordSchema } from '@/lib/api/contract/contract';
import { importListSchema } from '@/lib/api/contract/import-contract';
import { getSessions, patchSession, postSessions } from './sessions';
import { getProfile } from './texts/texts';

const { folder } = vi.hoisted(() => {
  const name = `/tmp/highwater-stored-profile-${process.pid}`;
  process.env['DATABASE_URL'] = process.env['HIGHWATER_TEST_URL'] ?? `file:${name}/library.db`;
  return { folder: name };
});
vi.mock('@/lib/server/import/import-host', () => ({
  importHost: () => ({ wake: () => undefined, isRunning: false }),
}));

const FILES = [
  'public/samples/kubernetes-agent.json',
  'lib/readers/importers/formats/claude-code/fixtures/claude-code/compaction.jsonl',
  'lib/readers/importers/formats/claude-code/fixtures/claude-code/sidechain.jsonl',
  'lib/readers/importers/formats/adk/fixtures/adk-session/go-context-guard.json',
];

/** The layout of version 1, before entries had columns for their parts (commit 79b1510). */
function encodeVersion1({ head, entries, steps }: Profile): Uint8Array {
  const out = new ByteWriter();
  for (const byte of [0x48, 0x57, 0x50, 1]) out.byte(byte);
  const { compactions, guard, source: _, ...rest } = head;
  out.text(JSON.stringify(rest));
  out.int(compactions.length);
  for (const item of compactions) {
    out.int(item.entry);
    out.int(item.step);
    out.int(['summary', 'elision'].indexOf(item.kind));
    out.int(['auto', 'manual', 'unknown'].indexOf(item.trigger));
    out.int(item.summaryTokens);
    out.int(item.summaryBytes);
    out.ascending(item.kept.flat());
    out.ascending(item.elided);
    out.nullable(item.preTokens);
    out.nullable(item.postTokens);
  }
  out.int(guard.length);
  let before = 0;
  for (const item of guard) {
    out.int(item.step - before);
    before = item.step;
    out.nullable(item.realTokens);
    out.nullable(item.lastHeuristic);
    out.nullable(item.watermark);
    out.nullable(item.summaryBytes);
  }
  out.int(entries.flags.length);
  for (const kind of partKinds) out.column(entries.kinds[kind]);
  out.column(entries.fallback);
  out.column(entries.flags);
  out.int(steps.entries.length);
  for (const column of [
    steps.entries,
    steps.real,
    steps.flags,
    steps.limit,
    steps.model,
    steps.label,
    steps.turnStart,
    steps.requestBytes,
  ]) {
    out.column(column);
  }
  let last = 0;
  out.column(
    steps.time.map((ms) => {
      if (!Number.isNaN(ms)) last = ms;
      return last * 2 + (Number.isNaN(ms) ? 1 : 0);
    }),
  );
  out.int(steps.ratio ? 1 : 0);
  if (steps.ratio) out.floats(steps.ratio);
  return out.finish();
}

/** Converts a stored session to version 1; returns its profile from before. */
async function age(id: string): Promise<Profile> {
  const { prisma } = await database();
  const stored = await sessionPart(await database(), id, 'profile');
  const profile = decodeProfile(stored!);
  await prisma.sessionData.update({
    where: { sessionId: id },
    data: { profile: await compress(encodeVersion1(profile)) },
  });
  // Steps of version 1 had only the prompt of their usage.
  for (const { first, data } of await prisma.stepBlob.findMany({ where: { sessionId: id } })) {
    const lines = (await decompress(data)).toString('utf8').split('\n');
    const aged = lines.map((line) => {
      const step = JSON.parse(line) as Record<string, unknown>;
      for (const name of usageCounts) delete step[name];
      return JSON.stringify(step);
    });
    await prisma.stepBlob.update({
      where: { sessionId_first: { sessionId: id, first } },
      data: { data: await compress(aged.join('\n')) },
    });
  }
  await prisma.session.update({ where: { id }, data: { overflowSteps: 999 } });
  return profile;
}

const request = (path: string, method = 'GET', body?: unknown): Request =>
  new Request(`http://127.0.0.1:3000${path}`, {
    method,
    headers: { host: '127.0.0.1:3000', 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

const at = (id: string) => ({ params: Promise.resolve({ id }) });

const profileOf = async (id: string): Promise<Response> =>
  getProfile(request(`/api/sessions/${id}/profile`), at(id));

let ids: readonly string[] = [];

beforeAll(async () => {
  await migrate(process.env['DATABASE_URL']!);
  for (const file of FILES) {
    const upload = new Request('http://127.0.0.1:3000/api/sessions', {
      method: 'POST',
      body: readFileSync(file),
      headers: { host: '127.0.0.1:3000', 'x-file-name': encodeURIComponent(file) },
    });
    const queued = await postSessions(upload, { params: Promise.resolve({}) });
    importListSchema.parse(await queued.json());
  }
  await runQueue(await database(), new AbortController().signal, () => sleep(10));
  const listed = await getSessions(request('/api/sessions'), { params: Promise.resolve({}) });
  ids = sessionPageSchema.parse(await listed.json()).sessions.map(({ id }) => id);
  expect(ids.length).toBeGreaterThan(FILES.length);
});
afterAll(async () => {
  await (await database()).close();
  await rm(folder, { recursive: true, force: true });
});

describe('a profile that version 1 stored', () => {
  it('is measured again before a page gets it, and stored', async () => {
    const db = await database();
    let written = 0;
    for (const id of ids) {
      const before = (await findSession(db, id))!;
      const profile = await age(id);
      written += profile.steps.output.filter((tokens) => tokens >= 0).length;
      expect(isCurrentProfile((await sessionPart(db, id, 'profile'))!)).toBe(false);
      const answer = await profileOf(id);
      const bytes = new Uint8Array(await answer.arrayBuffer());
      // Stored steps of version 1 have no length stops; these traces have none.
      expect(decodeProfile(bytes)).toEqual(profile);
      expect(new Uint8Array((await sessionPart(db, id, 'profile'))!)).toEqual(bytes);
      expect(await findSession(db, id)).toEqual(before);
      const again = await getProfile(
        new Request(`http://127.0.0.1:3000/api/sessions/${id}/profile`, {
          headers: { host: '127.0.0.1:3000', 'if-none-match': answer.headers.get('etag')! },
        }),
        at(id),
      );
      expect(again.status).toBe(304);
    }
    expect(written).toBeGreaterThan(0);
  });

  it('of the layout before this one is measured again too', async () => {
    const [id = ''] = ids;
    const { prisma } = await database();
    const current = new Uint8Array((await sessionPart(await database(), id, 'profile'))!);
    const older = current.slice();
    older[3] = (current[3] ?? 0) - 1;
    expect(isCurrentProfile(older)).toBe(false);
    await prisma.sessionData.update({
      where: { sessionId: id },
      data: { profile: await compress(older) },
    });
    expect(new Uint8Array(await (await profileOf(id)).arrayBuffer())).toEqual(current);
    expect(new Uint8Array((await sessionPart(await database(), id, 'profile'))!)).toEqual(current);
  });

  it('is measured once for requests that come together', async () => {
    const [id = ''] = ids;
    const profile = await age(id);
    const answers = await Promise.all([profileOf(id), profileOf(id), profileOf(id)]);
    for (const answer of answers) {
      expect(decodeProfile(new Uint8Array(await answer.arrayBuffer()))).toEqual(profile);
    }
  });

  it('is measured again when the user’s limit asks for a new summary', async () => {
    const [id = ''] = ids;
    const db = await database();
    const profile = await age(id);
    const patched = await patchSession(
      request(`/api/sessions/${id}`, 'PATCH', { limit: { tokens: 50 } }),
      at(id),
    );
    const { row, limitOverride } = sessionRecordSchema.parse(await patched.json());
    expect(limitOverride).toBe(50);
    expect(row.limit).toBe(50);
    expect(row.overflowSteps).not.toBe(999);
    expect(decodeProfile((await sessionPart(db, id, 'profile'))!)).toEqual(profile);
    // The recorded limit is still in the profile.
    expect(profile.head.limit?.tokens).not.toBe(50);
  });
});

it('knows its own version', () => {
  expect(isCurrentProfile(new Uint8Array())).toBe(false);
  expect(isCurrentProfile(new Uint8Array([0x48, 0x57, 0x50, 1, 0]))).toBe(false);
  const empty = readFileSync('public/samples/no-usage.json', 'utf8');
  expect(isCurrentProfile(new TextEncoder().encode(empty))).toBe(false);
});
