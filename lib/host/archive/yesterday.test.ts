import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDatabase } from '@/lib/host/db/client';
import { migrate } from '@/lib/host/db/migrate/migrate';
import { listSessionsJson } from '@/lib/host/db/sessions/session-list';
import { listedSessions, type SessionListRow } from '@/lib/host/db/sessions/sessions';
import { temporaryUrl, type TemporaryUrl } from '@/lib/host/db/testing/temporary-database';
import { storedProfile } from '@/lib/host/server/sessions/stored-profile';
import { decodeProfile } from '@/lib/tokens/profile-codec';
import { ofYesterday } from '@/lib/tools/testing/yesterday';
import { exportLibrary } from './export-library';
import { importLibrary } from './import-library';

let folder = '';
let target: TemporaryUrl;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'highwater-yesterday-'));
  target = await temporaryUrl({ empty: true });
});
afterEach(async () => {
  await target.remove();
  await rm(folder, { recursive: true, force: true });
});

/** A library's list, and the inputs of its sessions' replays. */
async function contentOf(url: string) {
  const db = await openDatabase(url);
  try {
    const { rows } = await listSessionsJson(db, undefined, 500);
    const listed: SessionListRow[] = [];
    for await (const row of listedSessions(db)) listed.push(row);
    const profiles: unknown[] = [];
    for (const row of listed) profiles.push([row.id, decodeProfile(await storedProfile(db, row))]);
    const list = JSON.parse(rows) as readonly Readonly<Record<string, unknown>>[];
    return { list, profiles: new Map(profiles as [string, unknown][]) };
  } finally {
    await db.close();
  }
}

/** The library of commit 2d38b5f, migrated by today's code. */
async function libraryOfYesterday(): Promise<string> {
  await copyFile(ofYesterday('library.db'), path.join(folder, 'library.db'));
  const url = `file:${path.join(folder, 'library.db')}`;
  await migrate(url);
  return url;
}

it('takes an archive of yesterday into a database of any kind: the same list, the same profiles', async () => {
  const before = await contentOf(await libraryOfYesterday());
  expect(before.list).toHaveLength(44);
  const { stored, known } = await importLibrary(target.url, ofYesterday('library.tar.gz'));
  expect(stored).toMatchObject({ Import: 37, Session: 46, TextBlob: 55, Scenario: 2, Mapping: 2 });
  expect(known).toEqual({});
  expect(await contentOf(target.url)).toEqual(before);
  // A second import adds nothing.
  expect((await importLibrary(target.url, ofYesterday('library.tar.gz'))).stored).toEqual({});
});

it('writes a library of yesterday into an archive', async () => {
  const url = await libraryOfYesterday();
  const file = path.join(folder, 'again.tar.gz');
  expect((await exportLibrary(url, file)).rows).toMatchObject({ Import: 37, Session: 46 });
  await importLibrary(target.url, file);
  expect(await contentOf(target.url)).toEqual(await contentOf(url));
});
