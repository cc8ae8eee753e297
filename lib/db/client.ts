import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { PrismaLibSql } from '@prisma/adapter-libsql';
import { env } from '@/lib/env';
import { PrismaClient, type Prisma } from './generated/client';

/** How long a statement waits for another process's write, in milliseconds. */
const BUSY_MS = 5_000;

const RELAX_SYNC = 'PRAGMA synchronous = NORMAL';

/** One connection to the database file, below Prisma. */
export type Driver = Awaited<ReturnType<PrismaLibSql['connect']>>;

/** The library's database, opened. */
export interface Database {
  readonly prisma: PrismaClient;
  /** Folder of the database file; uploads wait below it. */
  readonly folder: string;
  /** A connection of its own to the driver, for blobs: Prisma would carry them as base64. */
  connectDriver(): Promise<Driver>;
  /** Runs `work` atomically; its first statement must be a write, so that it waits for its turn. */
  transaction<T>(work: (tx: Prisma.TransactionClient) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** The path of the file that a `file:` URL names; a relative one is relative to the project. */
export function databasePath(url: string): string {
  return path.resolve(/* turbopackIgnore: true */ process.cwd(), url.replace(/^file:(\/\/)?/, ''));
}

/** The driver for a database file; each connection waits for locks instead of failing. */
export function databaseAdapter(url: string): PrismaLibSql {
  const encoded = databasePath(url).split(path.sep).map(encodeURIComponent).join('/');
  return new PrismaLibSql({ url: `file:${encoded}`, timeout: BUSY_MS });
}

/** Opens the database file, making its folder. Tables are made by {@link migrate}. */
export async function openDatabase(url: string): Promise<Database> {
  const folder = path.dirname(databasePath(url));
  mkdirSync(folder, { recursive: true });
  const prisma = new PrismaClient({ adapter: databaseAdapter(url) });
  await prisma.$queryRawUnsafe('PRAGMA journal_mode = WAL');
  await relaxSync(prisma);
  return {
    prisma,
    folder,
    connectDriver: async () => {
      const driver = await databaseAdapter(url).connect();
      await driver.executeScript(RELAX_SYNC);
      return driver;
    },
    transaction: async (work) => {
      try {
        return await prisma.$transaction(work, { timeout: 30_000 });
      } finally {
        await relaxSync(prisma);
      }
    },
    close: () => prisma.$disconnect(),
  };
}

/**
 * With a write-ahead log a commit need not wait for the disk to stay atomic. The driver opens a
 * new connection after each transaction, which begins with the slow default again.
 */
async function relaxSync(prisma: PrismaClient): Promise<void> {
  await prisma.$executeRawUnsafe(RELAX_SYNC);
}

const opened = globalThis as typeof globalThis & { highwaterDatabase?: Promise<Database> };

/** The database of this process, opened on first use; one for all bundles of the server. */
export function database(): Promise<Database> {
  opened.highwaterDatabase ??= openDatabase(env().databaseUrl);
  return opened.highwaterDatabase;
}
