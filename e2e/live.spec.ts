import { appendFile, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './support/test';
import { WatchedPage } from './pages/watched-page';
import { WorkbenchPage } from './pages/workbench-page';
import { expectNoViolations } from './support/expect-no-violations';
import { ClaudeCodeLog } from '@/lib/readers/importers/testing/claude-code-log';

const SESSION = 'e2e11e00-0000-4000-8000-0000000000aa';

/** Lines of a Claude Code log: a question and its answer for each turn. */
function turns(from: number, to: number): string {
  const log = new ClaudeCodeLog(SESSION);
  for (let turn = 0; turn < to; turn++) {
    log.user(`Live question ${turn}`).answer(30_000 + turn * 200, `Live answer ${turn}`);
  }
  const lines = log.text().split('\n');
  return `${lines.slice(2 * from, 2 * to).join('\n')}\n`;
}

/** Waits until this page receives changes: a stream opened after its own is ready. */
const listens = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const stream = new EventSource('/api/events');
        stream.addEventListener('ready', () => {
          stream.close();
          resolve();
        });
      }),
  );

let folder = '';
test.beforeAll(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), 'highwater-e2e-watched-')));
  await writeFile(path.join(folder, 'live.jsonl'), turns(0, 3));
});
test.afterAll(() => rm(folder, { recursive: true, force: true }));

// What may be watched: watched.test.ts. What a list does with a change, telemetry's among them: offline.spec.ts,
// events.test.ts and otlp.test.ts.
test('a step of a watched file appears in the open workbench, until the folder is paused or removed', async ({
  page,
}, info) => {
  test.slow();
  const watched = new WatchedPage(page);
  await watched.open();
  await watched.add('/etc');
  await expect(page.getByRole('alert').filter({ hasText: 'HIGHWATER_WATCH' })).toBeVisible();
  await expect(
    page.getByRole('button', { name: `Watch ${await realpath(tmpdir())}` }),
  ).toBeVisible();
  await watched.add(folder);
  const file = watched.file(folder, 'live.jsonl');
  await expect(file).toContainText('1 session, claude-code', { timeout: 30_000 });
  await expectNoViolations(page);
  await page.screenshot({ path: info.outputPath('watched.png') });

  await file.getByRole('link', { name: 'live.jsonl' }).click();
  const workbench = new WorkbenchPage(page);
  await expect(workbench.steps).toHaveAttribute('aria-rowcount', '4');
  await expect(page).toHaveURL(/\/sessions\//);
  await workbench.drawn();
  await workbench.type('Context window', '90000');
  await workbench.steps.getByRole('row').filter({ hasText: /^1/ }).click();
  await expect(workbench.ledger.getByRole('heading', { name: 'Step 1' })).toBeVisible();
  await listens(page);
  await page.evaluate(() => Object.assign(window, { stillHere: true }));
  await appendFile(path.join(folder, 'live.jsonl'), turns(3, 5));
  await expect(workbench.steps).toHaveAttribute('aria-rowcount', '6', { timeout: 30_000 });
  expect(await page.evaluate(() => 'stillHere' in window)).toBe(true);
  await expect.poll(() => workbench.setting('step')).toBe('1');
  await expect.poll(() => workbench.setting('window')).toBe('90000');

  await watched.open();
  await watched.press('Pause', folder);
  await expect(watched.folder(folder)).toContainText('paused');
  await watched.press('Resume', folder);
  await expect(watched.folder(folder)).toContainText('watching');
  await watched.press('Remove', folder);
  await expect(watched.folder(folder)).toBeHidden();
});
