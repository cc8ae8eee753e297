import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findImport, type ImportRow } from '@/lib/host/db/imports/imports';
import { sessionPart } from '@/lib/host/db/sessions/sessions';
import {
  temporaryDatabase,
  type TemporaryDatabase,
} from '@/lib/host/db/testing/temporary-database';
import { textReader } from '@/lib/host/db/sessions/texts';
import { decodeProfile } from '@/lib/tokens/profile-codec';
import { storedImportOptions } from './import-options';
import { runQueue } from './run-queue';
import { canonicalTrace } from './testing/trace-fixture';
import { receiveTrace } from './uploads';

// Concatenated, so that secret scanners of this repository do not match it.
const token = ['ghp', 'wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx'].join('_');
const trace = canonicalTrace(`named ${token}`, 3).replaceAll('Answer', `${token} answer`);

let temporary: TemporaryDatabase;
beforeEach(async () => {
  temporary = await temporaryDatabase();
});
afterEach(() => temporary.remove());

async function* chunks(text: string): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(Buffer.from(text));
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
