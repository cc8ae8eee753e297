import Libsql from 'libsql';
import type { Driver, Statements, Value } from './driver';

/** Prepared statements kept per connection; more than an import uses. */
const MOST_PREPARED = 64;

type Prepared = ReturnType<Libsql.Database['prepare']>;

interface ConnectionOptions {
  /** Milliseconds to wait for another process's write. */
  readonly busyMs: number;
  /** Statements run on opening. */
  readonly script: string;
  /** Statement that begins a transaction; BEGIN reads one snapshot and locks on the first write. */
  readonly begin: 'BEGIN' | 'BEGIN IMMEDIATE';
}

/**
 * A connection to a database file without Prisma's driver; prepares each statement once and runs on
 * the calling thread.
 */
export function openConnection(file: string, { busyMs, script, begin }: ConnectionOptions): Driver {
  const database = new Libsql(file, { timeout: busyMs });
  database.exec(script);
  const prepared = new Map<string, Prepared>();
  const prepare = (sql: string): Prepared => {
    const known = prepared.get(sql);
    if (known !== undefined) return known;
    if (prepared.size === MOST_PREPARED) prepared.clear();
    const statement = database.prepare(sql);
    prepared.set(sql, statement);
    return statement;
  };
  const statements: Statements = {
    execute: async (sql, values = []) =>
      Promise.resolve(prepare(sql).run(values.map(bound)).changes),
    query: async (sql, values = []) =>
      Promise.resolve(prepare(sql).raw().all(values.map(bound)) as unknown[][]),
  };
  return {
    ...statements,
    transaction: async (work) => {
      database.exec(begin);
      try {
        const result = await work(statements);
        database.exec('COMMIT');
        return result;
      } catch (error) {
        if (database.inTransaction) database.exec('ROLLBACK');
        throw error;
      }
    },
    isUsable: () => true,
    close: () => {
      database.close();
      return Promise.resolve();
    },
  };
}

const bound = (value: Value): Exclude<Value, boolean> =>
  typeof value === 'boolean' ? Number(value) : value;
