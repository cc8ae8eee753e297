import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from '@/lib/readers/open/testing/scratch-folder';
import type { Found } from '../measure-trace';
import { FoundBefore } from './found-before';

const folder = scratchFolder();

describe('FoundBefore', () => {
  it('reads a file again where it, or the log beside a database, has changed', async () => {
    const before = new FoundBefore();
    const file = path.join(folder, 'a.db');
    let reads = 0;
    async function* read(): Found {
      reads++;
      yield await Promise.resolve({
        file: 'a.db',
        error: { code: 'unrecognized', message: `${reads}` },
      });
    }
    const look = async (): Promise<string> => {
      let said = '';
      for await (const one of before.through('a.db', file, read))
        said += 'error' in one ? one.error.message : '';
      return said;
    };
    writeFileSync(file, 'one');
    expect([await look(), await look()]).toEqual(['1', '1']);
    writeFileSync(file, 'longer');
    expect([await look(), await look()]).toEqual(['2', '2']);
    writeFileSync(`${file}-wal`, 'more');
    expect([await look(), await look()]).toEqual(['3', '3']);
  });
});
