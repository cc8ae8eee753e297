import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { writeLog } from './generate-log';
import type { ServerReport } from './import-server';
import { printFigures } from './measure';

const SERVER = 'lib/bench/import-server.ts';

const megabytes = (bytes: number | null): string =>
  bytes === null ? 'not known here' : `${(bytes / 1e6).toFixed(0)} MB`;
const milliseconds = (ms: number): string => `${ms.toFixed(1)} ms`;

/** Imports a log of so many gigabytes by way of a server process, and says what that took. */
export async function benchImport(folder: string, gigabytes: number): Promise<void> {
  const path = join(folder, 'large.jsonl');
  await writeLog(path, gigabytes * 1e9);
  const env = { ...process.env, DATABASE_URL: `file:${join(folder, 'large.db')}` };
  const args = ['--import', 'tsx', SERVER, path];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  const report = JSON.parse(stdout) as ServerReport;
  if (report.status !== 'done') throw new Error(`The import ended: ${stdout}`);
  const rate = ((gigabytes * 1e3) / report.seconds).toFixed(0);
  printFigures(`Import of a generated log of ${gigabytes} GB, ${report.steps} steps`, [
    { name: 'time', value: `${report.seconds.toFixed(1)} s`, ratio: `${rate} MB/s` },
    { name: 'peak of the import process', value: megabytes(report.importPeak), goal: '≤ 400 MB' },
    {
      name: 'growth of the server process',
      value: megabytes(report.rssPeak - report.rssBefore),
      ratio: `from ${megabytes(report.rssBefore)}`,
      goal: '≤ 50 MB',
    },
    {
      name: "longest delay of the server's event loop",
      value: milliseconds(report.delayMax),
      ratio: `99.9 %: ${milliseconds(report.delayP999)}; busiest turn: ${milliseconds(report.busyMax)} of processor time`,
      goal: '≤ 50 ms',
    },
  ]);
}
