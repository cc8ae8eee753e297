import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { inProject } from '@/lib/server/project.mjs';
import { holdFrozenTables } from '@/lib/engine/sizes/known-tables';
import { tableOf, type WrittenRow } from '@/lib/engine/sizes/size-table';
import { writeFrozenTable } from '@/lib/engine/sizes/frozen-table';
import { capture, parsed } from '../testing/captured-io';
import { scratchFolder } from '@/lib/readers/open/testing/scratch-folder';

const session = inProject(
  'lib/readers/importers/formats/claude-code/fixtures/claude-code/compaction.jsonl',
);
const folder = scratchFolder();
const sizes = path.join(folder, 'sizes');
const row = (first: number, bytes: number): WrittenRow => [
  'claude-code',
  null,
  'claude-opus-4-5',
  first,
  bytes,
  100,
  null,
];
const rows = [row(1, 1_000), row(2, 2_000), row(3, 3_000), row(4, 4_000)];
const { id } = tableOf('team', rows);
const file = path.join(folder, 'elsewhere.json');

beforeAll(() => {
  vi.stubEnv('DATABASE_URL', `file:${path.join(folder, 'library.db')}`);
  writeFileSync(file, writeFrozenTable('team', rows));
});
afterEach(() => {
  rmSync(sizes, { recursive: true, force: true });
  holdFrozenTables([]);
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

interface Replayed {
  readonly policy: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly summaryModel: string;
}
const replayed = async (...args: readonly string[]): Promise<Replayed> => {
  const { code, out, messages } = await capture(['replay', session, ...args, '--json']);
  expect({ code, messages }).toEqual({ code: 0, messages: '' });
  return parsed<{ readonly sessions: readonly Replayed[] }>(out).sessions[0]!;
};

describe('--sizes', () => {
  it('takes a frozen table’s file, wherever it is', async () => {
    const one = await replayed(
      '--policy',
      'claude-code',
      '--sizes',
      file,
      '--set',
      'summary=measured',
    );
    expect(one.settings['sizes']).toBe(id);
    expect(one.summaryModel).toContain(`of 4 recorded compactions, table ${id}`);
  });

  it('names a table of the data folder, as --set does', async () => {
    mkdirSync(sizes);
    writeFileSync(path.join(sizes, 'team.json'), writeFrozenTable('team', rows));
    const one = await replayed('--policy', 'claude-code', '--sizes', id);
    expect(one.settings['sizes']).toBe(id);
    expect(await replayed('--policy', 'claude-code', '--set', `sizes=${id}`)).toEqual(one);
    const { out } = await capture(['policies', '--json']);
    expect(out).toContain(`"${id}","none"]`);
  });

  it('alone keeps the agent’s own policy', async () => {
    const one = await replayed('--sizes', file);
    expect([one.policy, one.settings['sizes']]).toEqual(['claude-code', id]);
  });

  it('says what is here for a table that is not', async () => {
    const { code, messages } = await capture([
      'replay',
      session,
      '--policy',
      'claude-code',
      '--sizes',
      id,
    ]);
    expect(code).toBe(2);
    expect(messages).toMatch(
      new RegExp(
        `--sizes ${id}: there is no table of sizes "${id}" here; there are 2026-11-29-files\\.\\w+, 2026-11\\.\\w+, none\\.`,
      ),
    );
  });

  it('says so where a policy measures no sizes', async () => {
    const { code, messages } = await capture([
      'replay',
      session,
      '--policy',
      'crush',
      '--sizes',
      file,
    ]);
    expect([code, messages]).toEqual([2, expect.stringContaining('crush has no setting "sizes"')]);
  });

  it('names file, row and cause of a file that is no table', async () => {
    const broken = path.join(folder, 'broken.json');
    writeFileSync(broken, writeFrozenTable('team', rows).replace('2000', '-1'));
    const args = ['replay', session, '--policy', 'claude-code'];
    const { code, messages } = await capture([...args, '--sizes', broken]);
    expect(code).toBe(3);
    expect(messages).toBe(
      `${broken}: Row 2: summaryBytes must be a whole number from 0 to 2147483647. Write it again with "highwater tables sizes".\n`,
    );
    mkdirSync(sizes);
    writeFileSync(path.join(sizes, 'broken.json'), 'no');
    const replay = await capture([...args, '--csv']);
    expect(replay.code).toBe(0);
    expect(replay.messages).toContain(
      `${path.join(sizes, 'broken.json')}: Line 1: this is not JSON.`,
    );
  });

  it('scores a frozen table on recordings', async () => {
    const { out } = await capture(['score', session, '--sizes', file, '--json']);
    const shipped = await capture(['score', session, '--json']);
    expect(out).not.toBe(shipped.out);
  });
});
