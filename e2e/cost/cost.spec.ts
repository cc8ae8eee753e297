import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, test } from '../support/test';
import { ClaudeCodeLog } from '../support/claude-code-log';
import { expectNoViolations } from '../support/expect-no-violations';
import { watchErrors } from '../support/watch-errors';
import { LibraryPage } from '../pages/library-page';
import { WorkbenchPage } from '../pages/workbench-page';

const run = promisify(execFile);

/** Twelve requests that grow by 10,000 tokens. */
function growing(): string {
  const log = new ClaudeCodeLog('cost').user('Fix the parser. '.repeat(200));
  for (let i = 1; i <= 12; i++) {
    log.answer(30_000 + 10_000 * i, 'x'.repeat(4_000)).user('y'.repeat(24_000));
  }
  return log.text();
}

interface Cost {
  readonly recorded: { readonly cost: { readonly total: number } };
  readonly asRecorded: { readonly total: number };
  readonly replayed: { readonly total: number; readonly compactions: readonly { step: number }[] };
}

const dollars = (value: number): string => `$${value.toFixed(value >= 1 ? 2 : 4)}`;

test('says what a session cost and what the what-if would, as the command line and the API do', async ({
  page,
  request,
}, info) => {
  const errors = watchErrors(page);
  await new LibraryPage(page).empty();
  const bench = new WorkbenchPage(page);
  const file = info.outputPath('cost.jsonl');
  await writeFile(file, growing());
  const id = await bench.importText('cost.jsonl', growing());
  await page.goto(`/sessions/${id}?policy=contextguard-threshold&window=100000&tab=cost`);
  await bench.drawn();

  const cli = ['--import', 'tsx', 'lib/host/cli/main.ts', 'cost', file, '--json'];
  const chosen = ['--policy', 'contextguard-threshold', '--set', 'window=100000'];
  const { stdout } = await run('node', [...cli, ...chosen]);
  const [printed] = (JSON.parse(stdout) as { sessions: readonly Cost[] }).sessions;
  const answer = await request.post(`/api/sessions/${id}/cost`, {
    data: { policy: 'contextguard-threshold', settings: { window: 100_000 } },
  });
  const api = (await answer.json()) as Cost;
  const { recorded, asRecorded, replayed } = printed!;
  expect(api).toMatchObject({ recorded, asRecorded, replayed });
  expect(replayed.compactions.length).toBeGreaterThan(0);

  // One figure in words; the totals are in the table.
  const difference = Math.abs(replayed.total - asRecorded.total);
  await expect(page.locator('[data-cost="headline"]')).toHaveText(
    `The what-if costs ~${dollars(difference)} ${replayed.total > asRecorded.total ? 'more' : 'less'} than the session as it ran, both modelled.`,
  );
  const total = page.getByRole('row', { name: /^total/ });
  await expect(total).toContainText(dollars(recorded.cost.total));
  await expect(total).toContainText(`~${dollars(replayed.total)}`);
  const compactions = page.getByRole('region', { name: 'Cost of each compaction' });
  await expect(compactions.getByRole('rowheader')).toHaveText(
    replayed.compactions.map(({ step }) => String(step)),
  );
  await expect(page.locator('[data-cost="prices"]')).toContainText('anthropic/claude-opus-4-6');
  await expectNoViolations(page, '[role=tabpanel]');

  // A given price is in the link, and the bill follows it; the list's comes back.
  const price = page.getByRole('textbox', { name: /Price of output/ });
  await expect(price).toHaveValue('$25');
  await price.fill('50');
  await price.press('Enter');
  await expect.poll(() => new URL(page.url()).searchParams.get('prices')).toBe('output:50');
  await expect(total).not.toContainText(dollars(recorded.cost.total));
  await page.getByRole('button', { name: 'Use the list’s prices' }).click();
  await expect(total).toContainText(dollars(recorded.cost.total));

  // A compaction leads to its step.
  const [first] = replayed.compactions;
  await compactions
    .getByRole('button', { name: String(first!.step) })
    .first()
    .click();
  await expect(page.locator('[data-cost="step"]')).toContainText(`Step ${first!.step}`);
  expect(errors).toEqual([]);
});

test('says that a model has no price, and takes one', async ({ page }) => {
  const bench = new WorkbenchPage(page);
  await new LibraryPage(page).empty();
  const log = growing().replaceAll('claude-opus-4-6', 'house-model-7');
  const id = await bench.importText('house.jsonl', log);
  await page.goto(`/sessions/${id}?tab=cost`);
  await expect(page.locator('[data-cost="headline"]')).toHaveText(
    'No price is known of the session’s models. Give one to see what it cost.',
  );
  for (const [name, dollars] of [
    ['fresh input', '5'],
    ['output', '25'],
  ] as const) {
    const field = page.getByRole('textbox', { name: `Price of ${name},` });
    await field.fill(dollars);
    await field.press('Enter');
  }
  await expect(page.locator('[data-cost="headline"]')).toContainText('by its own usage');
});

test('takes prices of one of several models, as the command line and the API do', async ({
  page,
  request,
}, info) => {
  const bench = new WorkbenchPage(page);
  await new LibraryPage(page).empty();
  // The first answer is another model's.
  const log = growing().replace('claude-opus-4-6', 'house-7');
  const file = info.outputPath('two.jsonl');
  await writeFile(file, log);
  const id = await bench.importText('two.jsonl', log);
  await page.goto(`/sessions/${id}?tab=cost`);
  const prices = page.locator('[data-cost="prices"]');
  await expect(prices).toContainText('house-7: not in the list; nothing of it is charged.');
  await prices.getByRole('combobox', { name: 'Prices of' }).selectOption('house-7');
  for (const [name, dollars] of [
    ['fresh input', '200'],
    ['output', '300'],
  ] as const) {
    const field = prices.getByRole('textbox', { name: `Price of ${name},` });
    await field.fill(dollars);
    await field.press('Enter');
  }
  await expect
    .poll(() => new URL(page.url()).searchParams.get('prices'))
    .toBe('house-7=input:200,output:300');
  await expect(prices).not.toContainText('nothing of it is charged');
  await prices.getByRole('combobox', { name: 'Prices of' }).selectOption('claude-opus-4-6');
  await expect(prices.getByRole('textbox', { name: /Price of output/ })).toHaveValue('$25');

  const cli = ['--import', 'tsx', 'lib/host/cli/main.ts', 'cost', file, '--json'];
  const given = ['--price', 'house-7:input=200', '--price', 'house-7:output=300'];
  const { stdout } = await run('node', [...cli, ...given]);
  const [printed] = (JSON.parse(stdout) as { sessions: readonly Cost[] }).sessions;
  const answer = await request.post(`/api/sessions/${id}/cost`, {
    data: { prices: { models: { 'house-7': { input: 200, output: 300 } } } },
  });
  const { recorded } = (await answer.json()) as Cost;
  expect(recorded).toEqual(printed?.recorded);
  await expect(page.locator('[data-cost="headline"]')).toContainText(
    `The session cost ${dollars(recorded.cost.total)} by its own usage.`,
  );
  await expectNoViolations(page, '[role=tabpanel]');
  await page.reload();
  await expect(prices).not.toContainText('nothing of it is charged');
});
