import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { database } from '@/lib/server/db/client';
import { compress } from '@/lib/server/db/compress';
import { settleFamilies } from '@/lib/server/db/sessions/families';
import { findSession, sessionPart } from '@/lib/server/db/sessions/sessions';
import type { Profile } from '@/lib/engine/tokens/profile';
import { decodeProfile, isCurrentProfile } from '@/lib/engine/tokens/profile-codec';
import { sessionRecordSchema } from '@/lib/api/contract/contract';
import { patchSession } from './sessions';
import { judgePendingSessions } from '../findings/judge-sessions';
import { getProfile } from './texts/texts';
import {
  call,
  closeLibrary,
  context,
  get,
  headers,
  importedFiles,
  openLibrary,
  read,
  rows,
  url,
} from '../testing/library-routes';
import { idleImportHost } from '../testing/idle-import-host';

idleImportHost();

const FILES = [
  'public/samples/kubernetes-agent.json',
  'lib/readers/importers/formats/claude-code/fixtures/claude-code/compaction.jsonl',
  'lib/readers/importers/formats/claude-code/fixtures/claude-code/sidechain.jsonl',
  'lib/readers/importers/formats/adk/fixtures/adk-session/go-context-guard.json',
];

/** A stored profile under another version's number: whatever follows it is not read. */
function ofVersion(version: number, profile: Uint8Array): Uint8Array {
  const bytes = profile.slice();
  bytes[3] = version;
  return bytes;
}

/** Stores a session's profile as one of version 1; returns it as it was. */
async function age(id: string): Promise<Profile> {
  const { prisma } = await database();
  const stored = await sessionPart(await database(), id, 'profile');
  const profile = decodeProfile(stored!);
  await prisma.sessionData.update({
    where: { sessionId: id },
    data: { profile: await compress(ofVersion(1, new Uint8Array(stored!))) },
  });
  await prisma.session.update({ where: { id }, data: { overflowSteps: 999 } });
  return profile;
}

const profileOf = (id: string): Promise<Response> => get(getProfile, id);

let ids: readonly string[] = [];
beforeAll(async () => {
  await openLibrary();
  await importedFiles(FILES);
  await judgePendingSessions(await database());
  ids = Object.values(await rows()).map(({ id }) => id);
  expect(ids.length).toBeGreaterThan(FILES.length);
});
afterAll(closeLibrary);

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
      expect(decodeProfile(bytes)).toEqual(profile);
      expect(new Uint8Array((await sessionPart(db, id, 'profile'))!)).toEqual(bytes);
      // Its family is looked up again when it is listed next: another one may be its worst now.
      await settleFamilies(db);
      expect(await findSession(db, id)).toEqual(before);
      const again = await getProfile(
        new Request(`${url}/${id}/profile`, {
          headers: { ...headers, 'if-none-match': answer.headers.get('etag')! },
        }),
        context({ id }),
      );
      expect(again.status).toBe(304);
    }
    expect(written).toBeGreaterThan(0);
  });

  it('of the layout before this one is measured again too', async () => {
    const [id = ''] = ids;
    const { prisma } = await database();
    const current = new Uint8Array((await sessionPart(await database(), id, 'profile'))!);
    const older = ofVersion((current[3] ?? 0) - 1, current);
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
    const patched = call(patchSession, { id }, 'PATCH', { limit: { tokens: 50 } });
    const { row, limitOverride } = await read(sessionRecordSchema, patched);
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
