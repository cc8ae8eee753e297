/** Every panel of the page says the same of each step of every real recording, and what the file says of it. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { ExampleSession } from '@/lib/readers/importers/testing/every-session';
import { readTrace } from '@/lib/readers/importers/testing/read-trace';
import { readPage } from './testing/read-page';

const traces = process.env['HIGHWATER_TRACES'] ?? '';
const recordings = join(traces, '../recordings/compactions-numbers-only.tar.gz');
const unpacked = mkdtempSync(join(tmpdir(), 'highwater-recordings-'));
const hasRecordings = existsSync(recordings);
if (hasRecordings) execFileSync('tar', ['xzf', recordings, '-C', unpacked]);
else process.stderr.write(`Left out: ${recordings} is not there.\n`);

// The page reads its address while it is rendered.
beforeAll(() => void vi.stubGlobal('window', { location: { search: '' } }));
afterAll(() => {
  vi.unstubAllGlobals();
  rmSync(unpacked, { recursive: true });
});

/** Sessions of the text files of a folder; other files belong to no reader of texts. */
function sessionsOf(root: string): readonly ExampleSession[] {
  const files = readdirSync(root, { recursive: true, withFileTypes: true });
  return files.flatMap((file) => {
    const kind = /\.(jsonl?)$/.exec(file.name)?.[1];
    if (!file.isFile() || kind === undefined) return [];
    const text = readFileSync(join(file.parentPath, file.name), 'utf8');
    const read = readTrace(text, kind === 'json' ? 'json' : 'jsonl', file.name);
    return read.ok ? read.value.sessions.map((session) => ({ name: file.name, session })) : [];
  });
}

it.each([
  ...['claude-code', 'codex', 'pi', 'cline', 'gemini-cli'].map((name) => join(traces, name)),
  ...(hasRecordings ? [unpacked] : []),
])(
  '%s',
  (root) => {
    const found: string[] = [];
    let [steps, figures] = [0, 0];
    for (const one of sessionsOf(root)) {
      const read = readPage(one);
      found.push(...read.found);
      steps += one.session.steps.length;
      figures += read.figures;
    }
    process.stderr.write(`${root}: ${steps} steps, ${figures} figures read back\n`);
    expect(found.slice(0, 20)).toEqual([]);
    expect(steps).toBeGreaterThan(0);
  },
  1_800_000,
);
