import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { benchLoad } from './load';

const folder = await mkdtemp(join(tmpdir(), 'highwater-load-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

it('uploads side by side and a stream of telemetry lose, double and cut no session', async () => {
  expect(await benchLoad(folder)).toEqual({
    uploads: '200 of 200',
    records: '10000 of 10000',
    telemetry: '100 of 100',
    whole: '100 of 100',
  });
});
