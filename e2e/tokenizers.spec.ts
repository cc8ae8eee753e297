import { expect, test } from './support/test';
import { ClaudeCodeLog } from '@/lib/readers/importers/testing/claude-code-log';
import { TokenizersPage } from './pages/tokenizers-page';
import { expectNoViolations } from './support/expect-no-violations';

/** Texts whose tokens are known: each "hello world" is two of them in both vocabularies. */
const log = new ClaudeCodeLog('tokenizers')
  .user('hello world')
  .answer(1_002, 'hello world')
  .user('hello world')
  .answer(1_006, 'hello world');

// Masks that are counted, sessions without texts: lib/worker/tokenizers/tokenizer-worker.test.ts; the scores by hand:
// lib/analysis/score/tokenizer-score.test.ts.
test('counts with a tokenizer when it is chosen, in a worker, and loads nothing before', async ({
  page,
}, info) => {
  test.slow();
  const large: string[] = [];
  page.on('response', (response) => {
    const type = response.headers()['content-type'] ?? '';
    if (!type.includes('javascript')) return;
    void response
      .body()
      .then((body) => {
        if (body.includes('o200k_base') && body.length > 1_000_000) large.push(response.url());
      })
      .catch(() => undefined);
  });
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  const workers: string[] = [];
  page.on('worker', (worker) => workers.push(worker.url()));

  const tab = new TokenizersPage(page);
  await tab.open('tokenizers.jsonl', log.text());
  await expect(tab.rows).toHaveCount(2);
  // bytes ÷ 4: 11 / 4 = 2 of 1,002; then 2 + 2 + 2 = 6 of 1,006.
  await expect(tab.cells('bytes4', 'raw').first()).toHaveText('2');
  await expect(tab.cells('bytes4', 'raw').last()).toHaveText('1,000 tokens');
  await page.waitForLoadState('networkidle');
  expect(large).toEqual([]);
  // The workers of the page itself.
  const before = workers.length;

  await tab.choice('o200k_base').click();
  await expect(tab.section).toContainText('Counted with o200k_base.');
  await expect(tab.rows).toHaveCount(6);
  // 2 tokens of 1,002 and 6 of 1,006; with the 1,000 that were missed, all of it.
  await expect(tab.cells('o200k_base', 'raw').last()).toHaveText('1,000 tokens');
  await expect(tab.cells('o200k_base', 'fitted').nth(3)).toHaveText('1.00');
  await expect(tab.cells('o200k_base', 'fitted').last()).toHaveText('0 tokens');
  // The second step added "hello world" twice: 4 tokens by bytes ÷ 4 and by the tokenizer, of 4.
  const added = ['1', '1.00 (n < 6)', '1.00 (n < 6)', '1.00 (n < 6)'];
  await expect(tab.added('script-latin')).toHaveText(added);
  expect(workers).toHaveLength(before + 1);
  await expect.poll(() => large.length).toBe(1);

  await tab.choice('cl100k_base').click();
  await expect(tab.rows).toHaveCount(8);
  await expect(tab.cells('cl100k_base', 'fitted').last()).toHaveText('0 tokens');
  expect(workers).toHaveLength(before + 1);
  expect(problems).toEqual([]);

  // What was counted is kept while the page is open.
  await tab.bench.openTab('Receipt');
  await tab.bench.openTab('Estimators');
  await expect(tab.rows).toHaveCount(8);
  await expect(tab.choice('o200k_base')).toHaveCount(0);

  await expectNoViolations(page, '[role=tabpanel]');
  await page.screenshot({ path: info.outputPath('tokenizers.png') });
});
