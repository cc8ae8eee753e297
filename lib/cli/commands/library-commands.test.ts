import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { Scratch } from '@/lib/readers/open/testing/scratch';
import { InputError } from '../exit-code';
import { exportLibraryCommand, importLibraryCommand } from './library-commands';

const scratch = new Scratch();
vi.stubEnv('DATABASE_URL', `file:${join(scratch.folder, 'library.db')}`);
afterAll(() => {
  vi.unstubAllEnvs();
  scratch.remove();
});

const io = {
  out: () => undefined,
  message: () => undefined,
  resolve: (name: string) => name,
  stdin: () => Promise.resolve(''),
};

it('says in words that a library file cannot be written or read', async () => {
  const nowhere = join(scratch.folder, 'no', 'library.tar.gz');
  const written = exportLibraryCommand(nowhere, io);
  await expect(written).rejects.toThrow(InputError);
  await expect(written).rejects.toThrow(`${nowhere}.part does not exist, or its folder does not.`);
  const read = importLibraryCommand(scratch.folder, io);
  await expect(read).rejects.toThrow(InputError);
  await expect(read).rejects.toThrow('is a folder; name a file.');
});
