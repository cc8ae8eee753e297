import type { Prisma, PrismaClient } from '../generated/client';
import type { Dialect } from './dialect';

/** A value of a statement below Prisma. */
export type Value = string | number | boolean | Uint8Array | null;

/** Runs statements with `?` parameters on either database. */
export interface Statements {
  /** Runs a statement; returns the number of changed rows. */
  execute(sql: string, values?: readonly Value[]): Promise<number>;
  /** Runs a query; returns rows as lists of values in column order. */
  query(sql: string, values?: readonly Value[]): Promise<readonly (readonly unknown[])[]>;
}

/** A separate connection without Prisma, for blobs: Prisma would pass them as base64. */
export interface Driver extends Statements {
  /**
   * Runs `work` atomically; connections of `connectDriver` see one snapshot of the database.
   */
  transaction<T>(work: (tx: Statements) => Promise<T>): Promise<T>;
  /** False after the connection is lost; always true for SQLite. */
  isUsable(): boolean;
  close(): Promise<void>;
}

/** The library's open database: a SQLite file or a PostgreSQL database. */
export interface Database {
  readonly prisma: PrismaClient;
  /** The database's SQL. */
  readonly dialect: Dialect;
  /** Folder for this server's files, uploads included. */
  readonly folder: string;
  /**
   * Connection for imports, without Prisma: Prisma compiles each query anew, which takes longer than a
   * small trace.
   */
  readonly importing: Driver;
  /** Opens a separate connection without Prisma, for blobs: Prisma would pass them as base64. */
  connectDriver(): Promise<Driver>;
  /** Runs `work` atomically; its first statement must be a write, which waits for the lock. */
  transaction<T>(work: (tx: Prisma.TransactionClient) => Promise<T>): Promise<T>;
  /** Like {@link transaction}; transactions of one name run one after the other. */
  exclusive<T>(name: string, work: (tx: Prisma.TransactionClient) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}
