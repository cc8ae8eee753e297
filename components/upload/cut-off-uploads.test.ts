import { describe, expect, it } from 'vitest';
import { cutOff, cutOffText, hasArrived, readNotes, type CutOffUpload } from './cut-off-uploads';

const note = (change: Partial<CutOffUpload> = {}): CutOffUpload => ({
  key: 'file-1',
  page: 'other',
  file: 'a.jsonl',
  bytes: 300_000_000,
  files: null,
  sentBytes: 120_000_000,
  since: 900_000,
  at: 1_000_000,
  closed: false,
  ...change,
});
const size = (n: number): string => `${n / 1e6} MB`;

describe('notes of uploads', () => {
  it('are read as they were written', () => {
    expect(readNotes(JSON.stringify([note()]))).toEqual([note()]);
  });

  it.each([null, '', 'x', '{}', '[1]', '[{"file":"a"}]'])('are none where they are %j', (text) => {
    expect(readNotes(text)).toEqual([]);
  });

  it('tell what a closed page, or one without a word for long, did not send', () => {
    const closed = note({ closed: true });
    const silent = note({ key: 'file-2', at: 840_000 });
    const alive = note({ key: 'file-3', at: 990_000 });
    const own = note({ key: 'file-4', page: 'own', closed: true });
    expect(cutOff([closed, silent, alive, own], 'own', 1_000_000)).toEqual([closed, silent]);
  });
});

describe('a note', () => {
  const arrived = { file: 'a.jsonl', bytes: 300_000_000, createdAt: 901_000 };

  it.each([
    ['the same file, after it was chosen', arrived, true],
    ['another file', { ...arrived, file: 'b.jsonl' }, false],
    ['the same file, stored without its name', { ...arrived, file: 'trace 7.jsonl' }, true],
    ['another size', { ...arrived, bytes: 1 }, false],
    ['an import of long before', { ...arrived, createdAt: 500_000 }, false],
  ])('and an import of %s', (_, one, expected) => {
    expect(hasArrived(note(), [one])).toBe(expected);
  });
});

describe('what is said of an upload that was cut off', () => {
  it.each([
    [note(), /^Cut off: 120 MB of 300 MB had been sent .* Choose the file again; .* twice\.$/],
    [note({ sentBytes: 0 }), /^Not sent: .* Choose the file again\.$/],
    [note({ files: 12 }), /Choose the folder again;/],
  ])('%#', (one, expected) => {
    expect(cutOffText(one, size)).toMatch(expected);
  });
});
