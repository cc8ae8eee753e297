import { describe, expect, it } from 'vitest';
import { tarBlob } from './tar-blob';
import { uploadsOf } from '../upload-batch';

const text = async (blob: Blob): Promise<string> =>
  new TextDecoder('latin1').decode(await blob.arrayBuffer());

describe('tarBlob', () => {
  it('writes names, sizes and contents in blocks of 512 bytes', async () => {
    const tar = await text(
      tarBlob([{ name: 'a/b.jsonl', file: new File(['{"x":1}'], 'b.jsonl') }]),
    );
    expect(tar).toHaveLength(4 * 512);
    expect(tar.slice(0, 9)).toBe('a/b.jsonl');
    expect(tar.slice(124, 135)).toBe('00000000007');
    expect(tar.slice(257, 265)).toBe('ustar\x0000');
    expect(tar.slice(512, 519)).toBe('{"x":1}');
    // The sum of a header counts its own field as blanks.
    const header = `${tar.slice(0, 148)}        ${tar.slice(156, 512)}`;
    const sum = [...header].reduce((total, char) => total + char.charCodeAt(0), 0);
    expect(parseInt(tar.slice(148, 154), 8)).toBe(sum);
  });

  it('gives a long name its own record', async () => {
    const name = `${'ü/'.repeat(60)}b.jsonl`;
    const tar = await text(tarBlob([{ name, file: new File(['x'], 'b') }]));
    const pax = new TextDecoder().decode(
      Uint8Array.from(tar.slice(512, 1024), (c) => c.charCodeAt(0)),
    );
    const [record = ''] = pax.split('\n');
    expect(record).toBe(`${new TextEncoder().encode(record).length + 1} path=${name}`);
  });
});

describe('uploadsOf', () => {
  const file = (name: string): File => new File(['abc'], name);

  it('sends a few files by themselves, many together, and a folder as one', () => {
    const few = { files: [file('a'), file('b')], folders: [] };
    expect(uploadsOf(few).map(({ name, files }) => [name, files])).toEqual([
      ['a', null],
      ['b', null],
    ]);
    const many = { files: Array.from({ length: 30 }, (_, i) => file(`${i}`)), folders: [] };
    expect(uploadsOf(many).map(({ name, files }) => [name, files])).toEqual([['30 files', 30]]);
    const inside = [{ name: 'x/a', file: file('a') }];
    expect(uploadsOf({ files: [], folders: [{ name: 'logs', files: inside }] })).toMatchObject([
      { name: 'logs', files: 1, bytes: 4 * 512 },
    ]);
  });
});
