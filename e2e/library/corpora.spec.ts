import { expect, test } from '../support/test';
import { LibraryPage } from '../pages/library-page';
import { WorkbenchPage } from '../pages/workbench-page';
import { expectFits, expectNoViolations } from '../support/expect-no-violations';

test.describe.configure({ mode: 'serial' });

const CLAUDE = 'lib/readers/importers/formats/claude-code/fixtures/claude-code';

// Which sessions a condition leaves: components/library/session-lists.test.ts, corpora/filter-chips.test.ts.
test('a filter is put together from chips and groups, and the address holds it', async ({
  page,
}, info) => {
  test.slow();
  const library = new LibraryPage(page);
  await library.empty();
  const bench = new WorkbenchPage(page);
  for (const sample of ['production-incident', 'kubernetes-agent', 'timing-gap']) {
    await bench.importSample(`${sample}.json`);
  }
  await library.open();
  await library.choose(`${CLAUDE}/sidechain.jsonl`, `${CLAUDE}/compaction.jsonl`);
  const group = library.group('Claude Code');
  await expect(library.row('look at a')).toBeVisible();
  const all = (await library.names()).length;

  await library.tick('Event', 'overflows');
  await expect(page).toHaveURL(/\?with=overflow$/);
  await expect
    .poll(() => library.names())
    .toEqual([expect.stringContaining('timing gap'), expect.stringContaining('incident')]);
  const panel = await library.filters();
  await panel.getByRole('textbox', { name: 'Limit, tokens from' }).fill('200k');
  await panel.getByRole('textbox', { name: 'Steps from' }).fill('100');
  await panel.getByRole('textbox', { name: 'Steps to' }).fill('1,000');
  await page.screenshot({ path: info.outputPath('filters.png') });
  await page.keyboard.press('Escape');
  await library.chip('overflows').click();
  await expect(page).toHaveURL(/\?steps=100-1000&limit=200000-$/);
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
  await page.getByRole('button', { name: /^Remove: / }).click();

  await library.grouping.selectOption('agent');
  await expect(group).toContainText(/sessions, \d+ sub-agents?/);
  await page.screenshot({ path: info.outputPath('agents.png') });
  await group.getByRole('button', { name: 'Hide the sessions of Claude Code' }).click();
  await expect.poll(async () => (await library.names()).length).toBeLessThan(all);
  await expect(page).toHaveURL(/group=agent&fold=Claude\+Code$/);
  await page.reload();
  const fold = group.getByRole('button', { name: 'Show the sessions of Claude Code' });
  await expect(fold).toHaveAttribute('aria-expanded', 'false');
  await fold.click();
  await library.tick('Event', 'overflows');
  await page.getByRole('checkbox', { name: 'Select all sessions shown' }).check();
  await expect(library.selection).toBeVisible();
  await expectFits(page, [1440, 768]);
  await library.filters();
  await expectFits(page, [1440, 768], '[role=dialog]');
});

test('what is shown or selected is tuned over, or saved as a corpus, frozen, shown and deleted', async ({
  page,
}, info) => {
  test.slow();
  const library = new LibraryPage(page);
  await library.open('/?q=sample&sort=name');
  await expect.poll(() => library.names()).toHaveLength(3);
  await page.getByRole('button', { name: 'Save as corpus' }).click();
  const save = page.getByRole('dialog', { name: 'Save as corpus' });
  await save.getByRole('textbox', { name: 'Name' }).fill('Samples');
  await expectNoViolations(page, '[role=dialog]');
  await save.getByRole('button', { name: 'Save' }).click();
  await expect(save).toBeHidden();

  await library.search.fill('');
  await page.getByRole('button', { name: 'Corpora …' }).click();
  const corpora = page.getByRole('dialog', { name: 'Corpora' });
  const line = corpora.getByRole('listitem', { name: 'Samples' });
  await expect(line).toContainText('saved filter');
  await expect(line.getByRole('link', { name: 'Tune …' })).toHaveAttribute(
    'href',
    /^\/tune\?corpus=[0-9a-z]+$/,
  );
  await line.getByRole('button', { name: 'Show' }).click();
  await expect(page).toHaveURL(/\?q=sample(&|$)/);

  await page.getByRole('button', { name: 'Corpora …' }).click();
  await line.getByRole('button', { name: 'Freeze' }).click();
  await expect(line).toContainText(/frozen, 3 sessions · [0-9a-f]{8} · from/);
  await expectNoViolations(page, '[role=dialog]');
  await page.screenshot({ path: info.outputPath('corpora.png') });
  await line.getByRole('button', { name: 'Show' }).click();
  await expect(page).toHaveURL(/\?(sort=name&)?corpus=[0-9a-z]+(&|$)/);
  await expect.poll(() => library.names()).toHaveLength(3);
  await expect(library.chip('frozen list Samples')).toBeVisible();

  await page.getByRole('checkbox', { name: /Select Sample: timing gap/ }).check();
  await library.changes('deletes', () => page.getByRole('button', { name: 'Delete' }).click());
  await page.reload();
  await expect(library.chip('frozen list Samples, 1 session missing')).toBeVisible();
  await library.chip('frozen list Samples').click();
  await expect(page).not.toHaveURL(/corpus=/);

  await page.getByRole('button', { name: 'Corpora …' }).click();
  await line.getByRole('button', { name: 'Delete Samples' }).click();
  await line.getByRole('button', { name: 'Really delete Samples' }).click();
  await expect(corpora).toContainText('None yet');
  await page.keyboard.press('Escape');

  await library.search.fill('sample');
  await expect.poll(() => library.names()).toHaveLength(2);
  await page.getByRole('checkbox', { name: 'Select all sessions shown' }).check();
  await expect(library.selection).toContainText('2 selected');
  await expect(library.selection).toContainText(/[\d,]+ steps · 2 generated, which never decide/);
  await page.screenshot({ path: info.outputPath('selection.png') });
  await library.selection.getByRole('button', { name: 'Tune …' }).click();
  await expect(page).toHaveURL(/\/tune\?sessions=[0-9a-z]+(%2C|,)[0-9a-z]+/);
  await page.goBack();
  await library.tick('Event', 'overflows');
  await page.getByRole('button', { name: 'Tune …' }).click();
  await expect(page).toHaveURL(/\/tune\?q=sample&with=overflow/);
});
