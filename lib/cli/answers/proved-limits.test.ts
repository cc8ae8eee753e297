import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ClaudeCodeLog } from '@/lib/readers/importers/testing/claude-code-log';
import type { CliIo } from '../cli-io';
import { capture } from '../testing/captured-io';
import { ReadCorpus } from './read-corpus';

const quiet = { resolve: (file: string) => file, message: () => undefined } as unknown as CliIo;

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'highwater-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** A log of Claude Code whose last prompt has so many tokens. */
async function logOf(name: string, prompt: number): Promise<string> {
  const log = new ClaudeCodeLog(name, { model: 'claude-opus-4-5' })
    .user('One')
    .answer(prompt - 5_000, 'Done.')
    .user('Two')
    .answer(prompt, 'Done.');
  const file = path.join(folder, `${name}.jsonl`);
  await writeFile(file, log.text());
  return file;
}

const limits = async (...files: readonly string[]) => {
  const { out } = await capture(['fits', ...files, '--session', '1', '--json']);
  const { sessions } = JSON.parse(out) as { sessions: readonly { limit: unknown }[] };
  return sessions.map(({ limit }) => limit);
};

it('a session has the limit that another file of its model proves, and says by which', async () => {
  const small = await logOf('small', 150_000);
  const large = await logOf('large', 312_000);
  expect(await limits(small)).toEqual([{ tokens: 200_000, source: 'table' }]);
  expect(await limits(small, large)).toEqual([
    { tokens: 1_000_000, source: 'proved', proof: { file: large, accepted: 312_000 } },
  ]);
  const { out } = await capture(['fits', small, large, '--session', '1']);
  expect(out).toContain(
    `proved by the session of ${large}, where this model accepted 312,000 tokens`,
  );
});

it('a corpus is one of siblings, in whichever order its files are named', async () => {
  const small = await logOf('small', 190_000);
  const large = await logOf('large', 312_000);
  const read = async (...files: readonly string[]) => {
    const found: Record<string, unknown> = {};
    for await (const { file, profile } of new ReadCorpus(files, quiet).sessions([])) {
      found[file] = profile.head.limit;
    }
    return found;
  };
  const both = {
    [small]: {
      ...{ tokens: 1_000_000, source: 'proved' },
      proof: { file: large, accepted: 312_000 },
    },
    [large]: { tokens: 1_000_000, source: 'raised' },
  };
  expect(await read(small, large)).toEqual(both);
  expect(await read(large, small)).toEqual(both);
  expect(await read(small)).toEqual({ [small]: { tokens: 200_000, source: 'table' } });
});
