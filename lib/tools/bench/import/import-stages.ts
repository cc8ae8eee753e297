import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase } from '@/lib/server/db/client';
import { claimImport } from '@/lib/server/db/imports/claims';
import { findImport } from '@/lib/server/db/imports/imports';
import { queueImport } from '@/lib/server/db/imports/new-imports';
import { migrate } from '@/lib/server/db/migrate/migrate';
import { LineSplitter, type LineSink } from '@/lib/readers/open/json/line-splitter';
import { importTrace } from '@/lib/server/import/import-trace';
import { writeLog } from '../generate-log';
import { profileTrace } from '../profile-trace';
import { costOf, leastOf, printFigures, type Cost, type Figure } from '../measure';

/** Bytes of the log, and number of reads. */
const LOG_BYTES = 64e6;
const ROUNDS = 7;

/** Bytes per chunk for the line splitter, as in an import. */
const CHUNK_BYTES = 1024 * 1024;

function eachLine(bytes: Buffer, line: LineSink['line']): void {
  const splitter = new LineSplitter({ line, blank: () => undefined, tooDeep: () => undefined });
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    splitter.push(bytes.subarray(at, at + CHUNK_BYTES));
  }
  splitter.end();
}

function linesOf(bytes: Buffer): readonly string[] {
  const lines: string[] = [];
  eachLine(bytes, (chunk, start, end) => lines.push(chunk.toString('utf8', start, end)));
  return lines;
}

/** Cost of importing the file into a new database, without making the database. */
async function store(path: string, database: string): Promise<Cost> {
  const url = `file:${database}`;
  await migrate(url);
  const db = await openDatabase(url);
  try {
    const log = { file: 'log.jsonl', bytes: LOG_BYTES, sha256: database, path, sample: true };
    const { id } = await queueImport(db, log);
    const job = await claimImport(db, { host: 'bench', pid: process.pid });
    if (!job) throw new Error('The queued import was not claimed');
    const cost = await costOf(() => importTrace(db, job, new AbortController().signal));
    const status = (await findImport(db, id))?.status;
    if (status !== 'done') throw new Error(`The import ended as ${String(status)}`);
    return cost;
  } finally {
    await db.close();
  }
}

function figure(name: string, cost: Cost, bare: Cost, goal?: string): Figure {
  const wall = (cost.wallMs / bare.wallMs).toFixed(2);
  const cpu = (cost.cpuMs / bare.cpuMs).toFixed(2);
  return {
    name,
    value: `${(LOG_BYTES / 1e3 / cost.wallMs).toFixed(0)} MB/s`,
    ratio: `${wall} × by the clock, ${cpu} × in processor time`,
    ...(goal === undefined ? {} : { goal }),
  };
}

/** Reading, measuring and storing a log, compared with bare `JSON.parse` of the same lines. */
export async function benchImportStages(folder: string): Promise<void> {
  const path = join(folder, 'log.jsonl');
  await writeLog(path, LOG_BYTES);
  const bytes = await readFile(path);
  const lines = linesOf(bytes);
  const costs = { parse: [], decode: [], measure: [], store: [] } as Record<string, Cost[]>;
  const least = (name: string): Cost => leastOf(costs[name] ?? []);
  const take = (name: string, cost: Cost): void => void costs[name]?.push(cost);
  for (let round = 0; round < ROUNDS; round++) {
    take('parse', await costOf(() => lines.forEach((line) => void JSON.parse(line))));
    const parse = (chunk: Buffer, start: number, end: number): void =>
      void JSON.parse(chunk.toString('utf8', start, end));
    take('decode', await costOf(() => eachLine(bytes, parse)));
    take('measure', await costOf(async () => void (await profileTrace(path))));
    take('store', await store(path, join(folder, `ingest-${round}.db`)));
  }
  const bare = least('parse');
  const size = `${LOG_BYTES / 1e6} MB, ${lines.length} lines, best of ${ROUNDS} rounds`;
  printFigures(`Ingest of a generated Claude Code log (${size})`, [
    figure('bare JSON.parse over the lines, decoded before', bare, bare),
    figure('  with splitting and decoding the lines', least('decode'), bare),
    figure('read + measure (file to profile)', least('measure'), bare, 'goal ≤ 3 ×'),
    figure('stored (import job: + blobs in SQLite)', least('store'), bare, 'goal ≤ 5 ×'),
  ]);
}
