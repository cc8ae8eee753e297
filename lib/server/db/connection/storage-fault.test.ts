import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DatabaseError } from './database-error';
import { loggable, storageFault } from './storage-fault';
import { temporarySqlite, type TemporaryDatabase } from '../testing/temporary-database';

const failure = (code: string, message = 'no'): Error =>
  Object.assign(new Error(message), { code });

/** An error of Prisma, which names the database's code in its message only. */
const ofPrisma = (code: string, message: string): Error =>
  failure('P2010', `Raw query failed. Code: \`${code}\`. Message: \`${message}\``);

describe('a fault of the storage', () => {
  it.each([
    ['ENOSPC', /disk is full/],
    ['EDQUOT', /disk is full/],
    ['SQLITE_FULL', /disk is full/],
    ['53100', /disk is full/],
    ['EROFS', /read-only/],
    ['SQLITE_READONLY', /read-only/],
    ['SQLITE_READONLY_DBMOVED', /read-only/],
    ['25006', /read-only/],
    ['SQLITE_IOERR', /reports an error/],
    ['SQLITE_IOERR_WRITE', /reports an error/],
    ['EIO', /reports an error/],
    ['ECONNREFUSED', /cannot be reached/],
    ['ECONNRESET', /cannot be reached/],
    ['08006', /cannot be reached/],
    ['57P01', /cannot be reached/],
    ['57P03', /cannot be reached/],
    ['53300', /cannot be reached/],
    ['P1001', /cannot be reached/],
    ['P2024', /cannot be reached/],
    ['40001', /busy with other changes/],
    ['40P01', /busy with other changes/],
    ['SQLITE_BUSY', /busy with other changes/],
    ['SQLITE_BUSY_SNAPSHOT', /busy with other changes/],
    ['P2034', /busy with other changes/],
  ])('is recognised by its code, however deep: %s', (code, sentence) => {
    expect(storageFault(failure(code))?.message).toMatch(sentence);
    const wrapped = new Error('outer', { cause: new Error('inner', { cause: failure(code) }) });
    expect(storageFault(wrapped)?.message).toMatch(sentence);
  });

  it.each([
    [ofPrisma('13', 'SQLITE_FULL: database or disk is full'), /disk is full/],
    [ofPrisma('53100', 'could not extend file: No space left on device'), /disk is full/],
    [ofPrisma('8', 'SQLITE_READONLY: attempt to write a readonly database'), /read-only/],
    [ofPrisma('10', 'SQLITE_IOERR_WRITE: disk I/O error'), /reports an error/],
    [ofPrisma('5', 'SQLITE_BUSY: database is locked'), /busy with other changes/],
    [ofPrisma('57P01', 'terminating connection due to administrator command'), /cannot be reached/],
    [new Error('Connection terminated unexpectedly'), /cannot be reached/],
    [new Error('timeout exceeded when trying to connect'), /cannot be reached/],
  ])('is recognised in the words of Prisma: %s', (error, sentence) => {
    expect(storageFault(error)?.message).toMatch(sentence);
  });

  it.each([
    failure('28P01'),
    failure('42P01'),
    new DatabaseError('PostgreSQL refused the password.'),
    failure('SQLITE_CONSTRAINT'),
    failure('23505'),
    failure('ENOENT'),
    new Error('The name "SQLITE_FULL" is taken'),
    new Error('ENOSPC'),
    'SQLITE_FULL',
    null,
  ])('is no other error: %s', (error) => {
    expect(storageFault(error)).toBeNull();
    expect(loggable(error)).toBe(error);
  });
});

describe('a full SQLite file', () => {
  let temporary: TemporaryDatabase;
  beforeEach(async () => {
    temporary = await temporarySqlite();
  });
  afterEach(() => temporary.remove());

  it('says so on every way to it', async () => {
    const { db } = temporary;
    const [pages] = await db.importing.query('PRAGMA page_count');
    const limit = `PRAGMA max_page_count = ${Number(pages?.[0])}`;
    await db.importing.query(limit);
    await db.prisma.$queryRawUnsafe(limit);
    const value = 'x'.repeat(100_000);
    const data = { key: 'a', value, updatedAt: 1 };
    const insert = `INSERT INTO "Setting" VALUES ('b', '${value}', 1)`;
    const ways = [
      () => db.prisma.setting.create({ data }),
      () => db.prisma.$executeRawUnsafe(insert),
      () => db.importing.execute(insert),
      () => db.importing.transaction((tx) => tx.execute(insert)),
    ];
    for (const way of ways) {
      // A failed statement gives its connection up, and with it the limit.
      await db.importing.query(limit);
      const error: unknown = await way().catch((thrown: unknown) => thrown);
      expect(storageFault(error)?.message).toBe('The disk is full: nothing more can be stored.');
    }
    expect(await db.prisma.setting.count()).toBe(0);
  });
});
