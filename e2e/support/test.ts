import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test as base } from '@playwright/test';
import { addressOf, freePort, startServer } from '@/lib/server/start/server.mjs';

export { expect } from '@playwright/test';

const HOST = '127.0.0.1';

/** The server under test. */
export interface ServerUnderTest {
  readonly port: number;
  /** For example `http://127.0.0.1:41234`, without a slash at the end. */
  readonly url: string;
  /** Its process id, for tests that watch its connections or memory. */
  readonly pid: number;
  /** Folder of its library. */
  readonly folder: string;
}

/**
 * Playwright's test. Each worker has a server of its own, on a free port and with an empty library,
 * which its tests share; what the server prints is shown. Tests take pictures of their pages where
 * HIGHWATER_PICTURES is set.
 */
export const test = base.extend<object, { server: ServerUnderTest }>({
  server: [
    async ({}, use, { workerIndex }) => {
      const folder = mkdtempSync(path.join(tmpdir(), 'highwater-e2e-'));
      const port = await freePort();
      const { pid, stop } = await startServer({
        host: HOST,
        port,
        env: {
          DATABASE_URL: `file:${path.join(folder, 'library.db')}`,
          HIGHWATER_SAMPLES: 'off',
          HIGHWATER_TOKEN: 'off',
          HIGHWATER_WATCH: tmpdir(),
        },
        onLine: (line) => console.log(`[server ${workerIndex}] ${line}`),
      });
      await use({ port, url: addressOf(HOST, port), pid, folder });
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  baseURL: ({ server }, use) => use(server.url),
  page: async ({ page }, use) => {
    // Nothing looks at the pictures but a person, who asks for them.
    if (process.env['HIGHWATER_PICTURES'] === undefined) {
      page.screenshot = () => Promise.resolve(Buffer.alloc(0));
    }
    await use(page);
  },
});
