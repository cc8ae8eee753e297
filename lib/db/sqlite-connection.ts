import Libsql from 'libsql';
import type { Driver, Statements, Value } from './driver';

/** Statements that a connection keeps ready; more than an import has. */
const MOST_PREPARED = 64;

type Prepared = ReturnType<Libsql.Database['prepare']>;

/**
 * A connection to a database file without Prisma's driver in between: each statement is prepared
 * once. Like SQLite itself it works on the calling thread.
 * @param busyMs how long a statement waits for another process's write, in milliseconds.
 */
export function openConnection(file: string, busyMs: number, script: string): Driver {
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
      database.exec('BEGIN IMMEDIATE');
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
