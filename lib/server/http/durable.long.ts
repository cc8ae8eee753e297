import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '@/lib/server/db/client';
import { budgetOf, inTurn } from '@/lib/tools/suites/endurance';
import { RECORDED, RecordedDisk, type Printed } from './testing/recorded-disk';

const PROGRAM = 'lib/server/http/testing/accept-program.ts';

let folder: string;
/** The folder of the library while it was recorded. */
let library: string;
let disk: RecordedDisk;
beforeAll(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), 'highwater-durable-')));
  library = path.join(folder, 'library');
  const prefix = path.join(folder, 'trace');
  const strace = ['-ff', '-o', prefix, '-ttt', '-T', '-y', '-xx', '-s', '16000000', '-e'];
  const program = [process.execPath, '--import', 'tsx', PROGRAM, path.join(folder, 'watched')];
  const env = { ...process.env, DATABASE_URL: `file:${path.join(library, 'library.db')}` };
  await promisify(execFile)('strace', [...strace, `trace=${RECORDED}`, ...program], { env }).catch(
    (error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT'
        ? new Error('Install strace to record what is written.')
        : error;
    },
  );
  disk = await RecordedDisk.read(prefix, folder);
}, 300_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

/** What the program had said to be accepted by a time, by kind. */
function acceptedBy(time: number): Readonly<Record<'import' | 'record', readonly string[]>> {
  const lines = disk.printed.filter((line) => line.time <= time).map(({ text }) => text);
  const ids = (kind: string): string[] =>
    lines.flatMap((line) => new RegExp(`^accepted ${kind} (\\S+)\n$`).exec(line)?.[1] ?? []);
  return { import: ids('import'), record: ids('record') };
}

/** Ids that the library rebuilt as of a time lost, of those accepted before. */
async function lostBy({ time }: Printed, synced = true): Promise<readonly string[]> {
  const to = await mkdtemp(path.join(folder, 'rebuilt-'));
  await disk.rebuild(time, to, { synced });
  const accepted = acceptedBy(time);
  const file = path.join(to, 'library', 'library.db');
  if (!existsSync(file)) return [...accepted.import, ...accepted.record];
  const db = await openDatabase(`file:${file}`);
  try {
    const [check] = await db.importing.query('PRAGMA integrity_check');
    expect(check).toEqual(['ok']);
    const records = new Set(
      (await db.prisma.otlpRecord.findMany({ select: { id: true } })).map(({ id }) => id),
    );
    const lost = accepted.record.filter((id) => !records.has(id));
    const imports = new Map((await db.prisma.import.findMany()).map((row) => [row.id, row]));
    for (const id of accepted.import) {
      const row = imports.get(id);
      if (row === undefined || !(await isWhole(to, row))) lost.push(id);
    }
    return lost;
  } finally {
    await db.close();
    await rm(to, { recursive: true });
  }
}

/** True if the rebuilt upload of an import has all its bytes. */
async function isWhole(
  to: string,
  row: { readonly path: string; readonly sha256: string },
): Promise<boolean> {
  const file = path.join(to, path.relative(folder, row.path));
  if (!existsSync(file)) return false;
  return (
    createHash('sha256')
      .update(await readFile(file))
      .digest('hex') === row.sha256
  );
}

it('what was answered as accepted survives the loss of all that was not waited for', async () => {
  const answers = disk.printed.filter(({ text }) => text.startsWith('accepted '));
  expect(answers.length).toBeGreaterThan(40);
  const budget = budgetOf('durable');
  for (const answer of inTurn(answers)) {
    if (!budget.allows()) break;
    expect([answer.text, await lostBy(answer)]).toEqual([answer.text, []]);
  }
}, 600_000);

it('the recording tells: without any wait nothing would be left', async () => {
  const last = disk.printed.filter(({ text }) => text.startsWith('accepted ')).at(-1);
  const lost = await lostBy(last!, false);
  expect(lost).toHaveLength(
    acceptedBy(last!.time).import.length + acceptedBy(last!.time).record.length,
  );
});
