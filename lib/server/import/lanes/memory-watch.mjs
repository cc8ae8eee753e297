// A thread of the import process that ends it when it takes too much memory. It must not wait for the
// main thread, which may be inside one long call of the parser.
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';

/** Milliseconds between two looks: memory grows by about a gigabyte a second. */
const LOOK_MS = 20;

const { ceiling } = /** @type {{ ceiling: number }} */ (workerData);

/** The verdict on the import that is being read. @type {{ file: string, text: string } | null} */
let verdict = null;
parentPort?.on('message', (message) => (verdict = message));

setInterval(() => {
  if (process.memoryUsage.rss() <= ceiling) return;
  if (verdict !== null) {
    mkdirSync(path.dirname(verdict.file), { recursive: true });
    writeFileSync(`${verdict.file}.own`, verdict.text);
    renameSync(`${verdict.file}.own`, verdict.file);
  }
  process.kill(process.pid, 'SIGKILL');
}, LOOK_MS);
