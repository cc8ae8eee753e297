import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { openDatabase } from '@/lib/server/db/client';
import { migrate } from '@/lib/server/db/migrate/migrate';
import { memberTotals } from '@/lib/server/db/imports/import-members';
import { tarFile } from '@/lib/readers/open/testing/tar-file';
import { runQueue } from '@/lib/server/import/run-queue';
import { canonicalTrace } from '@/lib/server/import/testing/trace-fixture';
import { receiveTrace } from '@/lib/server/import/uploads';
import { printFigures } from '../measure';

const FILES = 5_000;

async function* pieces(content: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < content.length; at += 1 << 20) {
    yield await Promise.resolve(content.subarray(at, at + (1 << 20)));
  }
}

/** Time to receive and to import a folder of many small traces, sent as by the browser. */
export async function benchFolder(folder: string): Promise<void> {
  const url = `file:${join(folder, 'folder.db')}`;
  await migrate(url);
  const db = await openDatabase(url);
  const parts = Array.from({ length: FILES }, (_, i) => ({
    name: `logs/${i % 50}/${i}.json`,
    content: canonicalTrace(`session ${i}`, 5),
  }));
  const tar = await tarFile(parts);
  const start = performance.now();
  const { id } = await receiveTrace(db, 'logs', pieces(tar));
  const received = performance.now();
  const cpu = process.cpuUsage();
  await runQueue(db, new AbortController().signal, () => Promise.resolve());
  const done = performance.now();
  const { user, system } = process.cpuUsage(cpu);
  const totals = (await memberTotals(db, [id])).get(id);
  if (totals?.done !== FILES) throw new Error(`Imported: ${JSON.stringify(totals)}`);
  await db.close();
  const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
  printFigures(`A folder of ${FILES} files, ${(tar.length / 1e6).toFixed(0)} MB`, [
    { name: 'received and queued', value: seconds(received - start), goal: '< 60 s' },
    {
      name: 'unpacked and imported',
      value: seconds(done - received),
      ratio: `${((done - received) / FILES).toFixed(1)} ms a file, ${((user + system) / 1_000 / FILES).toFixed(1)} ms of processor time`,
    },
  ]);
}
