import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { counted } from '@/lib/engine/base/format';
import type { Database } from '@/lib/server/db/client';
import { findImport, type ImportRow } from '@/lib/server/db/imports/imports';
import { env } from '@/lib/server/env';
import { Scratch } from '@/lib/readers/open/testing/scratch';
import { importErrorCodes } from '@/lib/readers/importers/importer';
import { budgetOf, inTurn, runSeed } from '@/lib/tools/suites/endurance';
import { importHost } from './import-host';
import { hostileArchives } from './testing/hostile-archives';
import { hostileTexts, type HostileFile } from './testing/hostile-texts';
import { openProcessLibrary, receiveParts, removeProcessLibrary } from './testing/process-library';

const { folder } = vi.hoisted(() => {
  const name = `/tmp/highwater-hostile-${process.pid}`;
  process.env['DATABASE_URL'] = `file:${name}/library.db`;
  process.env['HIGHWATER_IMPORT_MEMORY'] = '1GiB';
  return { folder: name };
});

const MIB = 1024 ** 2;

/** Bytes by which memory may grow between two looks of the watching thread. */
const OVERSHOOT = 128 * MIB;

/** Milliseconds between two looks of this test. */
const LOOK_MS = 10;

const scratch = new Scratch();
const files: readonly HostileFile[] = [
  ...hostileTexts(runSeed),
  ...(await hostileArchives(runSeed, scratch)),
];

/** One file's import, with the most memory of its process. */
interface Outcome {
  readonly name: string;
  readonly row: ImportRow;
  readonly failures: readonly { readonly code: string; readonly message: string }[];
  readonly members: number;
  readonly bytes: number;
  readonly peak: number;
  readonly ms: number;
}

/** Most milliseconds of one file, beside whatever else the machine does. */
const FILE_MS = 300_000;

/** What the files took, in order. */
const ended: Outcome[] = [];

let db: Database;
beforeAll(async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  db = await openProcessLibrary();
});
afterAll(async () => {
  await removeProcessLibrary(db, folder);
  scratch.remove();
  process.stdout.write(summary(ended));
});

/** Memory of a process in bytes; 0 once it has ended, and outside of Linux. */
function memoryOf(pid: number): number {
  try {
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Number(kilobytes ?? 0) * 1024;
  } catch {
    return 0;
  }
}

const isOpen = ({ status }: ImportRow): boolean => status === 'queued' || status === 'running';

/** Imports a file and its members. */
async function imported(file: HostileFile): Promise<Outcome> {
  const { id, bytes } = await receiveParts(db, file.name, file.parts());
  const begun = performance.now();
  importHost().wake();
  let peak = 0;
  let open: readonly ImportRow[] = [];
  do {
    await sleep(LOOK_MS);
    open = await db.prisma.import.findMany({
      where: { OR: [{ id }, { parentId: id }], status: { in: ['queued', 'running'] } },
      take: 4,
      orderBy: { seq: 'asc' },
    });
    for (const { pid } of open) if (pid !== null) peak = Math.max(peak, memoryOf(pid));
  } while (open.some(isOpen));
  const ms = performance.now() - begun;
  const members = await db.prisma.import.findMany({ where: { parentId: id } });
  const row = (await findImport(db, id))!;
  const failures = [row, ...members].flatMap(({ error }) =>
    error === null ? [] : [JSON.parse(error) as Outcome['failures'][number]],
  );
  return { name: file.name, row, failures, members: members.length, bytes, peak, ms };
}

/** A line of the table: bytes, peak, time, result. */
function line({ name, row, failures, members, bytes, peak, ms }: Outcome): string {
  const figures = [
    `${(bytes / 1e6).toFixed(2)} MB`.padStart(10),
    `${Math.round(peak / MIB)} MiB`.padStart(9),
    `${(ms / 1_000).toFixed(1)} s`.padStart(8),
  ];
  const result = failures[0]?.message ?? counted(row.sessionCount, 'session');
  const status = members > 0 ? `${row.status}, ${members} members` : row.status;
  return `${name.padEnd(44)} ${figures.join(' ')}  ${status}: ${result}\n`;
}

/** The last line of the table: files, refusals, the most memory, the longest and all time. */
function summary(outcomes: readonly Outcome[]): string {
  const refused = outcomes.filter(({ row }) => row.status === 'failed').length;
  const peak = Math.round(Math.max(...outcomes.map((outcome) => outcome.peak)) / MIB);
  const seconds = outcomes.map(({ ms }) => ms / 1_000);
  const whole = seconds.reduce((sum, each) => sum + each, 0);
  return `${outcomes.length} hostile files, ${refused} of them refused: at most ${peak} MiB and ${Math.max(...seconds).toFixed(1)} s a file, ${Math.round(whole)} s together; seed ${runSeed}\n`;
}

it('the corpus has 200 files or more, each of its own name', () => {
  const names = new Set(files.map(({ name }) => name));
  expect(names.size).toBe(files.length);
  expect(files.length).toBeGreaterThanOrEqual(200);
});

const budget = budgetOf('hostile');

describe('a hostile file ends under the ceiling, with a receipt or a sentence', () => {
  it.for([...inTurn(files)])('$name', { timeout: FILE_MS }, async (file, { skip }) => {
    skip(!budget.allows(), 'its time is spent');
    const outcome = await imported(file);
    ended.push(outcome);
    process.stdout.write(line(outcome));
    const { row, failures, peak } = outcome;
    expect(row.file).toBe(file.name);
    expect(['done', 'failed']).toContain(row.status);
    expect(peak).toBeLessThan(env().importMemory + OVERSHOOT);
    if (row.status === 'done') {
      const receipt = JSON.parse(row.receipt!) as { readonly read: number };
      expect(receipt.read).toBeGreaterThan(0);
    }
    for (const { code, message } of failures) {
      // An error within, and a process that ended by itself, are defects.
      expect(importErrorCodes.filter((known) => known !== 'internal')).toContain(code);
      expect(message).toMatch(/^\S.*[.!]$/su);
    }
    const { prisma } = db;
    expect(await prisma.session.count({ where: { ready: false } })).toBe(0);
    const done = { import: { status: 'done' } };
    expect(await prisma.textBlob.count({ where: { NOT: done } })).toBe(0);
  });
});
