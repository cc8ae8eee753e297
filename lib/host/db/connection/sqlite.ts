import path from 'node:path';
import { PrismaLibSql } from '@prisma/adapter-libsql';
import { databasePath, dataFolder, makePrivateLibrary } from '@/lib/host/data-folder';
import { sqlite } from './dialect';
import type { Database, Driver } from './driver';
import { KeptDriver } from './kept-driver';
import { openConnection } from './sqlite-connection';
import { PrismaClient } from '../generated/client';

/** Milliseconds a statement waits for another process's write. */
const BUSY_MS = 5_000;

const RELAX_SYNC = 'PRAGMA synchronous = NORMAL';

/** Statements for each connection: those of Prisma's driver, and Highwater's own. */
const CONNECTION = `PRAGMA foreign_keys = ON; ${RELAX_SYNC}`;

/** Prisma's driver for a database file; its connections wait for locks instead of failing. */
export function sqliteAdapter(url: string): PrismaLibSql {
  const encoded = databasePath(url).split(path.sep).map(encodeURIComponent).join('/');
  return new PrismaLibSql({ url: `file:${encoded}`, timeout: BUSY_MS });
}

/** Opens the database file; makes it and its folder, for their owner alone. */
export async function openSqlite(url: string): Promise<Database> {
  makePrivateLibrary(databasePath(url));
  const prisma = new PrismaClient({ adapter: sqliteAdapter(url) });
  await prisma.$queryRawUnsafe('PRAGMA journal_mode = WAL');
  await relaxSync(prisma);
  const transaction: Database['transaction'] = async (work) => {
    try {
      return await prisma.$transaction(work, { timeout: 30_000 });
    } finally {
      await relaxSync(prisma);
    }
  };
  const connect = (begin: 'BEGIN' | 'BEGIN IMMEDIATE'): Promise<Driver> =>
    Promise.resolve(
      openConnection(databasePath(url), { busyMs: BUSY_MS, script: CONNECTION, begin }),
    );
  const importing = new KeptDriver(() => connect('BEGIN IMMEDIATE'));
  return {
    prisma,
    dialect: sqlite,
    folder: dataFolder(url),
    importing,
    connectDriver: () => connect('BEGIN'),
    transaction,
    // There is one writer at a time.
    exclusive: (_name, work) => transaction(work),
    close: async () => {
      await importing.close();
      await prisma.$disconnect();
    },
  };
}

/**
 * With a write-ahead log commits are atomic without waiting for the disk. The driver opens a new
 * connection after each transaction, with the slow default.
 */
async function relaxSync(prisma: PrismaClient): Promise<void> {
  await prisma.$executeRawUnsafe(RELAX_SYNC);
}
