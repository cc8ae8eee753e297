import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mappingSchema } from '@/lib/readers/importers/mapped/mapping';
import { capture, parsed } from '../testing/captured-io';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'highwater-map-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, text: string): string {
  const target = path.join(folder, name);
  writeFileSync(target, text);
  return target;
}

const log = [
  { who: 'human', said: 'Question', tok: 0 },
  { who: 'assistant', said: 'Answer', tok: 120 },
]
  .map((record) => `${JSON.stringify(record)}\n`)
  .join('');

it('guesses a mapping that import reads the file by, once it is corrected', async () => {
  const odd = file('odd.jsonl', log);
  const plain = await capture(['import', odd]);
  expect(plain.code).toBe(3);
  const { code, out, messages } = await capture(['map', odd]);
  expect(code).toBe(0);
  expect(messages).toContain('sessions 1, steps 1; 2 of 2 kept.');
  const guess = mappingSchema.parse(parsed<unknown>(out));
  expect(guess.fields).toMatchObject({ role: 'who', text: 'said' });
  const corrected = { ...guess, fields: { ...guess.fields, input: 'tok' } };
  const mapping = file('mapping.json', JSON.stringify(corrected));
  const read = await capture(['import', odd, '--mapping', mapping, '--json']);
  expect(read.code).toBe(0);
  expect(parsed<unknown>(read.out)).toMatchObject([
    { format: 'mapped', receipt: { kept: 2 }, sessions: [{ steps: [{ entries: 1, real: 120 }] }] },
  ]);
});

it('refuses what is not a mapping', async () => {
  const odd = file('odd.jsonl', log);
  const wrong = file('wrong.json', '{"version":1}');
  const { code, messages } = await capture(['import', odd, '--mapping', wrong]);
  expect(code).toBe(2);
  expect(messages).toContain('wrong.json is not a mapping: record:');
  const gone = await capture(['import', odd, '--mapping', path.join(folder, 'none.json')]);
  expect(gone.code).toBe(3);
  expect(gone.messages).toMatch(/none\.json: There is no such file\. Check the path/);
  expect(gone.messages).not.toContain('ENOENT');
});

it('says why a file cannot be mapped', async () => {
  const { code, messages } = await capture(['map', file('text.md', 'plain')]);
  expect(code).toBe(3);
  expect(messages).toContain('The file is text without any JSON.');
});
