import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDatabase, type Database } from '@/lib/server/db/client';
import { listedSessions, sessionPart } from '@/lib/server/db/sessions/sessions';
import {
  temporaryDatabase,
  temporaryUrl,
  type TemporaryDatabase,
} from '@/lib/server/db/testing/temporary-database';
import { textFixtures } from '@/lib/readers/importers/testing/fixtures';
import { tarFile } from '@/lib/readers/open/testing/tar-file';
import { runQueue } from '@/lib/server/import/run-queue';
import { receiveTrace } from '@/lib/server/import/uploads';
import { policies } from '@/lib/policies/registry';
import { replaysOfProfile } from '@/lib/analysis/explain/testing/replays';
import { decodeProfile } from '@/lib/engine/tokens/profile-codec';
import { exportLibrary } from './export-library';
import { importLibrary } from './import-library';
import { FORMAT, HEAD, LibraryFileError, VERSION } from './library-file';

let temporary: TemporaryDatabase;
let folder = '';
beforeEach(async () => {
  temporary = await temporaryDatabase();
  folder = await mkdtemp(path.join(os.tmpdir(), 'highwater-moved-'));
});
afterEach(async () => {
  await temporary.remove();
  await rm(folder, { recursive: true, force: true });
});

const file = (name: string): string => path.join(folder, name);

/** Formats whose sessions have compactions, sub-agents, elisions and rejections. */
const FORMATS = ['claude-code', 'codex', 'opencode', 'adk-session'];

async function fill(db: Database): Promise<void> {
  for (const { format, file: name, text } of textFixtures) {
    if (!FORMATS.includes(format)) continue;
    const content = (async function* () {
      yield await Promise.resolve(Buffer.from(text));
    })();
    await receiveTrace(db, `${format}-${name}`, content);
  }
  await runQueue(db, new AbortController().signal, () => sleep(10));
}

/** Every number of every listed session's replay under every policy, by the session's id. */
async function replays(url: string): Promise<ReadonlyMap<string, unknown>> {
  const db = await openDatabase(url);
  try {
    const found = new Map<string, unknown>();
    for await (const { id, name } of listedSessions(db)) {
      const profile = decodeProfile((await sessionPart(db, id, 'profile')) ?? new Uint8Array());
      found.set(id, { name, replays: replaysOfProfile(profile) });
    }
    return found;
  } finally {
    await db.close();
  }
}

it('replays to the same integers in SQLite, and back in a new database of its own kind', async () => {
  await fill(temporary.db);
  const before = await replays(temporary.url);
  expect(before.size).toBeGreaterThan(8);
  const [one] = before.values();
  expect(one).toMatchObject({ replays: { [policies[0]?.id ?? '']: {} } });
  await exportLibrary(temporary.url, file('there.tar.gz'));
  const moved = `file:${file('moved.db')}`;
  await importLibrary(moved, file('there.tar.gz'));
  expect(await replays(moved)).toEqual(before);

  await exportLibrary(moved, file('back.tar.gz'));
  const back = await temporaryUrl({ empty: true });
  try {
    await importLibrary(back.url, file('back.tar.gz'));
    expect(await replays(back.url)).toEqual(before);
  } finally {
    await back.remove();
  }
}, 60_000);

it('refuses an export of a newer version in a sentence, and stores nothing', async () => {
  const head = JSON.stringify({ format: FORMAT, version: VERSION + 1, tables: {} });
  await writeFile(file('newer.tar.gz'), gzipSync(await tarFile([{ name: HEAD, content: head }])));
  const refused = importLibrary(temporary.url, file('newer.tar.gz'));
  await expect(refused).rejects.toBeInstanceOf(LibraryFileError);
  await expect(refused).rejects.toThrow(
    `The archive was made by a newer version of Highwater (form ${VERSION + 1}, this version reads ${VERSION}). Update Highwater.`,
  );
  expect(await replays(temporary.url)).toEqual(new Map());
});
