import { copyFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { scratchFolder } from '@/lib/readers/open/testing/scratch-folder';
import { InputError } from '../exit-code';
import { AllowedFiles } from './allowed-files';
import { TraceDesk } from './trace-desk';

const folder = scratchFolder();
for (const name of ['a.json', 'b.json']) {
  copyFileSync('public/samples/timing-gap.json', path.join(folder, name));
}
const open = async () => new TraceDesk(await AllowedFiles.below([folder]), false);
const forever = new Promise(() => null);

it('lists what has been read when patience ends, and the rest when asked again', async () => {
  const desk = await open();
  expect(await desk.every(['.'], 9, Promise.resolve())).toEqual({
    sessions: [],
    unread: [],
    state: 'reading',
  });
  const all = await desk.every(['.'], 9, forever);
  expect([all.state, all.sessions.map(({ file }) => file)]).toEqual([
    'whole',
    ['./a.json', './b.json'],
  ]);
  expect((await desk.every(['.'], 1, forever)).state).toBe('limit');
});

it('tells who asks again why a path cannot be read, and stops with its client', async () => {
  const desk = await open();
  await desk.every(['none.json'], 9, Promise.resolve());
  await expect(desk.every(['none.json'], 9, forever)).rejects.toThrow(InputError);
  desk.stop();
  expect(await desk.every(['.'], 9, forever)).toMatchObject({ sessions: [], state: 'reading' });
});
