import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';

process.env['TZ'] = 'UTC';

export default defineConfig({
  resolve: { alias: { '@': fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '') } },
  test: {
    environment: 'node',
    setupFiles: ['lib/commands/seed-properties.ts'],
    include: ['{app,components,lib,prisma}/**/*.test.{ts,tsx}', 'proxy.test.ts'],
    exclude: [...configDefaults.exclude, 'e2e/**', '.next/**', 'data/**'],
    env: { TZ: 'UTC', NEXT_TELEMETRY_DISABLED: '1' },
  },
});
