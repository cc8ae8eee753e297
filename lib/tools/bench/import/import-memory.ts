import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { writeLog } from '../generate-log';
import type { ServerReport } from './import-server';
import { printedBy, printFigures } from '../measure';
import { writeExport } from '../opencode-export';

const SERVER = 'lib/tools/bench/import/import-server.ts';

const megabytes = (bytes: number | null): string =>
  bytes === null ? 'not known here' : `${(bytes / 1e6).toFixed(0)} MB`;
const milliseconds = (ms: number): string => `${ms.toFixed(1)} ms`;

/** A form of the same log; `make` writes it from the plain log. */
interface LogForm {
  readonly name: string;
  readonly make: (log: string, to: string, bytes: number) => Promise<void>;
}

const forms: readonly LogForm[] = [
  { name: 'JSON lines', make: (log, to) => rename(log, to) },
  { name: 'one JSON array', make: writeArray },
  { name: 'JSON lines in gzip', make: writeGzip },
  {
    name: 'one JSON document (OpenCode)',
    make: (_, to, bytes) => writeExport(to, bytes),
  },
];

/** The lines as elements of one array. */
async function writeArray(log: string, to: string): Promise<void> {
  let before = '[';
  const elements = async function* (lines: AsyncIterable<string>): AsyncGenerator<string> {
    for await (const line of lines) {
      yield before + line;
      before = ',\n';
    }
    yield ']';
  };
  const lines = createInterface({ input: createReadStream(log), crlfDelay: Infinity });
  await pipeline(elements(lines), createWriteStream(to));
}

async function writeGzip(log: string, to: string): Promise<void> {
  await pipeline(createReadStream(log), createGzip({ level: 1 }), createWriteStream(to));
}

/** Imports a log of so many gigabytes in each form; prints time and memory. */
export async function benchImport(folder: string, gigabytes: number): Promise<void> {
  for (const [i, { name, make }] of forms.entries()) {
    const log = join(folder, 'log.jsonl');
    const path = join(folder, `form-${i}`);
    await writeLog(log, gigabytes * 1e9);
    await make(log, path, gigabytes * 1e9);
    await rm(log, { force: true });
    await benchForm(name, path, join(folder, `form-${i}.db`), gigabytes);
    await rm(path);
  }
}

async function benchForm(
  form: string,
  path: string,
  database: string,
  gigabytes: number,
): Promise<void> {
  const env = { ...process.env, DATABASE_URL: `file:${database}` };
  const report = await printedBy<ServerReport>(SERVER, [path], env);
  if (report.status !== 'done') throw new Error(`The import ended: ${JSON.stringify(report)}`);
  const rate = ((gigabytes * 1e3) / report.seconds).toFixed(0);
  printFigures(`Import of a generated log of ${gigabytes} GB as ${form}, ${report.steps} steps`, [
    { name: 'time', value: `${report.seconds.toFixed(1)} s`, ratio: `${rate} MB/s` },
    {
      name: 'processor time of the import process',
      value: report.importCpu === null ? 'not known here' : `${report.importCpu.toFixed(1)} s`,
      ratio:
        report.importCpu === null
          ? ''
          : `${((gigabytes * 1e3) / report.importCpu).toFixed(0)} MB per second of it`,
    },
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
