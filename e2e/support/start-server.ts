import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureBuilt } from '@/lib/commands/prepare.mjs';
import { startServer } from '@/lib/commands/server.mjs';
import { serverAddress } from './server-address';

/**
 * Starts the server on its own port with an empty library of its own, for all tests; what it prints
 * is shown. It is built first where the sources changed: a spec that is run by itself never tests the
 * pages of an older tree. The function returned stops the server and removes the library.
 */
export default async function startServerForTests(): Promise<() => Promise<void>> {
  await ensureBuilt();
  const { port } = serverAddress();
  const folder = mkdtempSync(path.join(tmpdir(), 'highwater-e2e-'));
  const server = await startServer({
    host: '127.0.0.1',
    port,
    env: { DATABASE_URL: `file:${path.join(folder, 'library.db')}`, HIGHWATER_SAMPLES: 'off' },
    onLine: (line) => console.log(`[server] ${line}`),
  });
  process.env['HIGHWATER_E2E_PID'] = String(server.pid);
  return async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
