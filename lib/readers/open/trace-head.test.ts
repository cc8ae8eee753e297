import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { mappedImporter } from '@/lib/readers/importers/mapped/mapped';
import { emptyMapping, type Mapping } from '@/lib/readers/importers/mapped/mapping';
import { MemoryStore } from '@/lib/engine/session/memory-store';
import { openTrace } from './open-trace';
import { tarFile } from './testing/tar-file';
import { mappableHead } from './trace-head';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'highwater-head-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, content: string | Uint8Array): string {
  const target = path.join(folder, name);
  writeFileSync(target, content);
  return target;
}

const records = [
  { who: 'human', said: 'Hi' },
  { who: 'assistant', said: 'Hello' },
];
const jsonl = records.map((record) => JSON.stringify(record)).join('\n');
const mapping: Mapping = { ...emptyMapping, fields: { role: 'who', text: 'said' } };

describe.each([
  ['lines', made('a.jsonl', jsonl), ['jsonl', 1]],
  ['an array', made('a.json', JSON.stringify(records, null, 1)), ['jsonl', '$[0]']],
  ['an array on one line', made('b.json', JSON.stringify(records)), ['jsonl', '$[0]']],
  ['compressed lines', made('a.gz', gzipSync(jsonl)), ['jsonl', 1]],
] as const)('%s', (_, make, [input, at]) => {
  it('show their records, and are read by a mapping', async () => {
    const target = make();
    const found = await mappableHead(target);
    expect(found).toMatchObject({
      ok: true,
      value: { input, formats: [], records: [{ at, value: records[0] }, { value: records[1] }] },
    });
    expect(await stepsBy(target, mapping)).toEqual([1]);
  });
});

it('reads one document by the place of its records', async () => {
  const target = file('doc.json', JSON.stringify({ log: { turns: records } }, null, 2));
  expect(await mappableHead(target)).toMatchObject({ ok: true, value: { input: 'json' } });
  expect(await stepsBy(target, { ...mapping, records: 'log.turns.*' })).toEqual([1]);
});

it('refuses what is not JSON, and leaves nothing behind', async () => {
  const temporary = path.join(folder, 'temporary');
  mkdirSync(temporary);
  vi.stubEnv('TMPDIR', temporary);
  const text = await mappableHead(file('text.md.gz', gzipSync('plain text')));
  expect(text).toMatchObject({ ok: false, error: { code: 'no-records' } });
  const list = await mappableHead(file('list.json', '[]'));
  expect(list).toMatchObject({ ok: false, error: { code: 'no-records' } });
  expect(await mappableHead(path.join(folder, 'none'))).toMatchObject({ ok: false });
  const tar = await tarFile([{ name: 'a.json', content: jsonl }]);
  expect(await mappableHead(file('cut.tar', tar.subarray(0, 600)))).toMatchObject({ ok: false });
  vi.unstubAllEnvs();
  expect(readdirSync(temporary)).toEqual([]);
});

function made(name: string, content: string | Uint8Array): () => string {
  return () => file(name, content);
}

async function stepsBy(target: string, by: Mapping): Promise<readonly number[]> {
  const opened = await openTrace(target, { importer: mappedImporter(by) });
  if (!opened.ok) throw new Error(opened.error.message);
  const steps: number[] = [];
  const read = await opened.value.read({
    store: new MemoryStore(),
    onSession: (draft) => steps.push(draft.steps.length),
  });
  await opened.value.close();
  expect(read).toMatchObject({
    ok: true,
    value: { importer: 'mapped', receipt: { read: 2, kept: 2 } },
  });
  return steps;
}
