import { mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { zipFile } from '@/lib/readers/open/testing/zip-file';
import { repeated } from '../testing/hostile-texts';
import { previewHost } from './preview-host';

const MIB = 1024 ** 2;

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'highwater-preview-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function written(name: string, parts: Iterable<Buffer | string>): Promise<string> {
  const file = path.join(folder, name);
  const target = await open(file, 'w');
  for (const part of parts) await target.write(part as string);
  await target.close();
  return file;
}

const never = new AbortController().signal;

/** What the preview of a file says, or the number of its records. */
async function answer(file: string, ...more: [AbortSignal?, Limits?]): Promise<string | number> {
  const preview = await previewHost().read(file, more[0] ?? never, more[1]);
  return preview.ok ? preview.value.records.length : preview.error.message;
}

type Limits = NonNullable<Parameters<ReturnType<typeof previewHost>['read']>[2]>;

const record = '{"who":"human","said":"Hi"}\n';

function* longLine(bytes: number): Generator<string> {
  yield '{"who":"';
  yield* repeated('x', bytes);
  yield '"}\n';
}

const zip = zipFile([{ name: 'a.json', content: record }]);

/** The limit of memory as it is, and more time than a busy machine takes: what stops a file is the file. */
const unhurried: Limits = { memory: 512 * MIB, milliseconds: 120_000 };

describe('the beginning of a hostile file', () => {
  it.each([
    ['lists', () => repeated('[', 50e6), /nests deeper than 200 levels/],
    ['objects', () => repeated('{"a":', 10e6), /nests deeper than 200 levels/],
    ['brackets.gz', () => [gzipSync(Buffer.alloc(100e6, '['))], /times its size/],
    ['newlines.gz', () => [gzipSync(Buffer.alloc(500e6, '\n'))], /times its size/],
    ['nested.zip', () => [zipFile([{ name: 'a.zip', content: zip }])], /not an archive/],
    ['a line', () => longLine(200e6), /takes more than 512 MiB of memory to read/],
    ['a good line, then deep ones', () => [record, ...repeated('[', 1e6)], 1],
  ] as const)('%s', async (name, parts, expected) => {
    const found = await answer(await written(name, parts()), never, unhurried);
    if (typeof expected === 'number') expect(found).toBe(expected);
    else expect(found).toMatch(expected);
  });
});

describe('the process that reads a beginning', () => {
  it('is ended beyond its memory and its time, and the next one reads on', async () => {
    const long = await written('long.json', longLine(100e6));
    const small = await written('small.jsonl', [record]);
    const limits = { memory: 150 * MIB, milliseconds: 60_000 };
    const all = await Promise.all([
      answer(long, never, limits),
      answer(small, never, { memory: 512 * MIB, milliseconds: 1 }),
      answer(small),
    ]);
    expect(all).toEqual([
      'The beginning of the file takes more than 150 MiB of memory to read, too much for a preview.',
      'The beginning of the file takes longer than 0.001 seconds to read, too long for a preview.',
      1,
    ]);
  });

  it('is no reason for a sentence about the file where it cannot start', async () => {
    vi.stubEnv('NODE_OPTIONS', '--no-such-option');
    const small = await written('small.jsonl', [record]);
    await expect(answer(small)).rejects.toThrow('ended with 9');
    vi.unstubAllEnvs();
    expect(await answer(small)).toBe(1);
  });

  it('is ended once nobody waits for it', async () => {
    const gone = new AbortController();
    const small = await written('gone.jsonl', [record]);
    const waiting = answer(small, gone.signal);
    gone.abort();
    expect(await waiting).toMatch(/too long for a preview/);
  });
});
