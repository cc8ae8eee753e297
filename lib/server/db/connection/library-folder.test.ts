import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import type * as fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { migrate } from '../migrate/migrate';
import { DatabaseError } from './database-error';
import { dataFolder } from '@/lib/server/data-folder';
import { requireWritable } from './library-folder';

/** Error of the next file that is written. */
let fault: string | null = null;
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof fs>();
  const failing = async (...args: Parameters<typeof real.open>) => {
    const handle = await real.open(...args);
    const code = fault;
    if (code === null) return handle;
    handle.writeFile = () => Promise.reject(Object.assign(new Error(`${code}: no`), { code }));
    return handle;
  };
  return { ...real, open: failing };
});

let folder: string;
beforeEach(() => {
  fault = null;
  folder = mkdtempSync(path.join(os.tmpdir(), 'highwater-folder-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const urlIn = (...parts: readonly string[]): string => `file:${path.join(folder, ...parts)}`;

describe('the folder of a library', () => {
  it('is that of its file; for PostgreSQL one per database', () => {
    expect(dataFolder('file:/a/b/c.db')).toBe('/a/b');
    expect(dataFolder('postgresql://me@h:1/my%20library')).toBe(path.resolve('data/mylibrary'));
  });

  it('is made and left empty where it can be written', async () => {
    await requireWritable(urlIn('new', 'library.db'));
    expect(readdirSync(path.join(folder, 'new'))).toEqual([]);
  });

  it.each([
    ['ENOSPC', 'The disk is full: nothing more can be stored. Free some space where Highwater'],
    ['EDQUOT', 'The disk is full'],
    ['EROFS', 'its disk or its folder is read-only'],
    ['EACCES', 'This user may not write in'],
    ['EIO', 'reports an error'],
    ['EMFILE', 'EMFILE: no'],
  ])('that cannot be written is named with the reason: %s', async (code, sentence) => {
    fault = code;
    const refused = requireWritable(urlIn('library.db'));
    await expect(refused).rejects.toBeInstanceOf(DatabaseError);
    await expect(refused).rejects.toThrow(sentence);
    await expect(refused).rejects.toThrow(folder);
    await expect(refused).rejects.not.toThrow('\n');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('that is a file cannot be made', async () => {
    writeFileSync(path.join(folder, 'file'), '');
    const refused = requireWritable(urlIn('file', 'sub', 'library.db'));
    await expect(refused).rejects.toThrow('a part of its path is a file');
  });
});

describe('a file that is no database', () => {
  it('is refused in a sentence', async () => {
    writeFileSync(path.join(folder, 'x.db'), 'hello '.repeat(1_000));
    await expect(migrate(urlIn('x.db'))).rejects.toThrow(
      `${path.join(folder, 'x.db')} is not a SQLite database. Move it away`,
    );
    await expect(migrate(urlIn('x.db'))).rejects.toBeInstanceOf(DatabaseError);
  });
});
