import { expect, test } from '../support/test';
import { LibraryPage } from '../pages/library-page';
import { WorkbenchPage } from '../pages/workbench-page';
import { expectFits, expectNoViolations } from '../support/expect-no-violations';

test.describe.configure({ mode: 'serial' });

const CLAUDE = 'lib/importers/formats/claude-code/fixtures/claude-code';
const ADK = 'lib/importers/formats/adk/fixtures/adk-session';

test('a filter is put together from chips, and the address holds it', async ({ page }, info) => {
  const library = new LibraryPage(page);
  await library.empty();
  const bench = new WorkbenchPage(page);
  for (const sample of ['production-incident', 'kubernetes-agent', 'timing-gap']) {
    await bench.importSample(`${sample}.json`);
  }
  await library.open();
  await library.choose(`${CLAUDE}/sidechain.jsonl`, `${CLAUDE}/compaction.jsonl`);
  await library.choose(`${ADK}/go-context-guard.json`);
  await expect(library.row('k8s s-guard')).toBeVisible();
  const all = (await library.names()).length;

  const panel = await library.filters();
  await panel.getByRole('textbox', { name: 'Limit, tokens from' }).fill('200k');
  await panel.getByRole('textbox', { name: 'Steps from' }).fill('100');
  await panel.getByRole('textbox', { name: 'Steps to' }).fill('1,000');
  await page.screenshot({ path: info.outputPath('filters.png') });
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\?steps=100-1000&limit=200000-$/);
  await expect(library.chip('limit ≥ 200,000')).toBeVisible();
  await expect.poll(() => library.names()).toHaveLength(2);
  await page.reload();
  await expect.poll(() => library.names()).toHaveLength(2);
  await library.chip('steps 100 – 1,000').click();
  await expect(page).toHaveURL(/\?limit=200000-$/);
  await library.chip('limit ≥ 200,000').click();
  await expect.poll(() => library.names()).toHaveLength(all);

  const day = await library.filters();
  await day.getByLabel('First step from').fill('2099-01-01');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'No session passes' })).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).click();
  const parts = await library.filters();
  await parts.getByRole('combobox', { name: 'Sub-agents' }).selectOption('only them');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\?subagents=only$/);
  await expect.poll(async () => (await library.names()).length).toBeLessThan(all);
});

test('sessions stand under their agent or model, and fold', async ({ page }, info) => {
  const library = new LibraryPage(page);
  await library.open();
  await library.grouping.selectOption('agent');
  const group = library.group('Claude Code');
  await expect(group).toContainText(/sessions, \d+ sub-agents?/);
  const names = (await library.names()).length;
  await page.screenshot({ path: info.outputPath('agents.png') });
  await group.getByRole('button', { name: 'Hide the sessions of Claude Code' }).click();
  await expect.poll(async () => (await library.names()).length).toBeLessThan(names);
  await expect(page).toHaveURL(/group=agent&fold=Claude\+Code$/);
  await page.reload();
  const fold = group.getByRole('button', { name: 'Show the sessions of Claude Code' });
  await expect(fold).toHaveAttribute('aria-expanded', 'false');
  await library.grouping.selectOption('model');
  await expect(page).toHaveURL(/group=model$/);
});

test('what is selected is tuned over, and so is what a filter shows', async ({ page }, info) => {
  const library = new LibraryPage(page);
  await library.open('/?q=sample&sort=name');
  await expect.poll(() => library.names()).toHaveLength(3);
  await page.getByRole('checkbox', { name: 'Select all sessions shown' }).check();
  await expect(library.selection).toContainText('3 selected');
  await expect(library.selection).toContainText(/[\d,]+ steps · 3 generated, which never decide/);
  await page.screenshot({ path: info.outputPath('selection.png') });
  await library.selection.getByRole('button', { name: 'Tune …' }).click();
  await expect(page).toHaveURL(/\/tune\?sessions=[0-9a-z]+(%2C|,)[0-9a-z]+(%2C|,)[0-9a-z]+/);

  await library.open('/?q=sample&with=overflow');
  await page.getByRole('button', { name: 'Tune …' }).click();
  await expect(page).toHaveURL(/\/tune\?q=sample&with=overflow/);
});

test('a filter is saved as a corpus, frozen, shown again and deleted', async ({ page }, info) => {
  const library = new LibraryPage(page);
  await library.open('/?q=sample');
  await expect.poll(() => library.names()).toHaveLength(3);
  await page.getByRole('button', { name: 'Save as corpus' }).click();
  const save = page.getByRole('dialog', { name: 'Save as corpus' });
  await save.getByRole('textbox', { name: 'Name' }).fill('Samples');
  await expectNoViolations(page, '[role=dialog]');
  await save.getByRole('button', { name: 'Save' }).click();
  await expect(save).toBeHidden();

  await library.open();
  await page.getByRole('button', { name: 'Corpora …' }).click();
  const corpora = page.getByRole('dialog', { name: 'Corpora' });
  const line = corpora.getByRole('listitem', { name: 'Samples' });
  await expect(line).toContainText('saved filter');
  await expect(line.getByRole('link', { name: 'Tune …' })).toHaveAttribute(
    'href',
    /^\/tune\?corpus=[0-9a-z]+$/,
  );
  await line.getByRole('button', { name: 'Show' }).click();
  await expect(page).toHaveURL(/\?q=sample$/);

  await page.getByRole('button', { name: 'Corpora …' }).click();
  await line.getByRole('button', { name: 'Freeze' }).click();
  await expect(line).toContainText(/frozen, 3 sessions · [0-9a-f]{8} · from/);
  await expectNoViolations(page, '[role=dialog]');
  await page.screenshot({ path: info.outputPath('corpora.png') });
  await line.getByRole('button', { name: 'Show' }).click();
  await expect(page).toHaveURL(/\?corpus=[0-9a-z]+$/);
  await expect.poll(() => library.names()).toHaveLength(3);
  await expect(library.chip('frozen list Samples')).toBeVisible();

  await page.getByRole('checkbox', { name: /Select Sample: timing gap/ }).check();
  await library.changes('deletes', () => page.getByRole('button', { name: 'Delete' }).click());
  await page.reload();
  await expect(library.chip('frozen list Samples, 1 session missing')).toBeVisible();
  await library.chip('frozen list Samples').click();
  await expect(page).toHaveURL(/\/$/);

  await page.getByRole('button', { name: 'Corpora …' }).click();
  await line.getByRole('button', { name: 'Delete Samples' }).click();
  await line.getByRole('button', { name: 'Really delete Samples' }).click();
  await expect(corpora).toContainText('None yet');
});

test('chips, groups and filters read well, light and dark', async ({ page }) => {
  const library = new LibraryPage(page);
  await library.open('/?steps=4-&limit=100000-&group=agent');
  await expect(library.grid).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select all sessions shown' }).check();
  await expect(library.selection).toBeVisible();
  await expectFits(page, [1440, 768]);
  await library.filters();
  await expectFits(page, [1440, 768], '[role=dialog]');
});
