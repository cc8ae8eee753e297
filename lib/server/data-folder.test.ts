import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dataFolder, makePrivateFolder, makePrivateLibrary } from './data-folder';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'highwater-data-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const mode = (...parts: readonly string[]): string =>
  (statSync(path.join(folder, ...parts)).mode & 0o777).toString(8);

describe('the folder of a library', () => {
  it('is made for its owner alone, with the library', () => {
    makePrivateLibrary(path.join(folder, 'deep', 'data', 'library.db'));
    expect(mode('deep')).toBe('700');
    expect(mode('deep', 'data')).toBe('700');
    expect(mode('deep', 'data', 'library.db')).toBe('600');
  });

  it('of yesterday is closed to others, files included', () => {
    for (const own of ['uploads', 'sizes']) {
      mkdirSync(path.join(folder, 'data', own), { recursive: true });
    }
    for (const name of ['library.db', 'library.db-wal', 'library.db-shm']) {
      writeFileSync(path.join(folder, 'data', name), '', { mode: 0o644 });
    }
    chmodSync(path.join(folder, 'data'), 0o755);
    makePrivateLibrary(path.join(folder, 'data', 'library.db'));
    expect(mode('data')).toBe('700');
    for (const name of ['library.db', 'library.db-wal', 'library.db-shm']) {
      expect(mode('data', name)).toBe('600');
    }
  });

  it('stays as it is where others have files in it; the library is closed all the same', () => {
    chmodSync(folder, 0o1777);
    writeFileSync(path.join(folder, 'letter.txt'), 'Dear all');
    writeFileSync(path.join(folder, 'library.db'), '', { mode: 0o644 });
    makePrivateLibrary(path.join(folder, 'library.db'));
    expect(mode()).toBe('777');
    expect(mode('library.db')).toBe('600');
    expect(mode('letter.txt')).not.toBe('600');
  });

  it('of uploads is made for its owner alone, and closed to others if it is there', () => {
    makePrivateFolder(path.join(folder, 'uploads'));
    expect(mode('uploads')).toBe('700');
    chmodSync(path.join(folder, 'uploads'), 0o755);
    writeFileSync(path.join(folder, 'uploads', 'Xy12'), '');
    makePrivateFolder(path.join(folder, 'uploads'));
    expect(mode('uploads')).toBe('700');
  });
});

describe('dataFolder', () => {
  it.each([
    ['file:/srv/highwater/library.db', '/srv/highwater'],
    ['file:./data/highwater.db', path.resolve('data')],
    ['postgresql://me:secret@db/team', path.resolve('data', 'team')],
    ['postgresql://me:secret@db/..', path.resolve('data', 'library')],
    ['postgresql://me:secret@db/..%2F..%2Fetc', path.resolve('data', '....etc')],
  ])('of %s is %s', (url, expected) => {
    expect(dataFolder(url)).toBe(expected);
  });
});
