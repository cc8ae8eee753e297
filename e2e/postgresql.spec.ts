import { expect, test } from '@playwright/test';
import { addressOf, freePort, startServer } from '@/lib/server/start/server.mjs';
import { LibraryPage } from './pages/library-page';
import { WorkbenchPage } from './pages/workbench-page';

const HOST = '127.0.0.1';

/** Starts a server of the team's database on a port of its own. */
async function startTeamServer(url: string) {
  const port = await freePort();
  const server = await startServer({
    host: HOST,
    port,
    env: { DATABASE_URL: url, HIGHWATER_SAMPLES: 'off', HIGHWATER_TOKEN: 'off' },
    onLine: (line) => console.log(`[server ${port}] ${line}`),
  });
  return { address: addressOf(HOST, port), stop: server.stop };
}

test('two servers share one library on PostgreSQL', async ({ page }) => {
  test.setTimeout(120_000);
  const url = process.env['HIGHWATER_TEST_POSTGRESQL'] ?? '';
  const servers = [await startTeamServer(url), await startTeamServer(url)] as const;
  const [first, second] = servers;
  try {
    const library = new LibraryPage(page);
    await library.open(`${first.address}/`);
    await library.drop('public/samples/production-incident.json');
    await expect(library.row('production incident')).toContainText('Refused at step 143', {
      timeout: 60_000,
    });

    await library.open(`${second.address}/`);
    await library.row('production incident').getByRole('link').click();
    const bench = new WorkbenchPage(page);
    await expect(bench.verdict).toContainText('Refused at step 143: 200,819 of 200,000 tokens');
    await expect(bench.ledger).toContainText('response of step 142');
    await bench.type('Context window', '187500');
    await expect(bench.verdict).toContainText('no overflow (was 1), 1 compaction (was 0)');
  } finally {
    await Promise.all(servers.map(({ stop }) => stop()));
  }
});
