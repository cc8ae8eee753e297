import { mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { foundFolders } from './found-folders';
import { watchRoots } from './watch-roots';

const home = realpathSync(mkdtempSync(path.join(tmpdir(), 'highwater-found-')));
afterAll(() => rmSync(home, { recursive: true, force: true }));

function write(name: string, text: string, seconds: number): void {
  const file = path.join(home, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text, { mode: 0o000 });
  utimesSync(file, seconds, seconds);
}

it('counts what agents recorded by names and sizes, and opens no file', async () => {
  expect(await foundFolders(roots, home)).toEqual([]);
  write('.claude/projects/one/a.jsonl', 'x'.repeat(30), 1_000);
  write('.claude/projects/two/sub/b.jsonl', 'x'.repeat(12), 2_000);
  write('.claude/projects/two/notes.md', 'no recording', 3_000);
  write('.claude/projects/two/node_modules/c.json', '{}', 3_000);
  write('.claude/projects/two/empty.jsonl', '', 3_000);
  write('.codex/sessions/2026/d.jsonl', 'x', 500);
  mkdirSync(path.join(home, '.gemini/tmp'), { recursive: true });
  expect(await foundFolders(roots, home)).toEqual([
    { path: '~/.claude/projects', agent: 'Claude Code', files: 2, bytes: 42, newest: 2_000_000 },
    { path: '~/.codex/sessions', agent: 'Codex', files: 1, bytes: 1, newest: 500_000 },
  ]);
});

const roots = () => watchRoots({ home, named: [], remembered: [] });
