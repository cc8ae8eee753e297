import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findImport, type ImportRow } from '@/lib/server/db/imports/imports';
import { sessionPart } from '@/lib/server/db/sessions/sessions';
import {
  temporaryDatabase,
  type TemporaryDatabase,
} from '@/lib/server/db/testing/temporary-database';
import { Scratch } from '@/lib/readers/open/testing/scratch';
import { zipFile, type ZipPart } from '@/lib/readers/open/testing/zip-file';
import { textReader } from '@/lib/server/db/sessions/texts';
import { decodeProfile } from '@/lib/engine/tokens/profile-codec';
import { storedImportOptions } from './import-options';
import { runQueue } from './run-queue';
import { canonicalTrace, claudeCodeTrace } from './testing/trace-fixture';
import { receiveTrace } from './uploads';

// Concatenated, so that secret scanners of this repository do not match it.
const token = ['ghp', 'wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx'].join('_');
const trace = canonicalTrace(`named ${token}`, 3).replaceAll('Answer', `${token} answer`);

const scratch = new Scratch();
afterAll(() => scratch.remove());

/** A Claude Code log with a record of an unknown kind. */
const kindLog = `${[...claudeCodeTrace(6_000)].join('')}{"type":"Acme merger","sessionId":"a"}\n`;
const table = scratch.database('CREATE TABLE "Acme"(a)');
const overlapping = zipFile([
  { name: 'a” Acme.json', content: '{}' },
  { name: 'b.json', content: '{}', sameDataAs: 0 },
]);

let temporary: TemporaryDatabase;
beforeEach(async () => {
  temporary = await temporaryDatabase();
});
afterEach(() => temporary.remove());

async function* chunks(content: string | Buffer): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(Buffer.from(content));
}

/** Every column of the imports and sessions, as text. */
async function everythingStored(): Promise<string> {
  const { prisma } = temporary.db;
  return JSON.stringify([await prisma.import.findMany(), await prisma.session.findMany()]);
}

async function imported(numbersOnly: boolean): Promise<ImportRow> {
  const { db } = temporary;
  const options = storedImportOptions(numbersOnly ? { numbersOnly: true } : {});
  const more = options === undefined ? {} : { options };
  const row = await receiveTrace(db, 'private.json', chunks(trace), more);
  await runQueue(db, new AbortController().signal, () => sleep(10));
  return (await findImport(db, row.id))!;
}

const profiles = async (): Promise<ReturnType<typeof decodeProfile>[]> => {
  const rows = await temporary.db.prisma.session.findMany({ orderBy: { seq: 'asc' } });
  return Promise.all(
    rows.map(async ({ id }) => decodeProfile((await sessionPart(temporary.db, id, 'profile'))!)),
  );
};

describe('secrets', () => {
  it('are counted on the receipt, and stand in no name of the list', async () => {
    const row = await imported(false);
    expect(row.status).toBe('done');
    // The session's name also occurs in its three questions.
    expect(JSON.parse(row.secrets!)).toEqual({ github: { distinct: 1, places: 6 } });
    expect(row.receipt).toContain(
      'Secrets in the texts, masked on every page: 1 GitHub token (in 6 places).',
    );
    const [session] = await temporary.db.prisma.session.findMany();
    expect(session?.name).toBe('named [GitHub token, 40 characters, masked]');
    expect(row.receipt).not.toContain(token);
  });
});

describe('an import of numbers only', () => {
  it('stores no text and the same numbers', async () => {
    const row = await imported(true);
    const [session] = await temporary.db.prisma.session.findMany();
    expect(session).toMatchObject({ numbersOnly: true, name: 'Numbers only', file: '' });
    const text = await textReader(temporary.db, row.id, 'entries').record(0);
    expect(JSON.parse(text)).toMatchObject({ parts: [{ kind: 'sized', of: 'text' }] });
    expect(await temporary.db.prisma.textBlob.count({ where: { kind: 'usages' } })).toBe(0);
    expect(row).toMatchObject({ secrets: null });
    expect(row.receipt).toContain('text was neither stored nor searched');
  });

  it('stores no file name, not even of what failed', async () => {
    const more = { options: storedImportOptions({ numbersOnly: true })! };
    const file = 'Acme merger.jsonl';
    await receiveTrace(temporary.db, file, chunks(trace), more);
    await receiveTrace(temporary.db, file, chunks('{"Acme": 1}\n{"Acme": 2}\n'), more);
    await runQueue(temporary.db, new AbortController().signal, () => sleep(10));
    const rows = await temporary.db.prisma.import.findMany({ orderBy: { seq: 'asc' } });
    expect(rows.map((row) => [row.file, row.status])).toEqual([
      ['trace 1.jsonl', 'done'],
      ['trace 2.jsonl', 'failed'],
    ]);
    expect(await everythingStored()).not.toContain('Acme');
  });

  it('stores no name of an archive’s members, refused and passed over ones included', async () => {
    const parts: readonly ZipPart[] = [
      { name: 'Acme/one.json', content: Buffer.from(trace) },
      { name: 'Acme/two.jsonl', content: Buffer.from('{"a":1}\n{"a":2}\n') },
      { name: '../Acme-escape.json', content: Buffer.from('{}') },
      { name: 'Acme/notes.md', content: Buffer.from('# Acme') },
      { name: '__MACOSX/Acme.json', content: Buffer.from('{}') },
    ];
    const more = { options: storedImportOptions({ numbersOnly: true })! };
    await receiveTrace(temporary.db, 'Acme.zip', chunks(zipFile(parts)), more);
    await runQueue(temporary.db, new AbortController().signal, () => sleep(10));
    const rows = await temporary.db.prisma.import.findMany({ orderBy: { seq: 'asc' } });
    expect(rows[0]?.file).toBe('trace 1.zip');
    expect(rows[0]?.receipt).toMatch(/"refused: [A-Z][^"]+"/);
    expect(rows.slice(1).map((row) => row.file)).toEqual(
      rows.slice(1).map((_, i) => expect.stringMatching(new RegExp(`^trace ${i + 1}`)) as string),
    );
    expect(rows.filter(({ status }) => status === 'done')).toHaveLength(2);
    expect(await everythingStored()).not.toContain('Acme');
  });

  it.each([
    ['the kind of a record', 'log.jsonl', kindLog],
    ['the name of a table', 'library.db', readFileSync(table)],
    ['an unknown field', 'session.json', canonicalTrace('one', 1).replace('{', '{"Acme":1,')],
    ['what follows a quotation mark', 'pair.zip', overlapping],
  ])('stores no word of the trace: %s', async (_, file, content) => {
    const more = { options: storedImportOptions({ numbersOnly: true })! };
    await receiveTrace(temporary.db, file, chunks(content), more);
    await runQueue(temporary.db, new AbortController().signal, () => sleep(10));
    const [row] = await temporary.db.prisma.import.findMany();
    expect(row?.receipt ?? row?.error).toMatch(/not part of a request|not of a known|Unrec|bomb/);
    expect(await everythingStored()).not.toContain('Acme');
  });

  it('is no duplicate of one with its texts, and measures the same', async () => {
    await imported(false);
    const row = await imported(true);
    expect(row.duplicateOf).toBeNull();
    const [whole, numbers] = await profiles();
    expect(numbers?.entries).toEqual(whole?.entries);
    expect([...(numbers?.steps.real ?? [])]).toEqual([...(whole?.steps.real ?? [])]);
    expect((await imported(true)).duplicateOf).toBe(row.id);
  });
});
