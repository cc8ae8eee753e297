import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ClaudeCodeLog } from '@/lib/readers/importers/testing/claude-code-log';
import { capture } from '../testing/captured-io';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'highwater-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** A log of Claude Code whose last prompt has so many tokens. */
async function logOf(
  name: string,
  prompt: number,
  cwd = '/home/ada/app',
  compacts = false,
): Promise<string> {
  const log = new ClaudeCodeLog(name, { model: 'claude-opus-4-5', cwd })
    .user('One')
    .answer(prompt - 5_000, 'Done.')
    .user('Two')
    .answer(prompt, 'Done.');
  if (compacts)
    log.compaction('auto', prompt, 'What was done.').user('Three').answer(9_000, 'Done.');
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

it('nobody proves a limit to another user, to an unnamed one, or to a session that compacted by itself', async () => {
  const large = await logOf('large', 312_000);
  const table = [{ tokens: 200_000, source: 'table' }];
  expect(await limits(await logOf('other', 150_000, '/home/bea/app'), large)).toEqual(table);
  expect(await limits(await logOf('unnamed', 150_000, '/srv/app'), large)).toEqual(table);
  const compacted = await logOf('compacted', 168_000, '/home/ada/app', true);
  expect(await limits(compacted, large)).toEqual(table);
});
