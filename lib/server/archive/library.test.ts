import { copyFile, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDatabase } from '@/lib/server/db/client';
import { readLibrary, type LibraryRow } from '@/lib/server/db/library-rows';
import { LIBRARY_TABLES } from '@/lib/server/db/library-tables';
import { Prisma } from '@/lib/server/db/generated/client';
import { migrate } from '@/lib/server/db/migrate/migrate';
import { createNote, notesOf } from '@/lib/server/db/runs/notes';
import { createRun, listedIds, listRuns } from '@/lib/server/db/runs/runs';
import { suppress } from '@/lib/server/db/sessions/suppressions';
import { createScenario } from '@/lib/server/db/sessions/scenarios';
import {
  temporaryDatabase,
  type TemporaryDatabase,
} from '@/lib/server/db/testing/temporary-database';
import { runQueue } from '@/lib/server/import/run-queue';
import { canonicalTrace } from '@/lib/server/import/testing/trace-fixture';
import { receiveTrace } from '@/lib/server/import/uploads';
import { exportLibrary } from './export-library';
import { importLibrary } from './import-library';
import { LibraryFileError } from './library-file';

let temporary: TemporaryDatabase;
let folder = '';
beforeEach(async () => {
  temporary = await temporaryDatabase();
  folder = await mkdtemp(path.join(os.tmpdir(), 'highwater-library-'));
});
afterEach(async () => {
  await temporary.remove();
  await rm(folder, { recursive: true, force: true });
});

const file = (name: string): string => path.join(folder, name);
const sqlite = (name: string): string => `file:${file(name)}`;

async function fill(): Promise<void> {
  const { db } = temporary;
  for (const name of ['one', 'two', 'three']) {
    await receiveTrace(
      db,
      `${name}.json`,
      (async function* () {
        yield await Promise.resolve(Buffer.from(canonicalTrace(name, 4)));
      })(),
    );
  }
  await runQueue(db, new AbortController().signal, () => sleep(10));
  await createScenario(db, { name: 'Scenario', json: '{}' });
  await db.prisma.setting.create({ data: { key: 'k', value: '{"a":1}', updatedAt: 1.5 } });
  const promise = { id: 'p', sha256: 'hash', data: Buffer.from('data'), createdAt: 2 };
  await db.prisma.promised.create({ data: promise });
  await suppress(db, { detector: 'default-factor', sessionId: '', reason: 'A guess.' });
  const { id } = await db.prisma.session.findFirstOrThrow({ where: { name: 'one' } });
  await createNote(db, id, { first: 1, last: 3, text: 'Here.' });
  await createRun(db, { sessionId: id, brief: '{}', record: '{}' });
  await createRun(db, { sessionId: 'gone', brief: '{}', record: '{"a":1}' });
}

async function rowsOf(url: string): Promise<readonly LibraryRow[]> {
  const db = await openDatabase(url);
  const rows: LibraryRow[] = [];
  await readLibrary(db, (row) => {
    const values = row.values.map((v) =>
      v instanceof Uint8Array ? Buffer.from(v).toString('hex') : v,
    );
    rows.push({ ...row, values });
    return Promise.resolve();
  });
  await db.close();
  return rows;
}

it('carries every column of the tables it names', () => {
  for (const [table, columns] of Object.entries(LIBRARY_TABLES)) {
    const fields = Prisma[`${table}ScalarFieldEnum` as 'ImportScalarFieldEnum'];
    const anew =
      table === 'Session'
        ? [
            ...['seq', 'startedAt', 'hash', 'project', 'opening', 'found', 'foundBy'],
            ...['nameKey', 'searched', 'severity', 'verdict', 'marks', 'family', 'rank'],
          ]
        : ['seq'];
    const wanted = Object.keys(fields).filter((name) => !anew.includes(name));
    expect(Object.keys(columns).sort(), table).toEqual(wanted.sort());
  }
});

it('goes to SQLite and back, row by row the same, and adds nothing twice', async () => {
  await fill();
  const before = await rowsOf(temporary.url);
  expect(before.filter(({ table }) => table === 'Session')).toHaveLength(3);
  await exportLibrary(temporary.url, file('a.tar.gz'));
  const first = await importLibrary(sqlite('moved.db'), file('a.tar.gz'));
  expect(first.stored).toMatchObject({
    Import: 3,
    Session: 3,
    SessionData: 3,
    Scenario: 1,
    Suppression: 1,
    Run: 2,
    Note: 1,
    Promised: 1,
  });
  expect(first.known).toEqual({});
  expect(await rowsOf(sqlite('moved.db'))).toEqual(before);

  await exportLibrary(sqlite('moved.db'), file('b.tar.gz'));
  const again = await importLibrary(temporary.url, file('b.tar.gz'));
  expect(again.stored).toEqual({});
  expect(again.known).toEqual(first.stored);
  expect(await rowsOf(temporary.url)).toEqual(before);

  const { prisma } = temporary.db;
  for (const model of ['import', 'scenario', 'setting'] as const) {
    await (prisma[model] as typeof prisma.import).deleteMany({});
  }
  await importLibrary(temporary.url, file('b.tar.gz'));
  expect(await rowsOf(temporary.url)).toEqual(before);
}, 60_000);

it('brings runs and notes to the same trace under another id, once', async () => {
  const elsewhere = sqlite('elsewhere.db');
  await fill();
  await exportLibrary(temporary.url, file('runs.tar.gz'));
  await migrate(elsewhere);
  const db = await openDatabase(elsewhere);
  try {
    const content = (async function* () {
      yield await Promise.resolve(Buffer.from(canonicalTrace('one', 4)));
    })();
    await receiveTrace(db, 'one.json', content);
    await runQueue(db, new AbortController().signal, () => sleep(10));
    const own = await db.prisma.session.findFirstOrThrow({ where: { name: 'one' } });
    for (const times of [1, 2]) {
      await importLibrary(elsewhere, file('runs.tar.gz'));
      const runs = await listRuns(db, { session: null, before: null, take: 9 });
      expect([times, ...runs.map(({ sessionId }) => sessionId)]).toEqual([times, 'gone', own.id]);
      const notes = await notesOf(db, own.id);
      expect(notes.map(({ first, last, text }) => [first, last, text])).toEqual([[1, 3, 'Here.']]);
    }
    expect(await db.prisma.session.count({ where: { name: 'one' } })).toBe(1);
    const listed = await listedIds(db, [own.id, 'gone']);
    expect([...listed]).toEqual([own.id]);
  } finally {
    await db.close();
  }
}, 60_000);

it('refuses a file that is cut, damaged, newer or foreign, and stores nothing', async () => {
  await fill();
  await exportLibrary(temporary.url, file('a.tar.gz'));
  await expect(exportLibrary(temporary.url, file('a.tar.gz'))).rejects.toThrow('already');
  const whole = await readFile(file('a.tar.gz'));
  await migrate(sqlite('target.db'));
  for (const share of [0.2, 0.6, 0.95]) {
    await copyFile(file('a.tar.gz'), file('cut.tar.gz'));
    await truncate(file('cut.tar.gz'), Math.floor(whole.length * share));
    const read = importLibrary(sqlite('target.db'), file('cut.tar.gz'));
    await expect(read).rejects.toBeInstanceOf(LibraryFileError);
  }
  const damaged = Buffer.from(whole);
  damaged[whole.length >> 1]! ^= 0x55;
  await writeFile(file('damaged.tar.gz'), damaged);
  await expect(importLibrary(sqlite('target.db'), file('damaged.tar.gz'))).rejects.toThrow();
  await writeFile(file('text.tar.gz'), 'hello');
  await expect(importLibrary(sqlite('target.db'), file('text.tar.gz'))).rejects.toThrow(
    /not an archive of a library/,
  );
  await expect(importLibrary(sqlite('target.db'), file('none'))).rejects.toThrow(/no file/);
  expect(await rowsOf(sqlite('target.db'))).toEqual([]);
}, 60_000);
