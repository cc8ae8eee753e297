/** Damaged files of every kind beside sound ones: each is read or named, none hides another. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { fixtureText } from '@/lib/readers/importers/testing/fixture-files';
import { mutatedFiles } from '@/lib/readers/open/testing/mutated-files';
import { Scratch } from '@/lib/readers/open/testing/scratch';
import { zip64File } from '@/lib/readers/open/testing/zip-file';
import { budgetOf, repeats, runSeed } from '@/lib/tools/suites/endurance';
import { McpClient } from './mcp/testing/mcp-client';
import { capture, parsed } from './testing/captured-io';

const FILES = repeats(108, 2_000);
const AT_ONCE = repeats(108, 50);

const scratch = new Scratch();
afterAll(() => scratch.remove());

interface Listed {
  readonly file: string;
  readonly sessions: readonly unknown[];
  readonly error?: { readonly code: string; readonly message: string };
}

/** A folder of damaged files, one of them a kind of archive that once ended the process. */
async function folderOf(from: number, count: number): Promise<string> {
  const folder = join(scratch.folder, `mutated-${from}`);
  mkdirSync(folder);
  for (const { name, bytes } of await mutatedFiles(count, runSeed + from, scratch)) {
    writeFileSync(join(folder, name), bytes);
  }
  const content = fixtureText('claude-code/compaction.jsonl');
  writeFileSync(
    join(folder, '0-far.zip'),
    zip64File([{ name: 'a', content }], { directory: 2n ** 62n }),
  );
  writeFileSync(join(folder, 'z-sound.jsonl'), content);
  return folder;
}

test('a folder of damaged files is read to its end by the command line and by MCP', async () => {
  const budget = budgetOf('mutations', 2);
  for (let from = 0; from < FILES && budget.allows(); from += AT_ONCE) {
    const folder = await folderOf(from, AT_ONCE);
    const { out } = await capture(['import', folder, '--json', '--refused']);
    const listed = parsed<readonly Listed[]>(out);
    for (const { file, sessions, error } of listed) {
      expect(error === undefined ? sessions.length > 0 : /^\S.*\.$/su.test(error.message)).toBe(
        true,
      );
      expect([file, error?.code, error?.message]).not.toContain('internal');
    }
    const sound = listed.find(({ file }) => file.endsWith('z-sound.jsonl'));
    expect(sound?.sessions).toHaveLength(1);
    const mcp = await McpClient.start('--root', folder);
    const { failed, data } = await mcp.call('list_sessions', {
      paths: ['z-sound.jsonl', '0-far.zip', '.'],
      wait: 600,
    });
    await mcp.end();
    expect(failed).toBe(false);
    const [first] = data['sessions'] as readonly { readonly file: string }[];
    expect(first?.file).toContain('z-sound.jsonl');
    expect(data['unread']).toContainEqual(expect.stringContaining('not in the file'));
    expect(data['unread']).not.toContainEqual(expect.stringContaining('unforeseen'));
  }
}, 600_000);
