import { env } from '@/lib/env';
import type { Dialect } from './dialect';
import type { Driver } from './driver';
import type { Prisma, PrismaClient } from './generated/client';

export type { Driver, Statements, Value } from './driver';

/** The library's database, opened: a SQLite file or a PostgreSQL database. */
export interface Database {
  readonly prisma: PrismaClient;
  /** How the database says what the two say in different words. */
  readonly dialect: Dialect;
  /** Folder for files of this server; uploads arrive below it. */
  readonly folder: string;
  /**
   * The connection on which imports are read, below Prisma: Prisma compiles each query anew, which
   * takes longer than a small trace does.
   */
  readonly importing: Driver;
  /** A connection of its own below Prisma, for blobs: Prisma would carry them as base64. */
  connectDriver(): Promise<Driver>;
  /** Runs `work` atomically; its first statement must be a write, so that it waits for its turn. */
  transaction<T>(work: (tx: Prisma.TransactionClient) => Promise<T>): Promise<T>;
  /** Like {@link transaction}; of several with one name each begins when the one before has ended. */
  exclusive<T>(name: string, work: (tx: Prisma.TransactionClient) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Whether a URL names a PostgreSQL database. */
export const isPostgresql = (url: string): boolean => /^postgres(ql)?:/.test(url);

/**
 * Opens a database. Tables are made by `migrate`.
 * @throws DatabaseError where PostgreSQL cannot be used.
 */
export async function openDatabase(url: string): Promise<Database> {
  // Each brings a query compiler of its own: only the one that is needed is loaded.
  if (isPostgresql(url)) return (await import('./postgresql')).openPostgresql(url);
  return (await import('./sqlite')).openSqlite(url);
}

const opened = globalThis as typeof globalThis & { highwaterDatabase?: Promise<Database> };

/** The database of this process, opened on first use; one for all bundles of the server. */
export function database(): Promise<Database> {
  opened.highwaterDatabase ??= openDatabase(env().databaseUrl).catch((error: unknown) => {
    delete opened.highwaterDatabase;
    throw error;
  });
  return opened.highwaterDatabase;
}
