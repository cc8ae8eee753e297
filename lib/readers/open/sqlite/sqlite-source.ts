import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { err, ok, type Result } from '@/lib/engine/base/result';
import type { ImportError } from '@/lib/readers/importers/importer';
import { importers } from '@/lib/readers/importers/registry';
import { WITHOUT_WAL } from '../may-lack';
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
  const tables = run.importer.tablesIn?.(trace.columns) ?? run.importer.tables ?? [];
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
    if (trace.lacksWal) run.receipt.mayLack(WITHOUT_WAL);
    for (const remark of trace.remarks) run.receipt.remark(remark);
    return ok(undefined);
  } catch (error) {
    const sqlite = asSqliteError(error);
    if (sqlite === null) throw error;
    return err(sqlite);
  }
}

/** Message naming the formats that are databases, and the tables of this one. */
function unclaimed(tables: readonly string[]): string {
  const formats = importers.flatMap(({ label, tables: own = [] }) =>
    own.length === 0 ? [] : [{ label, names: own.map(({ name }) => name) }],
  );
  const complete = formats.find(({ names }) => names.every((name) => tables.includes(name)));
  if (complete !== undefined) {
    const { label, names } = complete;
    return `The SQLite database has the tables ${names.join(' and ')}, but not with the columns of a ${label}.`;
  }
  const known = formats.map(({ label }) => label);
  const found =
    tables.length === 0
      ? 'it has no table'
      : `it has “${tables.slice(0, NAMED).join('”, “')}”${tables.length > NAMED ? ', …' : ''}`;
  return `The SQLite database is not of a known kind (${known.join(', ')}): ${found}.`;
}
