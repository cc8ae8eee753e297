import { deflateRawSync, gzipSync } from 'node:zlib';
import { seededRandom } from '@/lib/engine/base/random';
import { mutateDatabase } from '@/lib/readers/open/testing/mutate-database';
import type { Scratch } from '@/lib/readers/open/testing/scratch';
import { tarFile } from '@/lib/readers/open/testing/tar-file';
import { zipFile, type ZipPart } from '@/lib/readers/open/testing/zip-file';
import { zstdBomb, zstdFrame } from '@/lib/readers/open/testing/zstd-frame';
import { readFileSync } from 'node:fs';
import { canonicalTrace, claudeCodeTrace } from './trace-fixture';
import type { HostileFile } from './hostile-texts';

const MIB = 1024 ** 2;

const one = (name: string, content: Buffer): HostileFile => ({ name, parts: () => [content] });

const part = (name: string, content: Buffer | string, more: Partial<ZipPart> = {}): ZipPart => ({
  name,
  content,
  ...more,
});

const log = (): string => [...claudeCodeTrace(20_000)].join('');

/** What unpacks to far more than it is. */
function bombs(): readonly HostileFile[] {
  const zeros = Buffer.alloc(200 * MIB);
  const newlines = gzipSync(Buffer.alloc(500 * MIB, '\n'));
  const packed = gzipSync(zeros);
  const many = zipFile(
    Array.from({ length: 40 }, (_, i) => part(`${i}`, Buffer.alloc(10 * MIB, `${i} `))),
  );
  const entries = (count: number): Buffer =>
    zipFile(Array.from({ length: count }, (_, i) => part(`${i}`, 'x', { method: 0 })));
  return [
    one('newlines.gz', newlines),
    one('two layers of newlines.gz', gzipSync(newlines)),
    one('zeros.gz', packed),
    one('zeros.gz.gz', gzipSync(packed)),
    one('brackets.gz', gzipSync(Buffer.alloc(100 * MIB, '['))),
    one('letters.zst', zstdBomb(4_000)),
    one('letters.zst.gz', gzipSync(zstdBomb(40_000))),
    one('zeros.zip', zipFile([part('a', zeros)])),
    one('zeros.zip.zip', zipFile([part('a.zip', zipFile([part('a', zeros)]))])),
    one('forty times ten.zip', many),
    one('forty times ten.zip.gz', gzipSync(many)),
    one('forty times ten.zip.zip', zipFile([part('a.zip', many), part('b.zip', many)])),
    one('60,000 members.zip', entries(60_000)),
    one('60,000 members.zip.gz', gzipSync(entries(60_000))),
    one('20,000 members.zip.zip', zipFile([part('a.zip', entries(20_000))])),
    one(
      '2,000 members without a call.zip',
      zipFile(Array.from({ length: 2_000 }, (_, i) => part(`${i}`, `{"number of this":${i}}`))),
    ),
  ];
}

/** Archives that lie, nest, overlap or are damaged. */
async function archives(seed: number): Promise<readonly HostileFile[]> {
  const random = seededRandom(seed);
  const below = (most: number): number => Math.floor(random() * most);
  const trace = canonicalTrace('x', 3);
  const sound = zipFile([part('a.jsonl', log()), part('b.json', trace)]);
  const tar = await tarFile([
    { name: 'a.jsonl', content: log() },
    { name: 'b.json', content: trace },
  ]);
  let nested = sound;
  for (let i = 0; i < 6; i++) nested = zipFile([part('z.zip', nested)]);
  const layers = gzipSync(gzipSync(gzipSync(gzipSync(gzipSync(trace)))));
  const names = [
    '../../a',
    '/etc/passwd',
    'C:\\a',
    'a\0b',
    'n'.repeat(60_000),
    '',
    '\u202ea',
    '\n',
  ];
  const flipped = (from: Buffer, times: number): Buffer => {
    const copy = Buffer.from(from);
    for (let i = 0; i < times; i++) copy[below(copy.length)] = below(256);
    return copy;
  };
  return [
    one('seven archives deep.zip', nested),
    one('five layers.gz', layers),
    one('names.zip', zipFile(names.map((name) => part(name, trace)))),
    one('shared bytes.zip', zipFile([part('a', log()), part('b', '', { sameDataAs: 0 })])),
    one('claims 4 GB.zip', zipFile([part('a', 'x', { size: 0xfffffffe })])),
    one('claims nothing.zip', zipFile([part('a', log(), { size: 1 })])),
    one('wrong sum.zip', zipFile([part('a', log(), { crc: 1 })])),
    one('method.zip', zipFile([part('a', log(), { method: 99, packed: deflateRawSync(log()) })])),
    one('zst in zip', zipFile([part('a', log(), { method: 93, packed: zstdFrame(log()) })])),
    one(
      'bad zst in zip',
      zipFile([part('a', log(), { method: 93, packed: zstdFrame(log()).subarray(9) })]),
    ),
    one(
      'links.tar',
      await tarFile([
        { name: 'l', type: 'symlink', linkname: '/etc/passwd' },
        { name: 'f', type: 'fifo' },
        { name: 'b', type: 'block-device' },
        { name: '../up', content: trace },
        { name: 'ok.json', content: trace },
      ]),
    ),
    ...[300, 513, 900, 2_000].map((bytes) => one(`tar of ${bytes} bytes`, tar.subarray(0, bytes))),
    ...[22, 60, 400].map((bytes) => one(`zip of ${bytes} bytes`, sound.subarray(-bytes))),
    ...[10, 20, 200].map((bytes) =>
      one(`gzip of ${bytes} bytes`, gzipSync(log()).subarray(0, bytes)),
    ),
    ...Array.from({ length: 10 }, (_, i) => one(`damaged zip ${i}`, flipped(sound, 1 + i * 3))),
    ...Array.from({ length: 10 }, (_, i) => one(`damaged tar ${i}`, flipped(tar, 1 + i * 3))),
    ...Array.from({ length: 6 }, (_, i) =>
      one(`damaged gzip ${i}`, flipped(gzipSync(log()), 1 + i)),
    ),
    ...Array.from({ length: 6 }, (_, i) =>
      one(`damaged zst ${i}`, flipped(zstdFrame(log()), 1 + i)),
    ),
  ];
}

const tables = `CREATE TABLE sessions (app_name, user_id, id, state); INSERT INTO sessions VALUES ('a', 'u', 's', '{}');
  CREATE TABLE events (app_name, user_id, session_id, timestamp, event_data`;
const rows = (count: number): string =>
  `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
   INSERT INTO events (app_name, user_id, session_id, timestamp, event_data) SELECT 'a', 'u', 's', i, json_object('author', 'bot', 'content', json('{"role":"model","parts":[{"text":"answer"}]}'), 'usage_metadata', json_object('prompt_token_count', i)) FROM n`;

/** SQLite databases that run code, claim pages twice, or are damaged. */
function databases(seed: number, scratch: Scratch): readonly HostileFile[] {
  const made = (sql: string): Buffer => readFileSync(scratch.database(sql));
  const sound = made(`${tables}); ${rows(200)}`);
  const generated = made(
    `${tables}, x AS (zeroblob(900000000)), y AS (hex(zeroblob(400000000)))); ${rows(50)}`,
  );
  const columns = Array.from({ length: 1_500 }, (_, i) => `, c${i}`).join('');
  return [
    one('generated columns.db', generated),
    one('generated columns.db.gz', gzipSync(generated)),
    one('many columns.db', made(`${tables}${columns}); ${rows(5)}`)),
    one(
      'views.db',
      made(
        'CREATE VIEW events AS SELECT zeroblob(900000000) AS session_id, 1 AS event_data; CREATE VIEW sessions AS SELECT 1 AS id',
      ),
    ),
    one(
      'a large value.db',
      made(`${tables}, big); ${rows(2)}; UPDATE events SET big = zeroblob(140000000)`),
    ),
    ...Array.from({ length: 30 }, (_, i) =>
      one(`damaged ${i}.db`, mutateDatabase(sound, seed + i)),
    ),
  ];
}

/** Hostile archives and databases, the same for the same seed. */
export const hostileArchives = async (
  seed: number,
  scratch: Scratch,
): Promise<readonly HostileFile[]> => [
  ...bombs(),
  ...(await archives(seed)),
  ...databases(seed, scratch),
];
