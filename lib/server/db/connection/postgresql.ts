import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { dataFolder, makePrivateFolder } from '@/lib/server/data-folder';
import { makeFolder } from '../durable';
import { postgresError } from './database-error';
import { postgresql } from './dialect';
import type { Database, Driver, Statements, Value } from './driver';
import { KeptDriver } from './kept-driver';
import type { PrismaClient } from '../generated/client';
import { PrismaClient as PostgresClient } from '../generated-postgresql/client';

/** Timeout for connecting, in milliseconds. */
const CONNECT_MS = 8_000;

/** Most connections of a process: PostgreSQL allows 100 by default, for all servers together. */
const MOST_CONNECTIONS = 10;

const TRANSACTION = { maxWait: 15_000, timeout: 30_000 };

const configOf = (url: string) => ({
  connectionString: url,
  connectionTimeoutMillis: CONNECT_MS,
  application_name: 'highwater',
});

/** Opens an existing PostgreSQL database. @throws DatabaseError if it cannot be used. */
export async function openPostgresql(url: string): Promise<Database> {
  await (await connectPostgresql(url)).end();
  const folder = dataFolder(url);
  await makeFolder(folder);
  makePrivateFolder(folder);
  const adapter = new PrismaPg(
    { ...configOf(url), max: MOST_CONNECTIONS },
    { onPoolError: reportLoss, onConnectionError: reportLoss },
  );
  // Both clients are generated from the same models (a test compares them), so one type serves both.
  const prisma = new PostgresClient({ adapter }) as unknown as PrismaClient;
  const importing = new KeptDriver(() => connectDriver(url, 'READ COMMITTED'));
  return {
    prisma,
    dialect: postgresql,
    folder,
    importing,
    connectDriver: () => connectDriver(url, 'REPEATABLE READ'),
    transaction: (work) => prisma.$transaction(work, TRANSACTION),
    exclusive: (name, work) =>
      prisma.$transaction(async (tx) => {
        await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`;
        return work(tx);
      }, TRANSACTION),
    close: async () => {
      await importing.close();
      await prisma.$disconnect();
    },
  };
}

/** Opens a connection outside the pool. @throws DatabaseError on failure. */
export async function connectPostgresql(url: string): Promise<pg.Client> {
  const client = new pg.Client(configOf(url));
  // An idle connection that breaks must not end the process; the next statement fails.
  client.on('error', reportLoss);
  try {
    await client.connect();
    return client;
  } catch (error) {
    // The server would wait a minute for the rest of an aborted login.
    void client.end().catch(() => undefined);
    throw postgresError(error, url);
  }
}

function reportLoss(error: Error): void {
  console.error('The connection to PostgreSQL broke:', error.message);
}

async function connectDriver(
  url: string,
  isolation: 'READ COMMITTED' | 'REPEATABLE READ',
): Promise<Driver> {
  const client = await connectPostgresql(url);
  let usable = true;
  client.once('error', () => (usable = false));
  client.once('end', () => (usable = false));
  const statements = statementsOf(client);
  return {
    ...statements,
    transaction: async (work) => {
      await client.query(`BEGIN ISOLATION LEVEL ${isolation}`);
      try {
        const result = await work(statements);
        await client.query('COMMIT');
        return result;
      } catch (error) {
        await client.query('ROLLBACK').catch(() => undefined);
        throw error;
      }
    },
    isUsable: () => usable,
    close: () => client.end(),
  };
}

function statementsOf(client: pg.Client): Statements {
  const run = (sql: string, values: readonly Value[]) =>
    client.query<unknown[]>({
      text: postgresql.parameters(sql),
      values: [...values],
      rowMode: 'array',
    });
  return {
    execute: async (sql, values = []) => (await run(sql, values)).rowCount ?? 0,
    query: async (sql, values = []) => (await run(sql, values)).rows,
  };
}
