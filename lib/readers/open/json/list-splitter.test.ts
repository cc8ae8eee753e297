import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { handPieces, listTree } from '@/lib/readers/importers/document-lists';
import { ReceiptBuilder, type Receipt } from '@/lib/readers/importers/receipt';
import type { Json } from '@/lib/engine/session/schema';
import { feedPieces } from './document-feed';
import { scanDocument } from './document-scan';
import { skeletonOf } from './skeleton';
import { MAX_SKELETON_BYTES } from '../open-limits';
import { ListSplitter } from './list-splitter';
import { MemoryBytes } from '../testing/memory-bytes';

/** A record passed to a reader. */
type Record = readonly [value: Json, at: number | string, list: string | undefined];

interface Pieces {
  readonly records: readonly Record[];
  readonly receipt: Receipt;
}

const lists = ['a[].d[].e[]', 'b.c[]'];

/** Reads a document in pieces, with every element that has lists split. */
async function inPieces(
  text: string | Buffer,
  size: number,
  names: readonly string[] = lists,
): Promise<Pieces> {
  const content = new MemoryBytes(text, size);
  const tree = listTree(names);
  const scan = await scanDocument(content, tree, { large: 0 });
  const skeleton = await skeletonOf(content, scan, tree, { large: 0 });
  if (!skeleton.ok) throw new Error(skeleton.error.message);
  const records: Record[] = [];
  const receipt = new ReceiptBuilder();
  const record = (...one: Record): void => void records.push(one);
  const fed = await feedPieces(content, skeleton.value, {
    importer: { id: 'x', label: 'x', inputs: ['json'], sniff: () => true, start: () => never() },
    input: 'json',
    reader: { record: (value, at, list) => record(value, at, list), end: never },
    take: never,
    receipt,
    signal: undefined,
    progress: () => undefined,
    ready: () => Promise.resolve(),
  });
  if (!fed.ok) throw new Error(fed.error.message);
  return { records, receipt: receipt.finish('x') };
}

const never = (): never => {
  throw new Error('not called');
};

/** Expected records, from the document parsed whole. */
function whole(text: string, names: readonly string[] = lists): readonly Record[] {
  const records: Record[] = [];
  handPieces(listTree(names), JSON.parse(text) as Json, '$', undefined, (value, at, list) => {
    records.push([value, at, list]);
  });
  return records;
}

/** JSON text with blanks between tokens, and keys with or without escapes. */
function spaced(value: unknown, next: () => number): string {
  const blank = (): string => ['', '', '', ' ', '\n', '\t \r\n'][next() % 6] ?? '';
  const text = (item: unknown): string => blank() + spaced(item, next) + blank();
  if (Array.isArray(value)) {
    return value.length === 0 ? `[${blank()}]` : `[${value.map(text).join(',')}]`;
  }
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(([key, item]) => {
    const name = JSON.stringify(key).replace(/\\u....|\\.|[a-e]/g, (sign) =>
      sign.length === 1 && next() % 4 === 0 ? `\\u00${sign.charCodeAt(0).toString(16)}` : sign,
    );
    return `${blank()}${name}${blank()}:${text(item)}`;
  });
  return `{${fields.length === 0 ? blank() : fields.join(',')}}`;
}

const json = fc.jsonValue({ maxDepth: 3 });
const shuffled = (fields: Readonly<{ [key: string]: fc.Arbitrary<unknown> }>) =>
  fc
    .tuple(fc.record(fields, { requiredKeys: [] }), fc.infiniteStream(fc.nat()))
    .map(([object, order]) =>
      Object.fromEntries(
        Object.entries(object)
          .filter(([, value]) => value !== undefined)
          .map((entry) => ({ entry, place: order.next().value as number }))
          .sort((one, other) => one.place - other.place)
          .map(({ entry }) => entry),
      ),
    );
const inner = fc.oneof(json, shuffled({ e: fc.oneof(fc.array(json), json), f: json }));
const outer = fc.oneof(json, shuffled({ d: fc.oneof(fc.array(inner), json), k: json }));
const document = shuffled({
  a: fc.oneof(fc.array(outer), json),
  b: fc.oneof(shuffled({ c: fc.oneof(fc.array(json), json), x: json }), json),
  z: json,
  'quote"\\': json,
});

describe('a document in pieces', () => {
  test('is what JSON.parse makes of it, wherever blanks stand and chunks end', async () => {
    const noise = fc.array(fc.nat(), { minLength: 1, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(document, noise, fc.integer({ min: 1, max: 40 }), async (value, bits, n) => {
        let at = 0;
        const text = spaced(value, () => bits[at++ % bits.length] ?? 0);
        const { records, receipt } = await inPieces(text, n);
        expect(records).toEqual(whole(text));
        expect(receipt).toMatchObject({ read: 0, remarks: [] });
      }),
      { numRuns: 400, seed: 11 },
    );
  });

  test.each(['"\\\\"', '"\\\\\\""', '"a\\"b],}"', '"[{"', '"\\u005d"', '"é\u2028🎉"'])(
    'keeps the string %s',
    async (string) => {
      const text = `{"a":[${string},{"d":[${string}],${string}:1}],"z":${string}}`;
      for (const size of [1, 2, 3, 100]) {
        expect((await inPieces(text, size)).records).toEqual(whole(text));
      }
    },
  );

  test('keeps long strings of quotes and backslashes', async () => {
    const string = JSON.stringify(`${'x'.repeat(70)}"\\${'\\'.repeat(45)}"${'"'.repeat(50)}y`);
    const text = `{"a":[${string},[${string}]]}`;
    for (const size of [1, 33, 64, 500]) {
      expect((await inPieces(text, size)).records).toEqual(whole(text));
    }
  });

  test('hands its own lists over as declared, in whatever order they stand', async () => {
    const text = '{"y":[3,4],"m":"after","x":[1,2]}';
    const { records } = await inPieces(text, 5, ['x[]', 'y[]']);
    expect(records.map(([value]) => value)).toEqual([{ y: [], m: 'after', x: [] }, 1, 2, 3, 4]);
    expect(records).toEqual(whole(text, ['x[]', 'y[]']));
  });
});

describe('what is wrong with a document', () => {
  test('is said of an element, and the others are read', async () => {
    const deep = '['.repeat(300) + ']'.repeat(300);
    const text = `{"b":{"c":[1,{x},2,,${deep},"é",3,]},"z":0}`;
    const bytes = Buffer.from(text).map((byte) => (byte === 0xc3 ? 0xff : byte));
    const { records, receipt } = await inPieces(Buffer.from(bytes), 7);
    expect(records.slice(1).map(([value]) => value)).toEqual([1, 2, '\ufffd\ufffd', 3]);
    expect(receipt.dropped).toEqual([
      { reason: 'not JSON', records: 3, at: ['$.b.c[1]', '$.b.c[3]', '$.b.c[7]'], lost: true },
      { reason: 'nested deeper than 200 levels', records: 1, at: ['$.b.c[4]'], lost: true },
    ]);
    expect(receipt.remarks).toEqual([
      '1 element with bytes that are not UTF-8, read as U+FFFD (first: $.b.c[5]).',
    ]);
  });

  test('is said of its end where that is cut off inside of a list', async () => {
    const text = '{"z":1,"a":[{"k":1,"d":[{"e":[1,2,{"cut":';
    const { records, receipt } = await inPieces(text, 4);
    expect(records.map(([value, at]) => [value, at])).toEqual([
      [{ z: 1, a: [] }, '$'],
      [{ k: 1, d: [] }, '$.a[0]'],
      [{ e: [] }, '$.a[0].d[0]'],
      [1, '$.a[0].d[0].e[0]'],
      [2, '$.a[0].d[0].e[1]'],
    ]);
    const place = '$.a[0].d[0].e[2]';
    expect(receipt.dropped).toEqual([{ reason: 'cut off', records: 1, at: [place], lost: true }]);
    expect(receipt.remarks).toEqual([
      'The document is cut off: the file ends inside of a list ($.a[0].d[0].e).',
    ]);
  });

  test.each([
    ['{"a":[],"b":1,"\\u0061":[1]}', '$.a twice'],
    ['{"b":{"c":[]},"b":2}', '$.b twice'],
    ['{"a":[1],"z":', 'cut off'],
    ['{"a":[1} }', 'not JSON outside its lists'],
    ['{"a":[1], z:2}', 'not JSON outside its lists'],
    ['{"a":[1],"z":[}}', 'not JSON outside its lists'],
  ])('refuses %s', async (text, message) => {
    await expect(inPieces(text, 3)).rejects.toThrow(message);
  });

  test('does not matter in a key that stands twice elsewhere', async () => {
    const text = '{"z":1,"a":[{"z":1,"z":2}],"z":[5]}';
    expect((await inPieces(text, 3)).records).toEqual(whole(text));
  });

  test('is named where too much stands beside the lists', async () => {
    const text = `{"pad":"${'x'.repeat(MAX_SKELETON_BYTES)}","a":[1]}`;
    const scan = await scanDocument(new MemoryBytes(text, 1 << 20), listTree(lists), {});
    expect(scan.fault).toMatchObject({ code: 'too-large', at: '$' });
    expect(scan.fault?.message).toMatch(/^Outside its lists the document has more than 64 MiB/);
  });
});

test('no more is held of 40 MB than a chunk, and an element', () => {
  let longest = 0;
  let elements = 0;
  const splitter = new ListSplitter(listTree(['a[]']), {
    opens: () => true,
    wants: () => true,
    element: (_, __, bytes) => {
      longest = Math.max(longest, bytes.length);
      elements++;
    },
    elementTooDeep: () => undefined,
    pieceTooDeep: () => undefined,
    open: () => undefined,
    list: () => undefined,
    text: () => undefined,
    close: () => undefined,
  });
  const element = Buffer.from(`${JSON.stringify({ text: 'x "quoted" \n'.repeat(900) })},`);
  splitter.push(Buffer.from('{"before":1,"a":['));
  while (elements * element.length < 40e6) {
    for (let at = 0; at < element.length; at += 4_096) {
      splitter.push(element.subarray(at, at + 4_096));
      expect(splitter.begun.bytes).toBeLessThanOrEqual(element.length);
    }
  }
  splitter.push(Buffer.from('0],"after":2}'));
  expect(splitter.state).toBe('closed');
  expect(longest).toBeLessThanOrEqual(element.length);
});
