import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import base, { experimental } from './vitest.config';

/** True where programs can be recorded: strace is installed, and may trace. */
const records = spawnSync('strace', ['-o', '/dev/null', process.execPath, '-v']).status === 0;
if (!records) {
  console.warn('lib/server/http/durable.long.ts is left out: strace is missing, or may not trace.');
}

/** What tests endurance, as `npm run test:long` runs it: see lib/tools/suites/endurance.ts. */
export default defineConfig({
  resolve: base.resolve ?? {},
  test: {
    environment: 'node',
    env: {
      TZ: 'UTC',
      NEXT_TELEMETRY_DISABLED: '1',
      HIGHWATER_TOKEN: 'off',
      HIGHWATER_TEST_LONG: '1',
    },
    setupFiles: ['lib/tools/suites/seed-properties.ts'],
    include: [
      'lib/readers/importers/fuzz{,-files}.test.ts',
      'lib/{cli,server/import}/mutations.test.ts',
      'lib/readers/open/json/pieces-fuzz.test.ts',
      'lib/readers/open/sqlite/sqlite-mutations.test.ts',
      'lib/engine/policy/{decision,every-policy}.test.ts',
      'lib/engine/replay/{faults/faults-properties,projection/projection}.test.ts',
      'lib/**/*.long.ts',
    ],
    exclude: [...configDefaults.exclude, ...(records ? [] : ['lib/server/http/durable.long.ts'])],
    maxWorkers: availableParallelism(),
    experimental,
    testTimeout: 1_200_000,
    hookTimeout: 60_000,
  },
});
