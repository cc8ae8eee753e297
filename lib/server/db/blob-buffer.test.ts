import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BlobBuffer, blobsOf, type RecordBlob } from './blob-buffer';

const recordsOf = (blobs: readonly RecordBlob[]): readonly string[] =>
  blobs.flatMap(({ content }) => Buffer.from(content).toString('utf8').split('\n'));

const json = fc.string({ unit: 'grapheme' }).map((text) => JSON.stringify(text));

test('blobs hold the records in order, numbered on', () => {
  fc.assert(
    fc.property(
      fc.array(json, { minLength: 1 }),
      fc.integer({ min: 1, max: 400_000 }),
      (few, size) => {
        const records = [
          ...few,
          JSON.stringify('→'.repeat(size)),
          ...few,
          JSON.stringify('a'.repeat(size)),
        ];
        const blobs = [...blobsOf(records)];
        expect(recordsOf(blobs)).toEqual(records);
        let next = 0;
        for (const { first, count } of blobs) {
          expect(first).toBe(next);
          next += count;
        }
        expect(next).toBe(records.length);
      },
    ),
    { numRuns: 30 },
  );
});

test('a blob is handed on at a megabyte, and stays as it was', () => {
  const blobs: RecordBlob[] = [];
  const buffer = new BlobBuffer((blob) => blobs.push(blob));
  const record = JSON.stringify('x'.repeat(300_000));
  for (let i = 0; i < 9; i++) expect(buffer.add(record)).toBe(i);
  expect(blobs.map(({ first, count }) => [first, count])).toEqual([
    [0, 4],
    [4, 4],
  ]);
  buffer.flush();
  buffer.flush();
  expect(blobs).toHaveLength(3);
  expect(recordsOf(blobs)).toEqual(Array.from({ length: 9 }, () => record));
});

test('nothing makes no blob', () => {
  expect([...blobsOf([])]).toEqual([]);
});
