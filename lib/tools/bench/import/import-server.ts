/**
 * A server without pages for the benchmark: forks the import process like the server, lists imports
 * and sessions meanwhile, and prints memory and event loop delays.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { database } from '@/lib/server/db/client';
import { findImport } from '@/lib/server/db/imports/imports';
import { queueImport } from '@/lib/server/db/imports/new-imports';
import { migrate } from '@/lib/server/db/migrate/migrate';
import { env } from '@/lib/server/env';
import { importHost } from '@/lib/server/import/import-host';

/** Milliseconds between a page's requests, and of idling before the measurement. */
const ASK_MS = 250;
const WARM_UP_MS = 5_000;

/** Milliseconds between samples of the delay; the histogram includes them. */
const RESOLUTION_MS = 5;

/** The server's output, as JSON. */
export interface ServerReport {
  readonly status: string;
  readonly error: string | null;
  readonly steps: number;
  readonly seconds: number;
  /** Peak memory of the import process in bytes; null if the system does not report it. */
  readonly importPeak: number | null;
  /** Processor time of the import process in seconds, start included; null likewise. */
  readonly importCpu: number | null;
  readonly rssBefore: number;
  readonly rssPeak: number;
  /** Longest and 99.9th percentile delay of the event loop, in milliseconds. */
  readonly delayMax: number;
  readonly delayP999: number;
  /** Most processor time between two turns of the event loop, in milliseconds. */
  readonly busyMax: number;
}

/** Peak memory of a process in bytes; null without /proc. */
function peakOf(pid: number): number | null {
  const path = `/proc/${pid}/status`;
  const peak = existsSync(path) ? /VmHWM:\s+(\d+) kB/.exec(readFileSync(path, 'latin1')) : null;
  return peak ? Number(peak[1]) * 1024 : null;
}

/** Ticks per second of the clock for processor time in /proc. */
const TICKS = 100;

/** Processor time of a process in seconds; null without /proc. */
function processorTimeOf(pid: number): number | null {
  const path = `/proc/${pid}/stat`;
  if (!existsSync(path)) return null;
  // The second field, the program's name, may contain blanks.
  const fields = readFileSync(path, 'latin1')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

/** Measures the processor time of single turns: a delay without any is due to the machine. */
function watchTurns(): () => number {
  let most = 0;
  let last = process.cpuUsage();
  const timer = setInterval(() => {
    const now = process.cpuUsage();
    most = Math.max(most, now.user + now.system - last.user - last.system);
    last = now;
  }, RESOLUTION_MS);
  return () => {
    clearInterval(timer);
    return most / 1_000;
  };
}

const [path = ''] = process.argv.slice(2);
await migrate(env().databaseUrl);
const db = await database();
const ask = async (id: string): Promise<Awaited<ReturnType<typeof findImport>>> => {
  await db.prisma.session.findMany({ where: { ready: true }, take: 100 });
  return findImport(db, id);
};
for (let waited = 0; waited < WARM_UP_MS; waited += ASK_MS) {
  await ask('none');
  await sleep(ASK_MS);
}
const rssBefore = process.memoryUsage.rss();
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delay.enable();
// The histogram starts at its second sample; the import's start must be in it.
await sleep(10 * RESOLUTION_MS);
const turns = watchTurns();
const start = performance.now();
const queued = { file: 'log.jsonl', bytes: statSync(path).size, sha256: path, path, sample: true };
const { id } = await queueImport(db, queued);
importHost().wake();
let importPeak: number | null = null;
let importCpu: number | null = null;
let rssPeak = rssBefore;
let row = await ask(id);
while (row?.status === 'queued' || row?.status === 'running') {
  await sleep(ASK_MS);
  if (row.pid !== null) {
    importPeak = peakOf(row.pid) ?? importPeak;
    importCpu = processorTimeOf(row.pid) ?? importCpu;
  }
  rssPeak = Math.max(rssPeak, process.memoryUsage.rss());
  row = await ask(id);
}
delay.disable();
const steps = await db.prisma.session.aggregate({ _sum: { steps: true } });
const report: ServerReport = {
  status: row?.status ?? 'gone',
  error: row?.error ?? null,
  steps: steps._sum.steps ?? 0,
  seconds: (performance.now() - start) / 1_000,
  importPeak,
  importCpu,
  rssBefore,
  rssPeak,
  delayMax: Math.max(0, delay.max / 1e6 - RESOLUTION_MS),
  delayP999: Math.max(0, delay.percentile(99.9) / 1e6 - RESOLUTION_MS),
  busyMax: turns(),
};
process.stdout.write(`${JSON.stringify(report)}\n`);
await db.close();
process.exit(0);
