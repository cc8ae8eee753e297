import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { isFull } from '../suites/endurance';
import { benchLoad } from './load';

const folder = await mkdtemp(join(tmpdir(), 'highwater-load-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

it('uploads side by side and a stream of telemetry lose, double and cut no session', async () => {
  const load = isFull ? { uploads: 200, seconds: 20 } : { uploads: 100, seconds: 5 };
  const records = 500 * load.seconds;
  expect(await benchLoad(folder, load)).toEqual({
    uploads: `${load.uploads} of ${load.uploads}`,
    records: `${records} of ${records}`,
    telemetry: '100 of 100',
    whole: '100 of 100',
  });
});
