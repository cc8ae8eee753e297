import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, expect, test, vi } from 'vitest';
import type { Result } from '@/lib/engine/base/result';
import { expand } from '@/lib/readers/open/archives/expand';
import { loadTrace, type LoadedTrace } from '@/lib/readers/open/testing/load-trace';
import { openInput } from '@/lib/readers/open/open-trace';
import { faultOf } from '@/lib/readers/open/testing/fault-of';
import { mutateTrace, mutationKinds, type Mutation } from '@/lib/readers/open/testing/mutate-trace';
import { Scratch } from '@/lib/readers/open/testing/scratch';
import { tarFile } from '@/lib/readers/open/testing/tar-file';
import { zipFile } from '@/lib/readers/open/testing/zip-file';
import { zstdFrame } from '@/lib/readers/open/testing/zstd-frame';
import { budgetOf, repeats, runSeed } from '@/lib/tools/suites/endurance';
import type { ImportError } from './importer';
import { textFixtures } from './testing/fixtures';

vi.setConfig({ testTimeout: repeats(240_000, 1_200_000) });

/** Runs of a round for each way of packing. */
const RUNS = repeats(12, 30);
const ROUNDS = repeats(1, 10);

/** Each file is opened as an import opens it: from the disk, by its content. */
const disk = new Scratch();
afterAll(() => disk.remove());

type Pack = (content: Buffer, second: Buffer) => Buffer | Promise<Buffer>;

const members = (content: Buffer, second: Buffer) => [
  { name: 'logs/a.json', content },
  { name: 'logs/b.jsonl', content: second },
];

const packs: Readonly<Record<string, Pack>> = {
  plain: (content) => content,
  gzip: (content) => gzipSync(content),
  zstd: (content) => zstdFrame(content),
  zip: (content, second) => zipFile(members(content, second)),
  tar: (content, second) => tarFile(members(content, second)),
  'tar.gz': async (content, second) => gzipSync(await tarFile(members(content, second))),
  'zip in zip': (content, second) =>
    zipFile([{ name: 'inner.zip', content: zipFile(members(content, second)) }]),
};

const number = fc.nat(2 ** 30);
const damage = (kinds: readonly string[]): fc.Arbitrary<readonly Mutation[]> =>
  fc.array(fc.record({ kind: fc.constantFrom(...kinds), a: number, b: number, c: number }), {
    maxLength: 2,
    size: 'max',
  });
const fixture = fc.constantFrom(...textFixtures);

function damaged(bytes: Buffer, input: 'json' | 'jsonl', all: readonly Mutation[]): Buffer {
  let trace = bytes;
  for (const one of all) trace = mutateTrace(trace, input, one);
  return trace;
}

/** The answers to a file: its own, or those of its members. */
async function answers(path: string): Promise<readonly Result<LoadedTrace, ImportError>[]> {
  const scratch = join(disk.folder, 'scratch');
  const opened = await openInput(path, { name: 'trace', scratch });
  if (!opened.ok) return [opened];
  if (opened.value.kind === 'trace') {
    await opened.value.trace.close();
    return [await loadTrace(path, { name: 'trace', scratch })];
  }
  const { set, budget, close } = opened.value.members;
  const folder = join(disk.folder, 'members');
  try {
    const expanded = await expand(set, { folder, budget });
    if (!expanded.ok) return [expanded];
    const found: Result<LoadedTrace, ImportError>[] = [];
    for (const member of expanded.value.members) found.push(await loadTrace(member.path));
    return found;
  } finally {
    await close();
    await rm(folder, { recursive: true, force: true });
  }
}

test.each(Object.keys(packs))(
  '%s: damaged within and without, read whole or refused',
  async (kind) => {
    const path = join(disk.folder, 'trace');
    await mkdir(disk.folder, { recursive: true });
    let sessions = 0;
    const property = fc.asyncProperty(
      fixture,
      fixture,
      damage(mutationKinds),
      damage(['flip', 'cut', 'hole', 'insert']),
      async ({ input, text }, other, within, without) => {
        const content = damaged(Buffer.from(text), input, within);
        const packed = (await packs[kind]?.(content, Buffer.from(other.text))) ?? content;
        // Half of the packed ones stay intact: their content is damaged.
        const outside = kind === 'plain' || without.length === 2 ? without : [];
        await writeFile(path, damaged(packed, input, outside));
        for (const answer of await answers(path)) {
          const fault = faultOf(answer);
          if (fault !== null) throw new Error(fault);
          if (answer.ok) sessions += answer.value.sessions.length;
        }
      },
    );
    const budget = budgetOf('fuzz-files', Object.keys(packs).length);
    for (let round = 0; round < ROUNDS && budget.allows(); round++) {
      await fc.assert(property, { numRuns: RUNS, seed: runSeed + round });
    }
    expect(sessions).toBeGreaterThan((budget.begun * RUNS) / 4);
    expect(await readdir(disk.folder)).toEqual(['trace']);
  },
);
