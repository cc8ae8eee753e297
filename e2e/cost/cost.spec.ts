import { expect, test } from '../support/test';
import { ClaudeCodeLog } from '@/lib/readers/importers/testing/claude-code-log';
import { expectNoViolations } from '../support/expect-no-violations';
import { watchErrors } from '../support/watch-errors';
import { LibraryPage } from '../pages/library-page';
import { WorkbenchPage } from '../pages/workbench-page';

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

/*
 * The command line and the API answer alike in lib/server/http/sessions/cost.test.ts, the words are those of
 * lib/analysis/cost/cost-words.test.ts: here the page shows what the API answers.
 */
test('says what a session cost and what the what-if would, at the list’s prices and at given ones', async ({
  page,
  request,
}) => {
  const errors = watchErrors(page);
  await new LibraryPage(page).empty();
  const bench = new WorkbenchPage(page);
  // The first answer is of a model that the list of prices does not have.
  const log = growing().replace('claude-opus-4-6', 'house-7');
  const id = await bench.importText('two.jsonl', log);
  await page.goto(`/sessions/${id}?policy=contextguard-threshold&window=100000&tab=cost`);
  await bench.drawn();
  const ask = async (more: object): Promise<Cost> => {
    const data = { policy: 'contextguard-threshold', settings: { window: 100_000 }, ...more };
    const answer = await request.post(`/api/sessions/${id}/cost`, { data });
    return (await answer.json()) as Cost;
  };
  const { recorded, asRecorded, replayed } = await ask({});
  expect(replayed.compactions.length).toBeGreaterThan(0);

  // One figure in words; the totals are in the table.
  const difference = Math.abs(replayed.total - asRecorded.total);
  await expect(page.locator('[data-cost="headline"]')).toHaveText(
    `The what-if costs about ${dollars(difference)} ${replayed.total > asRecorded.total ? 'more' : 'less'} than the session as it ran, both modelled.`,
  );
  const total = page.getByRole('row', { name: /^total/ });
  await expect(total).toContainText(dollars(recorded.cost.total));
  await expect(total).toContainText(`~${dollars(replayed.total)}`);
  const compactions = page.getByRole('region', { name: 'Cost of each compaction' });
  await expect(compactions.getByRole('rowheader')).toHaveText(
    replayed.compactions.map(({ step }) => String(step)),
  );
  const prices = page.locator('[data-cost="prices"]');
  await expect(prices).toContainText('anthropic/claude-opus-4-6');
  await expect(prices).toContainText('house-7: not in the list; nothing of it is charged.');
  await expectNoViolations(page, '[role=tabpanel]');

  // Prices of one of the models are in the link, and the bill follows them; the list's come back.
  await prices.getByRole('combobox', { name: 'Prices of' }).selectOption('house-7');
  for (const [name, given] of [
    ['fresh input', '200'],
    ['output', '300'],
  ] as const) {
    const field = prices.getByRole('textbox', { name: `Price of ${name},` });
    await field.fill(given);
    await field.press('Enter');
  }
  await expect.poll(() => bench.setting('prices')).toBe('house-7=input:200,output:300');
  await expect(prices).not.toContainText('nothing of it is charged');
  const dear = await ask({ prices: { models: { 'house-7': { input: 200, output: 300 } } } });
  expect(dear.recorded.cost.total).toBeGreaterThan(recorded.cost.total);
  await expect(total).toContainText(dollars(dear.recorded.cost.total));
  await prices.getByRole('combobox', { name: 'Prices of' }).selectOption('claude-opus-4-6');
  await expect(prices.getByRole('textbox', { name: /Price of output/ })).toHaveValue('$25');
  await page.reload();
  await expect(total).toContainText(dollars(dear.recorded.cost.total));
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
