import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { PrismaLibSql } from '@prisma/adapter-libsql';
import type { Database } from './client';
import { sqlite } from './dialect';
import type { Driver, Statements, Value } from './driver';
import { KeptDriver } from './kept-driver';
import { openConnection } from './sqlite-connection';
import { PrismaClient } from './generated/client';

/** How long a statement waits for another process's write, in milliseconds. */
const BUSY_MS = 5_000;

const RELAX_SYNC = 'PRAGMA synchronous = NORMAL';

/** What Prisma's driver says to each connection, and what is said here. */
const CONNECTION = `PRAGMA foreign_keys = ON; ${RELAX_SYNC}`;

type Adapter = Awaited<ReturnType<PrismaLibSql['connect']>>;
type Queryable = Pick<Adapter, 'executeRaw' | 'queryRaw'>;

/** The path of the file that a `file:` URL names; a relative one is relative to the project. */
export function databasePath(url: string): string {
  return path.resolve(/* turbopackIgnore: true */ process.cwd(), url.replace(/^file:(\/\/)?/, ''));
}

/** The driver for a database file; each connection waits for locks instead of failing. */
export function sqliteAdapter(url: string): PrismaLibSql {
  const encoded = databasePath(url).split(path.sep).map(encodeURIComponent).join('/');
  return new PrismaLibSql({ url: `file:${encoded}`, timeout: BUSY_MS });
}

/** Opens the database file, making its folder. */
export async function openSqlite(url: string): Promise<Database> {
  const folder = path.dirname(databasePath(url));
  mkdirSync(folder, { recursive: true });
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
  const file = databasePath(url);
  const importing = new KeptDriver(() =>
    Promise.resolve(openConnection(file, BUSY_MS, CONNECTION)),
  );
  return {
    prisma,
    dialect: sqlite,
    folder,
    importing,
    connectDriver: () => connect(url),
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
 * With a write-ahead log a commit need not wait for the disk to stay atomic. The driver opens a
 * new connection after each transaction, which begins with the slow default again.
 */
async function relaxSync(prisma: PrismaClient): Promise<void> {
  await prisma.$executeRawUnsafe(RELAX_SYNC);
}

async function connect(url: string): Promise<Driver> {
  const adapter = await sqliteAdapter(url).connect();
  await adapter.executeScript(RELAX_SYNC);
  return {
    ...statementsOf(adapter),
    transaction: async (work) => {
      const tx = await adapter.startTransaction();
      try {
        const result = await work(statementsOf(tx));
        await tx.commit();
        return result;
      } catch (error) {
        await tx.rollback();
        throw error;
      }
    },
    isUsable: () => true,
    close: () => adapter.dispose(),
  };
}

function statementsOf(queryable: Queryable): Statements {
  const statement = (sql: string, values: readonly Value[]) => ({
    sql,
    args: [...values],
    argTypes: values.map((value) => ({ arity: 'scalar' as const, scalarType: typeOf(value) })),
  });
  return {
    execute: (sql, values = []) => queryable.executeRaw(statement(sql, values)),
    query: async (sql, values = []) => (await queryable.queryRaw(statement(sql, values))).rows,
  };
}

function typeOf(value: Value): 'string' | 'int' | 'boolean' | 'bytes' {
  if (typeof value === 'number') return 'int';
  if (typeof value === 'boolean') return 'boolean';
  return value === null || typeof value === 'string' ? 'string' : 'bytes';
}
