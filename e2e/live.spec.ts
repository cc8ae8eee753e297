import { appendFile, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './support/test';
import { LibraryPage } from './pages/library-page';
import { WatchedPage } from './pages/watched-page';
import { WorkbenchPage } from './pages/workbench-page';
import { expectNoViolations } from './support/expect-no-violations';

const SESSION = 'e2e11e00-0000-4000-8000-0000000000aa';

/** Lines of a Claude Code log: a question and its answer for each turn. */
function turns(from: number, to: number): string {
  const lines: string[] = [];
  for (let i = from * 2; i < to * 2; i++) {
    const uuid = (n: number): string => `e2e00000-0000-4000-8000-${String(n).padStart(12, '0')}`;
    const user = i % 2 === 0;
    lines.push(
      JSON.stringify({
        parentUuid: i === 0 ? null : uuid(i - 1),
        isSidechain: false,
        userType: 'external',
        cwd: '/project/live',
        sessionId: SESSION,
        version: '2.0.1',
        uuid: uuid(i),
        timestamp: new Date(1.76e12 + i * 1_000).toISOString(),
        type: user ? 'user' : 'assistant',
        message: user
          ? { role: 'user', content: `Live question ${i / 2}` }
          : {
              id: `msg_live_${i}`,
              type: 'message',
              role: 'assistant',
              model: 'claude-sonnet-4-5',
              content: [{ type: 'text', text: `Live answer ${(i - 1) / 2}` }],
              stop_reason: 'end_turn',
              usage: { input_tokens: 30_000 + i * 100, output_tokens: 5 },
            },
      }),
    );
  }
  return `${lines.join('\n')}\n`;
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

test.describe.configure({ mode: 'serial' });

let folder = '';
test.beforeAll(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), 'highwater-e2e-watched-')));
  await writeFile(path.join(folder, 'live.jsonl'), turns(0, 3));
});
test.afterAll(() => rm(folder, { recursive: true, force: true }));

test('a step of a watched file appears in the open workbench', async ({ page }, info) => {
  const watched = new WatchedPage(page);
  await watched.open();
  await watched.add(path.join(folder, 'none'));
  await expect(page.getByRole('alert').filter({ hasText: 'no such folder' })).toBeVisible();
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
  await expect(workbench.steps).toBeVisible();
  await expect(workbench.steps).toHaveAttribute('aria-rowcount', '4');
  await expect(page).toHaveURL(/\/sessions\//);
  await page.goto(`${page.url().split('?')[0]}?step=1&window=90000`);
  await expect(workbench.ledger.getByRole('heading', { name: 'Step 1 · ledger' })).toBeVisible();
  await listens(page);
  await page.evaluate(() => Object.assign(window, { stillHere: true }));
  await appendFile(path.join(folder, 'live.jsonl'), turns(3, 5));
  await expect(workbench.steps).toHaveAttribute('aria-rowcount', '6', { timeout: 30_000 });
  expect(await page.evaluate(() => 'stillHere' in window)).toBe(true);
  await expect.poll(() => page.url()).toContain('step=1');
  await expect.poll(() => page.url()).toContain('window=90000');
});

test('a folder that is paused or removed is followed no more', async ({ page }) => {
  const watched = new WatchedPage(page);
  await watched.open();
  await watched.press('Pause', folder);
  await expect(watched.folder(folder)).toContainText('paused');
  await watched.press('Resume', folder);
  await expect(watched.folder(folder)).toContainText('watching');
  await watched.press('Remove', folder);
  await expect(watched.folder(folder)).toBeHidden();
});

test('telemetry appears in the open library', async ({ page, request }) => {
  const library = new LibraryPage(page);
  await library.open();
  await expect(page.locator('[data-live=live]')).toBeVisible();
  const text = (value: string) => ({ stringValue: value });
  const attributes = {
    'gen_ai.operation.name': text('chat'),
    'gen_ai.provider.name': text('openai'),
    'gen_ai.request.model': text('gpt-5'),
    'gen_ai.conversation.id': text('e2e-conversation'),
    'gen_ai.usage.input_tokens': { intValue: '4321' },
    'gen_ai.input.messages': text(
      JSON.stringify([{ role: 'user', parts: [{ type: 'text', content: 'Hello telemetry' }] }]),
    ),
  };
  const span = {
    traceId: 'e2'.repeat(16),
    spanId: 'e2'.repeat(8),
    name: 'chat gpt-5',
    kind: 3,
    startTimeUnixNano: '1760000000000000000',
    endTimeUnixNano: '1760000001000000000',
    attributes: Object.entries(attributes).map(([key, value]) => ({ key, value })),
  };
  const answer = await request.post('/v1/traces', {
    data: { resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] },
  });
  expect(answer.status()).toBe(200);
  await library.search.fill('e2e-conversation');
  await expect(library.grid.getByRole('row').filter({ hasText: 'gpt-5' })).toBeVisible({
    timeout: 30_000,
  });
});
