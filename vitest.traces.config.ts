import { configDefaults, defineConfig } from 'vitest/config';
import base from './vitest.config';

/** Tests over real traces, which are no part of the project: `npm run test:traces`. */
export default defineConfig({
  resolve: base.resolve ?? {},
  test: {
    environment: 'node',
    env: { TZ: 'UTC' },
    include: ['lib/**/*.traces.ts', 'components/**/*.traces.tsx'],
    exclude: configDefaults.exclude,
    testTimeout: 120_000,
  },
});
