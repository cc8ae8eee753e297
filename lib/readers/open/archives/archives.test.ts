import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { expand, type Expansion } from './expand';
import { ARCHIVE_CAPS, type ArchiveCaps } from '../open-limits';
import { loadTrace } from '../testing/load-trace';
import { openInput } from '../open-trace';
import { MemoryBytes } from '../testing/memory-bytes';
import { Cancelled } from '../trace-file';
import { DecodedBytes } from './decoded-bytes';
import { Scratch } from '../testing/scratch';
import { tarFile } from '../testing/tar-file';
import { UnpackBudget } from './unpack-budget';
import { zip64File, zipFile, type ZipPart } from '../testing/zip-file';
import { frameHeader, zstdBomb, zstdFrame } from '../testing/zstd-frame';

const scratch = new Scratch();
afterAll(() => scratch.remove());

const trace = readFileSync(
  'lib/readers/importers/formats/claude-code/fixtures/claude-code/split-message.jsonl',
  'utf8',
);

async function load(content: Buffer): Promise<unknown> {
  const read = await loadTrace(scratch.file(content));
  return read.ok ? [read.value.importer, read.value.receipt.read] : read.error;
}

const plain = await load(Buffer.from(trace));

let runs = 0;

/** Results of an archive's members; an error if the whole archive is refused. */
async function unfold(content: Buffer, caps: Partial<ArchiveCaps> = {}): Promise<unknown> {
  const all = { ...ARCHIVE_CAPS, ...caps };
  const folder = join(scratch.folder, `unfold-${++runs}`);
  const opened = await openInput(scratch.file(content), {
    budget: new UnpackBudget(content.length, all),
    scratch: `${folder}-scratch`,
  });
  if (!opened.ok) return opened.error;
  if (opened.value.kind === 'trace') return opened.value.trace.importer.id;
  const { set, budget, close } = opened.value.members;
  const expanded = await expand(set, { folder, budget });
  await close();
  if (!expanded.ok) return expanded.error;
  // Files in the folder are named by numbers, independent of the members' names.
  expect(readdirSync(folder).every((name) => /^\d+$/.test(name))).toBe(true);
  return described(expanded.value);
}

function described({ members, refused, passedOver }: Expansion): Record<string, string> {
  return Object.fromEntries([
    ...members.map(({ name, path }) => [name, `read ${readFileSync(path).length}`]),
    ...refused.map(({ name, error }) => [name, `${error.code}: ${error.message}`]),
    ...passedOver.map(({ name, reason }) => [name, reason]),
  ]) as Record<string, string>;
}

const part = (name: string, more: Partial<ZipPart> = {}): ZipPart => ({
  name,
  content: trace,
  ...more,
});
const READ = `read ${Buffer.byteLength(trace)}`;

describe('a compressed file', () => {
  test.each([
    ['gzip', gzipSync(trace)],
    [
      'gzip in two members',
      Buffer.concat([gzipSync(trace.slice(0, 90)), gzipSync(trace.slice(90))]),
    ],
    ['Zstandard', zstdFrame(trace)],
    [
      'Zstandard in frames',
      Buffer.concat([
        Buffer.from([0x50, 0x2a, 0x4d, 0x18, 2, 0, 0, 0, 9, 9]),
        zstdFrame(trace.slice(0, 90)),
        zstdFrame(trace.slice(90)),
      ]),
    ],
    ['gzip in Zstandard', zstdFrame(gzipSync(trace))],
  ])('of %s is read through', async (_, content) => {
    expect(await load(content)).toEqual(plain);
  });

  test('may hold a database', async () => {
    const path = scratch.database('CREATE TABLE a (b)');
    expect(await load(gzipSync(readFileSync(path)))).toMatchObject({
      code: 'no-records',
      message: expect.stringContaining('SQLite database is not of a known kind') as string,
    });
  });

  test.each([
    ['gzip cut off', gzipSync(trace).subarray(0, -20), /gzip.*cut off/],
    ['gzip with a wrong checksum', withByte(gzipSync(trace), -6), /gzip.*incorrect data check/],
    ['Zstandard cut off', zstdFrame(trace).subarray(0, -1), /Zstandard.*cut off/],
    [
      'Zstandard and more',
      Buffer.concat([zstdFrame(trace), Buffer.from('more')]),
      /something else/,
    ],
    ['a window of 2 TiB', Buffer.concat([frameHeader(0xf8), Buffer.alloc(20)]), /window of/],
    ['bits that are none', Buffer.concat([frameHeader(0x58), Buffer.alloc(40, 5)]), /Zstandard/],
  ])('of %s is refused', async (_, content, message) => {
    expect(await load(content)).toMatchObject({
      code: 'malformed',
      message: expect.stringMatching(message) as string,
    });
  });

  test.each([
    ['gzip', gzipSync(Buffer.alloc(80 * 1024 * 1024, 'a\n'))],
    ['Zstandard', zstdBomb(800)],
  ])('that is a bomb of %s is refused', async (_, content) => {
    expect(await load(content)).toMatchObject({
      code: 'too-large',
      message: expect.stringContaining('500 times its size') as string,
    });
  });

  test('may not lie too deep', async () => {
    const layers = gzipSync(gzipSync(gzipSync(gzipSync(trace))));
    expect(await load(layers)).toMatchObject({ code: 'too-deep' });
  });
});

const withByte = (bytes: Buffer, at: number): Buffer => {
  const changed = Buffer.from(bytes);
  const index = at < 0 ? bytes.length + at : at;
  changed.writeUInt8(changed.readUInt8(index) ^ 0xff, index);
  return changed;
};

describe('an archive', () => {
  test('is its members, names kept as paths', async () => {
    const zip = zipFile([
      part('logs/a.jsonl'),
      part('b.jsonl', { method: 0 }),
      part('c.jsonl', { method: 93, packed: zstdFrame(trace) }),
      part('ü\\windows.jsonl'),
      part('logs/', { content: '', method: 0 }),
      part('__MACOSX/._a', { content: 'x' }),
      part('empty', { content: '', method: 0 }),
      part('todo.json', { content: '[]', method: 0 }),
    ]);
    expect(await unfold(zip)).toEqual({
      'b.jsonl': READ,
      'c.jsonl': READ,
      'logs/a.jsonl': READ,
      'ü/windows.jsonl': READ,
      'logs/': 'a folder',
      '__MACOSX/._a': 'left there by another program',
      empty: 'an empty file',
      'todo.json': 'too short to be a trace',
    });
  });

  test.each([
    ['tar', (tar: Buffer) => tar],
    ['tar.gz', (tar: Buffer) => gzipSync(tar)],
    ['tar.zst', (tar: Buffer) => zstdFrame(tar)],
  ])('may be a %s', async (_, wrap) => {
    const long = `${'folder/'.repeat(40)}a.jsonl`;
    const tar = await tarFile([
      { name: './a.jsonl', content: trace },
      { name: 'logs', type: 'directory' },
      { name: long, content: trace },
      { name: 'twice', content: 'x' },
      { name: 'twice', content: trace },
    ]);
    expect(await unfold(wrap(tar))).toEqual({
      'a.jsonl': READ,
      logs: 'a folder',
      [long]: READ,
      twice: 'replaced by a later file of its name',
    });
  });

  test('in an archive is unfolded under its path', async () => {
    const tar = await tarFile([{ name: 'x/a.jsonl', content: trace }]);
    const zip = zipFile([
      part('inner.tar.gz', { content: gzipSync(tar) }),
      part('one.jsonl.gz', { content: gzipSync(trace) }),
    ]);
    expect(await unfold(zip)).toEqual({
      'inner.tar.gz/x/a.jsonl': READ,
      'one.jsonl.gz': `read ${gzipSync(trace).length}`,
    });
  });

  test('in too many archives is refused', async () => {
    let nested = zipFile([part('a.jsonl')]);
    for (let i = 0; i < 4; i++) nested = zipFile([part('z', { content: nested })]);
    expect(await unfold(nested)).toEqual({
      'z/z/z/z': expect.stringMatching(/^too-deep: .*more than 4 deep/) as string,
    });
  });
});

describe('a ZIP archive with 64-bit places', () => {
  const OUTSIDE = 'The ZIP archive is damaged: it names a place that is not in the file.';

  test('is read like another', async () => {
    expect(await unfold(zip64File([part('a/b.jsonl')]))).toEqual({ 'a/b.jsonl': READ });
  });

  test.each([
    ['its table of contents at 2^62', { directory: 2n ** 62n }],
    ['its table of contents at 2^53', { directory: 2n ** 53n }],
    ['its last record at 2^63', { record: 2n ** 63n }],
    ['its last record behind the end', { record: 2n ** 20n }],
  ])('with %s is refused in a sentence', async (_, places) => {
    expect(await unfold(zip64File([part('a')], places))).toEqual({
      code: 'malformed',
      message: OUTSIDE,
    });
  });
});

test('bytes behind compressed data are named', async () => {
  expect(await unfold(Buffer.concat([gzipSync(trace), Buffer.from('more')]))).toEqual({
    code: 'malformed',
    message: 'The gzip data cannot be decompressed: other bytes stand behind its end.',
  });
});

describe('a hostile archive', () => {
  test.each([
    ['../../etc/passwd', 'leads out of the archive'],
    ['a/../../b', 'leads out of the archive'],
    ['..\\b', 'leads out of the archive'],
    ['/etc/passwd', 'absolute path'],
    ['C:\\Windows\\a', 'absolute path'],
    ['a\0.jsonl', 'NUL'],
    ['n'.repeat(1_100), 'longer than 1024'],
  ])('with the name %j keeps to itself', async (name, message) => {
    const outcome = Object.entries(
      (await unfold(zipFile([part(name), part('good')]))) as Record<string, string>,
    );
    expect(outcome).toHaveLength(2);
    expect(outcome).toContainEqual(['good', READ]);
    expect(outcome.map(([, what]) => what).join()).toContain(message);
  });

  test('with links and odd files in a tar is read without them', async () => {
    const tar = await tarFile([
      { name: 'link', type: 'symlink', linkname: '/etc/passwd' },
      { name: 'hard', type: 'link', linkname: 'good' },
      { name: 'pipe', type: 'fifo' },
      { name: '../up', content: trace },
      { name: 'good', content: trace },
    ]);
    expect(await unfold(tar)).toEqual({
      link: expect.stringContaining('links are not followed') as string,
      hard: expect.stringContaining('links are not followed') as string,
      pipe: expect.stringContaining('not a file') as string,
      '../up': expect.stringContaining('leads out') as string,
      good: READ,
    });
  });

  test('with a damaged member is read without it', async () => {
    const deflated = deflateRawSync(trace);
    const zip = zipFile([
      part('good'),
      part('crc', { crc: 1 }),
      part('more', { size: 20 }),
      part('fewer', { size: 1_000_000 }),
      part('stored', { method: 0, size: 1_000_000 }),
      part('cut', { packed: deflated.subarray(0, 200) }),
      part('odd', { method: 14 }),
      part('secret', { flags: 0x801 }),
      part('link', { mode: 0o120777 }),
    ]);
    expect(await unfold(zip)).toEqual({
      good: READ,
      crc: expect.stringContaining('checksum') as string,
      more: expect.stringContaining('more bytes than the 20') as string,
      fewer: expect.stringContaining('fewer bytes than the 1000000') as string,
      stored: expect.stringContaining('fewer bytes') as string,
      cut: expect.stringContaining('cut off') as string,
      odd: expect.stringContaining('method 14 is not supported') as string,
      secret: expect.stringContaining('encrypted') as string,
      link: expect.stringContaining('links are not followed') as string,
    });
  });

  test('with a bomb in it names the bomb', async () => {
    const bomb = part('bomb', { content: Buffer.alloc(4 * 1024 * 1024) });
    expect(await unfold(zipFile([bomb, part('good')]), { ratioFrom: 1024 * 1024 })).toEqual({
      bomb: expect.stringMatching(/^too-large: .*500 times/) as string,
      good: READ,
    });
  });

  test('whose members share their bytes is refused', async () => {
    const zip = zipFile([part('a'), part('b', { sameDataAs: 0 }), part('c', { sameDataAs: 0 })]);
    expect(await unfold(zip)).toMatchObject({
      code: 'malformed',
      message: expect.stringContaining('“a” and “b”, as a zip bomb does') as string,
    });
  });

  test.each([
    ['too many files', { entries: 2 }, 'contains more than 2 files'],
    ['too many bytes', { totalBytes: 3 * 1024 ** 2 }, 'more than 3 MiB'],
  ])('of %s is refused, naming the one too many', async (_, caps, message) => {
    const parts = ['a', 'b', 'c'].map((name) => part(name, { content: Buffer.alloc(2e6, 'x1') }));
    const tar = await tarFile(parts.map(({ name, content }) => ({ name: String(name), content })));
    for (const archive of [zipFile(parts), tar]) {
      expect(await unfold(archive, caps)).toMatchObject({
        code: 'too-large',
        message: expect.stringMatching(new RegExp(`“[bc]”.*${message}|${message}.*“c”`)) as string,
      });
    }
  });

  test('counts what is nested in it', async () => {
    const inner = (name: string): ZipPart =>
      part(name, { content: zipFile([part('x'), part('y')]) });
    expect(await unfold(zipFile([inner('a'), inner('b')]), { entries: 5 })).toMatchObject({
      code: 'too-large',
      message: expect.stringContaining('“y” is one too many') as string,
    });
  });

  test('that is small and nested may not become large', async () => {
    const many = zipFile(
      Array.from({ length: 20 }, (_, i) =>
        part(`${i}`, { content: Buffer.alloc(5 * 1024 ** 2, `a${i}`) }),
      ),
    );
    const outer = zipFile([part('many.zip', { content: many })]);
    expect(many.length / outer.length).toBeGreaterThan(4);
    expect(await unfold(outer)).toMatchObject({
      code: 'too-large',
      message: expect.stringMatching(
        /unpacks to more than 500 times its size.*unpack it yourself/,
      ) as string,
    });
  });

  test('of few bytes may not have many files', async () => {
    const names = Array.from({ length: 4_000 }, (_, i) =>
      part(`${i}`, { content: 'x', method: 0 }),
    );
    const outer = zipFile([part('many.zip', { content: zipFile(names) })]);
    expect(outer.length).toBeLessThan(48_000);
    expect(await unfold(outer)).toMatchObject({
      code: 'too-large',
      message: expect.stringMatching(
        /more than \d+ files, the limit for its size; .*unpack it yourself/,
      ) as string,
    });
  });

  test.each([
    ['gzip', gzipSync(Buffer.alloc(60 * 1024 ** 2, '\n'))],
    ['Zstandard', zstdBomb(450)],
  ])('of %s ends between two pieces when it is cancelled', async (_, content) => {
    const controller = new AbortController();
    const file = new MemoryBytes(content, content.length);
    const decoded = new DecodedBytes(
      file,
      content[0] === 0x1f ? 'gzip' : 'zstd',
      new UnpackBudget(content.length),
    );
    let bytes = 0;
    const read = async (): Promise<void> => {
      for await (const chunk of decoded.chunks(controller.signal)) {
        bytes += chunk.length;
        controller.abort();
      }
    };
    await expect(read()).rejects.toThrow(Cancelled);
    expect(bytes).toBeLessThan(4 * 1024 ** 2);
  });

  test.each([
    ['a ZIP cut off', zipFile([part('a'), part('b')]).subarray(0, 500), 'cut off'],
    ['a ZIP of nothing', zipFile([]), 'no file'],
  ])('that is %s is refused', async (_, content, message) => {
    expect(JSON.stringify(await load(content))).toContain(message);
  });

  test('that is a tar cut off is refused', async () => {
    const tar = await tarFile([{ name: 'a', content: trace }]);
    expect(await load(tar.subarray(0, 900))).toMatchObject({
      code: 'malformed',
      message: expect.stringContaining('tar archive is cut off') as string,
    });
  });

  test('whose tar header lies is refused', async () => {
    const tar = await tarFile([{ name: 'a', content: trace }]);
    expect(await load(withByte(tar, 130))).toMatchObject({ code: 'malformed' });
  });
});
