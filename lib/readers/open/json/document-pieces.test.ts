import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { mappedImporter } from '@/lib/readers/importers/mapped/mapped';
import { emptyMapping } from '@/lib/readers/importers/mapped/mapping';
import { fixtureText } from '@/lib/readers/importers/testing/fixture-files';
import { textFixtures } from '@/lib/readers/importers/testing/fixtures';
import { MemoryStore } from '@/lib/engine/session/memory-store';
import { expand } from '../archives/expand';
import { loadTrace } from '../testing/load-trace';
import { openInput, openTrace } from '../open-trace';
import { MemoryBytes } from '../testing/memory-bytes';
import { readContent } from '../testing/read-content';
import { Scratch } from '../testing/scratch';
import { zipFile } from '../testing/zip-file';
import { zstdFrame } from '../testing/zstd-frame';

const documents = textFixtures.filter(({ input }) => input === 'json');

describe.each(documents)('$format/$file', ({ format, text }) => {
  test('is read in pieces as it is read whole, however it is cut into chunks', async () => {
    const whole = await readContent(new MemoryBytes(text, 1 << 20));
    if (!whole.ok) throw new Error(whole.error.message);
    expect(whole.value.format).toBe(format);
    for (const size of [1, 7, 64]) {
      const pieces = await readContent(new MemoryBytes(text, size), 0);
      if (!pieces.ok) throw new Error(`${size}: ${pieces.error.message}`);
      expect(pieces.value.format).toBe(format);
      expect(pieces.value.receipt).toEqual(whole.value.receipt);
      expect(pieces.value.sessions).toEqual(whole.value.sessions);
    }
  });
});

/** An OpenCode session of more than 8 MiB with its data after its messages. */
function largeExport(): string {
  const text = 'grep "x" \\ \n'.repeat(800);
  const messages = Array.from({ length: 1_200 }, (_, i) => ({
    info: { id: `m${i}`, role: i % 2 === 0 ? 'user' : 'assistant', modelID: 'glm-5' },
    parts: [{ type: 'text', text: `${i} ${text}` }],
  }));
  return JSON.stringify({ messages, info: { id: 'late', title: 'Late', version: '1.15.6' } });
}

describe('a document of more than 8 MiB', () => {
  const scratch = new Scratch();
  afterAll(() => scratch.remove());
  const text = largeExport();

  test.each([
    ['plain', text],
    ['indented', JSON.stringify(JSON.parse(text), null, 1)],
    ['in gzip', gzipSync(text)],
    ['in Zstandard', zstdFrame(text)],
  ])('is read in pieces: %s', async (_, content) => {
    const trace = await loadTrace(scratch.file(content), { name: 'trace.json' });
    if (!trace.ok) throw new Error(trace.error.message);
    const { importer, receipt, sessions } = trace.value;
    expect(importer).toBe('opencode');
    expect(receipt).toMatchObject({ read: 1_200, kept: 1_200, remarks: [] });
    expect(sessions.map(({ source }) => source.sessionId)).toEqual(['late']);
    expect(sessions[0]?.entries.at(-1)?.origin).toBe('$.messages[1199]');
  });

  test('is read as a member of an archive, which is unpacked first', async () => {
    const path = scratch.file(zipFile([{ name: 'a/large.json', content: text }]));
    const opened = await openInput(path);
    if (!opened.ok || opened.value.kind !== 'members') throw new Error('no archive');
    const { set, budget, close } = opened.value.members;
    const expansion = await expand(set, { budget, folder: join(scratch.folder, 'unpacked') });
    await close();
    const members = expansion.ok ? expansion.value.members : [];
    expect(members.map(({ name }) => name)).toEqual(['a/large.json']);
    const trace = await loadTrace(members[0]?.path ?? '');
    expect(trace).toMatchObject({ ok: true, value: { receipt: { read: 1_200, kept: 1_200 } } });
  });

  test('is read in pieces by a mapping too', async () => {
    const said = 'word '.repeat(2_000);
    const turns = Array.from({ length: 1_000 }, (_, i) => ({
      who: i % 2 === 0 ? 'human' : 'assistant',
      said: `${i} ${said}`,
    }));
    const fields = { role: 'who', text: 'said' };
    const importer = mappedImporter({ ...emptyMapping, records: 'log.turns.*', fields });
    const path = scratch.file(JSON.stringify({ log: { turns } }));
    const opened = await openTrace(path, { importer });
    if (!opened.ok) throw new Error(opened.error.message);
    const store = new MemoryStore();
    const read = await opened.value.read({ store, onSession: () => undefined });
    await opened.value.close();
    expect(read).toMatchObject({ ok: true, value: { receipt: { read: 1_000, kept: 1_000 } } });
    expect(store.entries.at(-1)?.origin).toBe('$.log.turns[999]');
  });

  test('that is cut off is read up to there', async () => {
    const cut = text.slice(0, text.indexOf('"m1100"') + 40);
    const whole = `${'{"info":{"id":"late","title":"Late"},'}${cut.slice(1)}`;
    const trace = await loadTrace(scratch.file(whole));
    if (!trace.ok) throw new Error(trace.error.message);
    const { receipt } = trace.value;
    expect(receipt).toMatchObject({ read: 1_101, kept: 1_100 });
    expect(receipt.dropped).toEqual([
      { reason: 'cut off', records: 1, at: ['$.messages[1100]'], lost: true },
    ]);
    expect(receipt.remarks).toEqual([
      'The document is cut off: the file ends inside of a list ($.messages).',
    ]);
  });

  test('is refused where a list stands in it twice, and where something follows it', async () => {
    const twice = `${text.slice(0, -1)},"mess\\u0061ges":[]}`;
    expect(await loadTrace(scratch.file(twice))).toMatchObject({
      error: { code: 'malformed', at: '$.messages' },
    });
    expect(await loadTrace(scratch.file(`${text}\n{`))).toMatchObject({ ok: false });
  });
});

describe.each([undefined, 0])(
  'lists of records on lines of their own, read in pieces beyond %s bytes',
  (large) => {
    const spans = fixtureText('otel-spans/python.jsonl').trim().split('\n');
    const list = `[${[...spans, ...Array<string>(20).fill('{}')].join(',')}]`;

    test.each([
      ['one after another', `${list}\n${list}\n`],
      ['behind a blank line', `\n${list}\n${list}\n`],
      ['before a line that is no JSON', `${list}\nnot JSON\n`],
    ])('are lines %s', async (_, text) => {
      const read = await readContent(new MemoryBytes(text, 7), large);
      const whole = await readContent(new MemoryBytes(text, 7));
      expect(read).toMatchObject({ ok: true });
      expect(read.ok && read.value.receipt).toEqual(whole.ok && whole.value.receipt);
    });
  },
);
