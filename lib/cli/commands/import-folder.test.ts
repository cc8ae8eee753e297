import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { Scratch } from '@/lib/readers/open/testing/scratch';
import { zipFile } from '@/lib/readers/open/testing/zip-file';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { importCommand } from './import-command';
import { capture } from '../testing/captured-io';

const scratch = new Scratch();
afterAll(() => scratch.remove());

const step = (id: string): string =>
  JSON.stringify({
    appName: 'app',
    id,
    events: [
      { author: 'user', content: { role: 'user', parts: [{ text: id }] } },
      { author: 'bot', content: { role: 'model', parts: [{ text: 'hello' }] } },
    ],
  });

/** An element of the list that `import --json` prints. */
interface Listed {
  readonly file: string;
  readonly format: string | null;
  readonly sessions: readonly unknown[];
  readonly error?: { readonly code: string; readonly message: string };
}

async function run(
  path: string,
): Promise<{ code: number; said: string; files: string[]; all: readonly Listed[] }> {
  let out = '';
  let said = '';
  const io = {
    out: (text: string) => (out += text),
    message: (text: string) => (said += `${text}\n`),
    resolve: (name: string) => name,
    stdin: () => Promise.resolve(''),
  };
  const code = await importCommand([path], { json: true, refused: true }, io);
  const all = JSON.parse(out) as readonly Listed[];
  const traces = all.filter(({ error }) => error === undefined);
  return { code, said, files: traces.map(({ file }) => file.slice(path.length)), all };
}

test('a folder is read with its hidden folders and archives, links are not followed', async () => {
  const folder = join(scratch.folder, 'logs');
  mkdirSync(join(folder, '.claude/deep'), { recursive: true });
  writeFileSync(join(folder, '.claude/deep/a.json'), step('a'));
  writeFileSync(join(folder, 'b.json.gz'), gzipSync(step('b')));
  writeFileSync(join(folder, 'notes.md'), 'text');
  const zip = zipFile([
    { name: 'x/c.json', content: step('c') },
    { name: 'x/readme', content: 'text' },
  ]);
  writeFileSync(join(folder, 'z.zip'), zip);
  symlinkSync('/', join(folder, 'root'));
  const { code, said, files } = await run(folder);
  expect(files).toEqual(['/.claude/deep/a.json', '/b.json.gz', '/z.zip/x/c.json']);
  expect(code).toBe(0);
  expect(said).toContain('2 files are not traces');
});

test('every file that is not a trace is named: by cause in words, one by one in JSON', async () => {
  const folder = join(scratch.folder, 'mixed');
  mkdirSync(folder);
  writeFileSync(join(folder, 'a.json'), step('a'));
  for (let i = 100; i < 160; i++) writeFileSync(join(folder, `n${i}.md`), 'text');
  for (let i = 100; i < 145; i++) writeFileSync(join(folder, `o${i}.json`), '{"a":1}');
  const { code, said, all } = await run(folder);
  expect(code).toBe(0);
  const refused = all.filter(({ error }) => error !== undefined);
  expect(refused).toHaveLength(105);
  expect(refused[0]).toEqual({
    file: `${folder}/n100.md`,
    format: null,
    sessions: [],
    error: { code: 'no-records', message: 'The file is text without any JSON.' },
  });
  expect(refused.at(-1)).toMatchObject({ error: { code: 'unrecognized' } });
  expect(said).toContain('105 files are not traces:');
  expect(said).toContain('60 files: The file is text without any JSON.');
  expect(said).toContain('45 files: The file is JSON of a kind that no importer recognises.');
  for (const name of ['n100.md', 'n159.md', 'o144.json']) expect(said).toContain(name);
});

test('a file that cannot be read is listed in JSON with its place', async () => {
  const folder = join(scratch.folder, 'cut');
  mkdirSync(folder);
  writeFileSync(join(folder, 'a.json'), step('a'));
  writeFileSync(join(folder, 'b.json'), '{\n "a": [1,\n');
  const { code, all } = await run(folder);
  expect(code).toBe(3);
  expect(all.at(-1)).toMatchObject({ format: null, error: { code: 'malformed', at: 3 } });
});

test('a folder without any trace is not a success', async () => {
  const folder = join(scratch.folder, 'none');
  mkdirSync(folder);
  expect(await run(folder)).toEqual({
    code: 3,
    said: 'No trace was found.\n',
    files: [],
    all: [],
  });
  writeFileSync(join(folder, 'notes.md'), 'text');
  expect(await run(folder)).toMatchObject({ code: 3, files: [] });
});

test('a member that is refused is named', async () => {
  const path = scratch.file(
    zipFile([
      { name: '../up.json', content: step('a') },
      { name: 'good.json', content: step('b') },
    ]),
  );
  const { code, said, files } = await run(path);
  expect(files).toEqual(['/good.json']);
  expect(code).toBe(3);
  expect(said).toMatch(/\/\.\.\/up\.json: Its name leads out of the archive/);
  expect(said).toContain('1 of 2 files could not be read.');
});

test('without --refused the JSON holds traces only, as it always did', async () => {
  const folder = join(scratch.folder, 'traces-only');
  mkdirSync(folder);
  writeFileSync(join(folder, 'a.json'), step('a'));
  writeFileSync(join(folder, 'b.md'), 'text');
  const { out, messages } = await capture(['import', folder, '--json']);
  expect(JSON.parse(out)).toHaveLength(1);
  expect(messages).toContain('b.md');
});

test('a threshold fitted to several sessions of one version is printed', async () => {
  const folder = join(scratch.folder, 'versions');
  mkdirSync(folder);
  const write = (name: string, real: number, agentVersion: string): void => {
    const picture = `limit 200000\nu 400\n-- ${real}\nm 4\nu 36\n== compact 40\n-- 20000`;
    const { source, ...session } = textSession(picture, name);
    const own = { ...source, format: 'claude-code', agent: 'Claude Code', agentVersion };
    writeFileSync(join(folder, `${name}.json`), JSON.stringify({ ...session, source: own }));
  };
  write('a', 160_000, '2.1.40');
  write('b', 161_000, '2.1.40');
  write('c', 150_000, '2.1.41');
  const { code, out } = await capture(['import', folder]);
  expect(code).toBe(0);
  expect(out.split('\n').filter((line) => line.startsWith('Threshold'))).toEqual([
    'Threshold fitted to Claude Code 2.1.40 at a window of 200,000: 160,010 tokens. 2 compactions in 2 sessions at 160,010 to 161,010.',
  ]);
});
