import { existsSync } from 'node:fs';
import { configDefaults, defineConfig } from 'vitest/config';
import base from './vitest.config';

const folder = process.env['HIGHWATER_TRACES'];
if (folder === undefined || !existsSync(folder)) {
  throw new Error(
    'Set HIGHWATER_TRACES to the folder of real traces, for example HIGHWATER_TRACES=/path/to/traces npm run test:traces',
  );
}

export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: ['lib/**/*.traces.ts'],
    exclude: configDefaults.exclude,
    testTimeout: 120_000,
  },
});
