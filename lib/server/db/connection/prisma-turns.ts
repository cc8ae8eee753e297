import type { PrismaLibSql } from '@prisma/adapter-libsql';
import type { Turns } from './turns';

/** Prisma's driver, each of its statements and transactions in turn. */
export function inTurns(
  driver: PrismaLibSql,
  turns: Turns,
): Pick<PrismaLibSql, 'provider' | 'adapterName' | 'connect'> {
  return {
    provider: driver.provider,
    adapterName: driver.adapterName,
    connect: async () => adapterInTurns(await driver.connect(), turns),
  };
}

type Adapter = Awaited<ReturnType<PrismaLibSql['connect']>>;

function adapterInTurns(adapter: Adapter, turns: Turns): Adapter {
  return {
    provider: adapter.provider,
    adapterName: adapter.adapterName,
    queryRaw: (query) => turns.take(() => adapter.queryRaw(query)),
    executeRaw: (query) => turns.take(() => adapter.executeRaw(query)),
    executeScript: (script) => turns.take(() => adapter.executeScript(script)),
    startTransaction: async (isolation) => {
      const release = await turns.hold();
      try {
        return released(await adapter.startTransaction(isolation), release);
      } catch (error) {
        release();
        throw error;
      }
    },
    dispose: () => adapter.dispose(),
  };
}

type Transaction = Awaited<ReturnType<Adapter['startTransaction']>>;

/** A transaction that gives its turn back at its end. */
function released(transaction: Transaction, release: () => void): Transaction {
  return {
    options: transaction.options,
    provider: transaction.provider,
    adapterName: transaction.adapterName,
    queryRaw: (query) => transaction.queryRaw(query),
    executeRaw: (query) => transaction.executeRaw(query),
    commit: () => transaction.commit().finally(release),
    rollback: () => transaction.rollback().finally(release),
  };
}
