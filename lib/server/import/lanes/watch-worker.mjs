// A thread of the import process that ends it when it takes too much memory or processor time, or when
// the server has gone. It must not wait for the main thread, which may be inside one long call of the
// parser.
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';

/** Milliseconds between two looks: memory grows by about a gigabyte a second. */
const LOOK_MS = 20;

/** Milliseconds in which a process may end by itself once its server has gone. */
const GRACE_MS = 300;

/** @typedef {{ file: string, memory: string, stuck: string }} Reading verdicts on what is being read */

const { ceiling, parent, silentMs } =
  /** @type {{ ceiling: number, parent: number | null, silentMs: number }} */ (workerData);

/** Milliseconds of processor time of this process. */
const processorTime = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

/** @type {Reading | null} */
let reading = null;
/** Processor time at the main thread's last sign of life. */
let heard = processorTime();
let orphaned = 0;

parentPort?.on('message', (/** @type {Reading | null | 'beat'} */ message) => {
  heard = processorTime();
  if (message !== 'beat') reading = message;
});

/** Ends this process; the import that it reads then has a verdict. @param {string | undefined} verdict */
function end(verdict) {
  if (reading !== null && verdict !== undefined) {
    mkdirSync(path.dirname(reading.file), { recursive: true });
    writeFileSync(`${reading.file}.own`, verdict);
    renameSync(`${reading.file}.own`, reading.file);
  }
  process.kill(process.pid, 'SIGKILL');
}

setInterval(() => {
  if (process.memoryUsage.rss() > ceiling) end(reading?.memory);
  else if (reading !== null && processorTime() - heard > silentMs) end(reading.stuck);
  else if (parent !== null && process.ppid !== parent) {
    orphaned ||= performance.now();
    if (performance.now() - orphaned > GRACE_MS) end(undefined);
  }
}, LOOK_MS);
