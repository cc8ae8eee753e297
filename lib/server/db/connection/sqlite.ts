import path from 'node:path';
import { PrismaLibSql } from '@prisma/adapter-libsql';
import { databasePath, dataFolder, makePrivateLibrary } from '@/lib/server/data-folder';
import { makeFolder } from '../durable';
import { sqlite } from './dialect';
import type { Database, Driver } from './driver';
import { KeptDriver } from './kept-driver';
import { openConnection } from './sqlite-connection';
import { inTurns } from './prisma-turns';
import { Turns } from './turns';
import { PrismaClient } from '../generated/client';

/** Milliseconds a statement waits for another process's write. */
const BUSY_MS = 5_000;

const TRANSACTION = { maxWait: 15_000, timeout: 30_000 };

/**
 * Statements for each connection without Prisma: those of Prisma's driver. A commit waits for the
 * disk, SQLite's default.
 */
const CONNECTION = 'PRAGMA foreign_keys = ON';

/** Prisma's driver for a database file; its connections wait for locks instead of failing. */
export function sqliteAdapter(url: string): PrismaLibSql {
  const encoded = databasePath(url).split(path.sep).map(encodeURIComponent).join('/');
  return new PrismaLibSql({ url: `file:${encoded}`, timeout: BUSY_MS });
}

/** Opens the database file; makes it and its folder, for their owner alone. */
export async function openSqlite(url: string): Promise<Database> {
  await makeFolder(dataFolder(url));
  makePrivateLibrary(databasePath(url));
  const turns = new Turns();
  const prisma = new PrismaClient({ adapter: inTurns(sqliteAdapter(url), turns) });
  await prisma.$queryRawUnsafe('PRAGMA journal_mode = WAL');
  const transaction: Database['transaction'] = (work) => prisma.$transaction(work, TRANSACTION);
  const connect = (begin: 'BEGIN' | 'BEGIN IMMEDIATE'): Promise<Driver> =>
    Promise.resolve(
      openConnection(databasePath(url), { busyMs: BUSY_MS, script: CONNECTION, begin }),
    );
  const importing = new KeptDriver(() => connect('BEGIN IMMEDIATE'), turns);
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
