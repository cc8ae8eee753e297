import type { Page } from '@playwright/test';
import { expect, test } from '../support/test';
import { LibraryPage } from '../pages/library-page';
import { WorkbenchPage } from '../pages/workbench-page';
import { expectFits, expectNoViolations } from '../support/expect-no-violations';

test.describe.configure({ mode: 'serial' });

const CLAUDE = 'lib/readers/importers/formats/claude-code/fixtures/claude-code';

/** A library of three samples, not yet opened. */
async function libraryOfSamples(page: Page): Promise<LibraryPage> {
  const library = new LibraryPage(page);
  await library.empty();
  const bench = new WorkbenchPage(page);
  for (const sample of ['production-incident', 'kubernetes-agent', 'timing-gap']) {
    await bench.importSample(`${sample}.json`);
  }
  return library;
}

// Which sessions a condition leaves: lib/server/http/sessions/listing.test.ts, corpora/filter-chips.test.ts.
test('a filter is put together from views and chips, and the address holds it', async ({
  page,
}, info) => {
  test.slow();
  const library = await libraryOfSamples(page);
  await library.open();
  await library.choose(`${CLAUDE}/sidechain.jsonl`, `${CLAUDE}/compaction.jsonl`);
  await page.getByRole('button', { name: 'Close imports' }).click();
  const parent = library.row('explore with agents');
  await expect(parent).toBeVisible();
  await expect(library.row('port the parser')).toBeVisible();
  const all = (await library.names()).length;

  await library.tick('Event', 'overflows');
  await expect(page).toHaveURL(/[?&]with=overflow(&|$)/);
  await expect
    .poll(async () => [...(await library.names())].sort())
    .toEqual([expect.stringContaining('incident'), expect.stringContaining('timing gap')]);
  const panel = await library.filters();
  await panel.getByRole('textbox', { name: 'Limit, tokens from' }).fill('200k');
  await panel.getByRole('textbox', { name: 'Steps from' }).fill('100');
  await panel.getByRole('textbox', { name: 'Steps to' }).fill('1,000');
  await page.screenshot({ path: info.outputPath('filters.png') });
  await page.keyboard.press('Escape');
  await library.chip('overflows').click();
  await expect(page).toHaveURL(/[?&]steps=100-1000&limit=200000-(&|$)/);
  await expect.poll(() => library.names()).toHaveLength(2);
  await library.chip('steps 100 – 1,000').click();
  await expect(page).not.toHaveURL(/steps=/);
  await library.chip('limit ≥ 200,000').click();
  await expect.poll(() => library.names()).toHaveLength(all);

  const day = await library.filters();
  await day.getByLabel('First step from').fill('2099-01-01');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'No session is in this view' })).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).click();
  const parts = await library.filters();
  await parts.getByRole('combobox', { name: 'Sub-agents' }).selectOption('only them');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/[?&]subagents=only(&|$)/);
  // By itself a sub-agent says whose it is; below its session it is folded.
  await expect(library.row('look at a')).toContainText('sub-agent of explore with agents');
  await page.getByRole('button', { name: /^Remove: / }).click();

  await library.view(/^Claude Code/).click();
  await expect(page).toHaveURL(/\?agent=Claude\+Code$/);
  const folded = library.grid.locator('[role=row][data-head]').filter({ hasText: 'Show' });
  const severity = await folded.first().getAttribute('data-head');
  await library.head(severity ?? '').click();
  await expect(page).toHaveURL(new RegExp(`open=${severity}`));
  await page.screenshot({ path: info.outputPath('agent.png') });
  await page.reload();
  await expect(library.view(/^Claude Code/)).toHaveAttribute('aria-current', 'page');
  await expect(library.head(severity ?? '')).toContainText('Hide');

  await library.view(/^Overflowed/).click();
  await page.getByRole('checkbox', { name: 'Select all sessions shown' }).check();
  await expect(library.selection).toBeVisible();
  await expectFits(page, [1440, 768]);
  await library.filters();
  await expectFits(page, [1440, 768], '[role=dialog]');
});

test('a view is tuned over by its name, or kept as a corpus, frozen, shown and deleted', async ({
  page,
}, info) => {
  test.slow();
  const library = new LibraryPage(page);
  await library.open('/?q=sample&sort=name');
  await expect.poll(() => library.names()).toHaveLength(3);
  await page.getByRole('button', { name: 'Save this view as a corpus' }).click();
  const save = page.getByRole('dialog', { name: 'Save as corpus' });
  await save.getByRole('textbox', { name: 'Name' }).fill('Samples');
  await expectNoViolations(page, '[role=dialog]');
  await save.getByRole('button', { name: 'Save' }).click();
  await expect(save).toBeHidden();

  // The corpus is a view: by its name in the column, as the title, and in Tune.
  await expect(page).toHaveURL(/[?&]corpus=[0-9a-z]+(&|$)/);
  await expect(page.getByRole('heading', { level: 2, name: 'Samples' })).toBeVisible();
  await expect.poll(() => library.names()).toHaveLength(3);
  await page.getByRole('button', { name: 'Tune this view' }).click();
  await expect(page).toHaveURL(/\/tune\?corpus=[0-9a-z]+$/);
  await page.goBack();
  await page.getByRole('button', { name: 'Freeze' }).click();
  await expect(page.getByText(/^frozen · [0-9a-f]{8}$/)).toBeVisible();
  await expect(library.view(/^Samples/)).toContainText('3');
  await expectNoViolations(page);
  await page.screenshot({ path: info.outputPath('corpus.png') });

  await page.getByRole('checkbox', { name: /Select Sample: timing gap/ }).check();
  await library.changes('deletes', () =>
    library.selection.getByRole('button', { name: 'Delete' }).click(),
  );
  await page.reload();
  await expect(page.getByText('1 session missing')).toBeVisible();

  await page.getByRole('button', { name: 'Delete Samples' }).click();
  await page.getByRole('button', { name: 'Really delete Samples' }).click();
  await expect(page).not.toHaveURL(/corpus=/);
  await expect(library.view(/^Samples/)).toHaveCount(0);

  await library.search.fill('sample');
  await expect.poll(() => library.names()).toHaveLength(2);
  await page.getByRole('checkbox', { name: 'Select all sessions shown' }).check();
  await expect(library.selection).toContainText('2 selected');
  await expect(library.selection).toContainText(/[\d,]+ steps · 2 generated, not counted in Tune/);
  await page.screenshot({ path: info.outputPath('selection.png') });
  await library.selection.getByRole('button', { name: 'Add to a corpus…' }).click();
  const add = page.getByRole('dialog', { name: 'Add to a corpus' });
  await add.getByRole('textbox', { name: 'Name of a new corpus' }).fill('Picked by hand');
  await add.getByRole('button', { name: 'Save' }).click();
  await expect(library.view(/^Picked by hand/)).toBeVisible();
  await library.selection.getByRole('button', { name: 'Tune …' }).click();
  await expect(page).toHaveURL(/\/tune\?sessions=[0-9a-z]+(%2C|,)[0-9a-z]+/);
  await page.goBack();
  await library.tick('Event', 'overflows');
  await page.getByRole('button', { name: 'Tune this view' }).click();
  await expect(page).toHaveURL(/\/tune\?q=sample&with=overflow/);
  await expect(page.getByRole('combobox', { name: 'Corpus' })).toContainText(
    '“sample” · overflows',
  );
});

test('a corpus holds what passes its filter and what was picked by hand, and Tune takes exactly that', async ({
  page,
}) => {
  test.slow();
  const library = await libraryOfSamples(page);
  await library.open('/?severity=overflow&sort=name');
  await expect.poll(() => library.names()).toHaveLength(2);
  await page.getByRole('button', { name: 'Save this view as a corpus' }).click();
  const save = page.getByRole('dialog', { name: 'Save as corpus' });
  await save.getByRole('textbox', { name: 'Name' }).fill('Ours');
  await save.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Ours' })).toBeVisible();

  // One that the filter leaves out is put in by hand.
  await library.open('/?q=kubernetes');
  await page.getByRole('checkbox', { name: /Select Sample: Kubernetes/ }).check();
  await library.selection.getByRole('button', { name: 'Add to a corpus…' }).click();
  const add = page.getByRole('dialog', { name: 'Add to a corpus' });
  await expectNoViolations(page, '[role=dialog]');
  await add.getByRole('button', { name: 'Add to Ours' }).click();
  await expect(add).toBeHidden();
  await library.view(/^Ours/).click();
  await expect(page.getByText('Overflowed, and 1 session picked by hand')).toBeVisible();
  await library.sort('Name');
  await expect.poll(() => library.names()).toHaveLength(3);
  await library.selection.getByRole('button', { name: /^Clear/ }).click();
  await page.getByRole('button', { name: 'Tune this view' }).click();
  await expect(page).toHaveURL(/\/tune\?corpus=[0-9a-z]+$/);
  const corpus = page.getByRole('region', { name: 'Corpus' });
  await expect(corpus).toContainText('0 sessions + 3 generated');
  await expect(corpus).toContainText('Overflowed, and 1 session picked by hand');

  // Taken out again, it is left to the filter.
  await page.goBack();
  await page.getByRole('checkbox', { name: /Select Sample: Kubernetes/ }).check();
  await library.selection.getByRole('button', { name: 'Take out of Ours' }).click();
  await expect.poll(() => library.names()).toHaveLength(2);
  // One that passes its filter stays out as well.
  await page.getByRole('checkbox', { name: /Select Sample: production incident/ }).check();
  await library.selection.getByRole('button', { name: 'Take out of Ours' }).click();
  await expect.poll(() => library.names()).toHaveLength(1);
  await expect(page.getByText('Overflowed, without 2 sessions')).toBeVisible();
});
