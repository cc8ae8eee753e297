import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { err, ok, type Result } from '@/lib/base/result';
import type { ImportError, TableOrder } from '@/lib/importers/importer';
import { importers } from '@/lib/importers/registry';
import { SqliteTrace } from './sqlite-trace';
import { asSqliteError } from './sqlite-values';
import type { TraceBytes } from '../trace-bytes';
import { Cancelled } from '../trace-file';
import type { TraceRun, TraceSource } from '../trace-source';

/** Rows read before the event loop runs again. */
const ROWS_AT_ONCE = 64;

/** Most tables named in a message. */
const NAMED = 8;

/** A copy of a SQLite database as a source; the copy is in the folder `scratch`. */
export async function sqliteSource(
  path: string | null,
  file: TraceBytes,
  scratch: string,
  signal: AbortSignal | undefined,
): Promise<Result<TraceSource, ImportError>> {
  const opened = await SqliteTrace.open(path, file, join(scratch, 'sqlite'), signal);
  if (!opened.ok) return opened;
  const trace = opened.value;
  return ok({
    heads: [{ kind: 'sqlite', records: [trace.columns] }],
    unclaimed: { code: 'no-records', message: unclaimed(Object.keys(trace.columns)) },
    feed: (run) => feedRows(trace, file.bytes, run),
    close: () => trace.close(),
  });
}

async function feedRows(
  trace: SqliteTrace,
  bytes: number,
  run: TraceRun,
): Promise<Result<void, ImportError>> {
  const tables = run.importer.tables ?? [];
  try {
    const total = trace.count(tables);
    let records = 0;
    let table = '';
    let row = 0;
    for (const record of trace.rows(tables)) {
      row = record.table === table ? row + 1 : 1;
      table = record.table;
      run.reader.record({ table, row: record.row }, `${table} row ${row}`);
      if (++records % ROWS_AT_ONCE > 0) continue;
      run.progress(Math.floor((bytes * records) / Math.max(total, records)), records);
      await run.ready();
      await setImmediate();
      if (run.signal?.aborted === true) throw new Cancelled();
    }
    run.progress(bytes, records);
    for (const remark of trace.remarks) run.receipt.remark(remark);
    return ok(undefined);
  } catch (error) {
    const sqlite = asSqliteError(error);
    if (sqlite === null) throw error;
    return err(sqlite);
  }
}

/** Message naming the tables that known databases have and this one lacks. */
function unclaimed(tables: readonly string[]): string {
  const known = importers.flatMap(({ tables }) => tables ?? []);
  const missing = known.filter(({ name }: TableOrder) => !tables.includes(name));
  const found =
    tables.length === 0
      ? 'it has none'
      : `it has ${tables.slice(0, NAMED).join(', ')}${tables.length > NAMED ? ', …' : ''}`;
  if (missing.length === 0) {
    const names = known.map(({ name }) => name).join(' and ');
    return `The SQLite database has tables ${names}, but not with the columns of a known format.`;
  }
  const names = missing.map(({ name }) => name).join(' and ');
  return `The SQLite database lacks the ${missing.length === 1 ? 'table' : 'tables'} ${names} of a known format: ${found}.`;
}
