import { expect, test } from './support/test';
import { BuilderPage } from './pages/builder-page';
import { WorkbenchPage } from './pages/workbench-page';
import {
  expectFits,
  expectNoViolations,
  expectReadableColours,
} from './support/expect-no-violations';
import { watchErrors } from './support/watch-errors';

test('builder, workbench and command line give the same numbers', async ({ page }, info) => {
  const errors = watchErrors(page);
  const builder = new BuilderPage(page);
  await builder.open();
  await builder.name('Same numbers');
  await builder.type('Context window', '128k');
  await builder.type('Turns', '90');
  await builder.type('Real / heuristic', '2.4');
  await builder.type('Summary', '2,500');
  await builder.type('Bytes of the answer of tool 2', '22000');
  // The command line says what the form means; the preview follows the form a moment later.
  const file = await builder.export();
  expect(file.name).toBe('Same-numbers.json');
  const simulated = await BuilderPage.simulate(file.path);
  const compactions = simulated.totals.stepsCompacted;
  const peak = simulated.peak.toLocaleString('en-US');
  expect(compactions).toBeGreaterThan(1);
  await expect(builder.count('turns')).toHaveText('90');
  await expect(builder.count('compactions')).toHaveText(String(compactions));
  await expect(builder.count('peak')).toHaveText(new RegExp(`^~?${peak}$`));
  await expect(builder.count('steps')).toHaveText(String(simulated.totals.steps));
  await expect(builder.count('calls')).toHaveText(String(simulated.totals.summarizerCalls));
  await expect(builder.count('overflows')).toHaveText(String(simulated.totals.overflowSteps));
  await expect(builder.outcome).toContainText(`Compacts ${compactions} times, at step`);
  const [, peakStep = ''] =
    /largest request, at step (\d+)/.exec((await builder.outcome.textContent()) ?? '') ?? [];
  await page.screenshot({ path: info.outputPath('builder.png') });

  await builder.button('Open in workbench').click();
  const bench = new WorkbenchPage(page);
  // The builder draws a chart as well: the heading shows that this one is the workbench's.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Same numbers');
  await bench.drawn();
  await expect.poll(() => bench.setting('summaryBytes')).toBe('2500');
  await expect.poll(() => bench.setting('window')).toBe('128000');
  const compacting = bench.page.locator('[data-part="event-replayed"]');
  await expect(compacting).toHaveAttribute('d', /^M/);
  await expect(bench.verdict).toContainText('compacts at step');
  await expect.poll(() => bench.compactions()).toBe(compactions);
  // The largest request stands at the same step with the same size.
  const opened = new URL(page.url());
  await page.goto(`${opened.pathname}${opened.search}&step=${peakStep}`);
  const row = bench.steps.locator('[role="row"][aria-selected="true"]');
  await expect(row.locator('[data-column="step"]')).toHaveText(peakStep);
  await expect(row.locator('[data-column="real"]')).toHaveText(new RegExp(`^${peak}`));

  // The same scenario is the same session; the form has survived.
  await page.goto('/scenarios/builder');
  await expect(builder.count('compactions')).toHaveText(String(compactions));
  await builder.button('Open in workbench').click();
  await expect(page).toHaveURL(({ pathname }) => pathname === opened.pathname);
  expect(errors).toEqual([]);
});

test('a plan with every condition: export, import, command line', async ({ page }) => {
  const builder = new BuilderPage(page);
  await builder.open();
  await builder.name('Everything');
  await builder.type('Context window', '32000');
  await builder.type('WithMaxTokens', '28000');
  await builder.type('Turns', '24');
  await builder.button('Add a tool').click();
  await builder.type('Name of tool 3', 'describe');
  await builder.type('Calls a turn of tool 3', '2');
  await builder.field('Calls one after the other').check();
  await builder.button('Add data').click();
  await builder.field('Ratio').selectOption('one per category');
  await builder.type('Tool answers', '2.1');
  await builder.type('From turn', '4');
  await builder.type('Every k-th step', '3');
  await builder.field('Answers with').selectOption('these, in order');
  await builder.type('Calls, in order', '900, fail, 1200');
  await expect(builder.preview).toContainText('In the workbench: The scenario scripts 3 different');
  const counts = await builder.preview.locator('[data-count]').allTextContents();
  const file = await builder.export();
  const { totals } = await BuilderPage.simulate(file.path);
  await expect(builder.count('compactions')).toHaveText(String(totals.stepsCompacted));
  await expect(builder.count('calls')).toHaveText(String(totals.summarizerCalls));

  await builder.button('New').click();
  await expect(builder.field('Context window')).toHaveValue('200,000');
  await builder.import(file.path);
  await expect(builder.field('Context window')).toHaveValue('32,000');
  await expect(builder.field('Name of tool 3')).toHaveValue('describe');
  await expect(builder.preview.locator('[data-count]')).toHaveText(counts);
});

test('scenarios are saved, duplicated, opened, deleted and brought back', async ({ page }) => {
  const builder = new BuilderPage(page);
  await builder.open();
  await builder.name('Kept');
  await builder.type('Turns', '33');
  await expect(builder.state).toHaveText('Not saved');
  await builder.button('Save').click();
  await expect(builder.state).toHaveText('Saved');
  await expect(builder.saved.getByRole('listitem')).toContainText(['Kept']);
  await builder.button('Duplicate').click();
  await expect(page.getByLabel('Name of the scenario')).toHaveValue('Kept (copy)');
  await expect(builder.saved.getByRole('listitem')).toHaveCount(2);
  await builder.type('Turns', '44');
  await expect(builder.state).toHaveText('Changed since saved');

  // What is not saved survives a reload.
  await page.reload();
  await expect(builder.field('Turns')).toHaveValue('44');
  await expect(builder.state).toHaveText('Changed since saved');

  await builder.saved.getByRole('button', { name: 'Kept', exact: true }).click();
  await expect(builder.field('Turns')).toHaveValue('33');
  await builder.button('Undo').click();
  await expect(builder.field('Turns')).toHaveValue('44');
  await builder.button('Delete Kept').click();
  await expect(builder.saved.getByRole('listitem')).toHaveCount(1);
  await builder.button('Undo').click();
  await expect(builder.saved.getByRole('listitem')).toHaveCount(2);
  for (const name of ['Kept', 'Kept (copy)']) {
    await builder.button(`Delete ${name}`).click();
    await expect(builder.button(`Delete ${name}`)).toHaveCount(0);
  }
  await expect(builder.saved).toHaveCount(0);
  await expect(builder.state).toHaveText('Not saved');
});

test('what cannot be run is said beside the field, and the last good preview stays', async ({
  page,
}) => {
  const builder = new BuilderPage(page);
  await builder.open();
  await builder.type('Context window', '64000');
  await expect(builder.count('limit')).toHaveText('64,000');
  const before = (await builder.outcome.textContent()) ?? '';
  await builder.type('Context window', 'many');
  await expect(builder.error('window')).toHaveText('Give a number.');
  await expect(builder.field('Context window')).toHaveAttribute('aria-invalid', 'true');
  await builder.type('Turns', '6000');
  await expect(builder.error('turns')).toHaveText('At most 5,000.');
  await builder.type('Bytes of the answer of tool 1', '-5');
  await expect(builder.error('tools.0')).toHaveText('Bytes of the answer: At least 0.');
  await expect(builder.outcome).toHaveText(before);
  await expect(builder.state).toContainText('3 invalid fields; preview not updated');
  for (const name of ['Save', 'Duplicate', 'Export JSON', 'Open in workbench']) {
    await expect(builder.button(name)).toBeDisabled();
  }
  await page.reload();
  await expect(builder.error('turns')).toHaveText('At most 5,000.');
  await builder.type('Context window', '48k');
  await builder.type('Turns', '60');
  await builder.type('Bytes of the answer of tool 1', '6000');
  await expect(builder.outcome).not.toHaveText(before);
  await expect(builder.button('Open in workbench')).toBeEnabled();

  await page.getByLabel('Scenario file').setInputFiles({
    name: 'broken.json',
    mimeType: 'application/json',
    buffer: Buffer.from('{"scenarios":[{"name":"x"}]}'),
  });
  const alert = page.getByRole('alert').filter({ hasText: 'broken.json could not be read.' });
  await expect(alert).toContainText('$.scenarios[0].sessions');
});

test('long scenarios do not freeze the page; the policy can be picked', async ({ page }) => {
  const builder = new BuilderPage(page);
  await builder.open();
  await builder.type('Turns', '5000');
  await expect(builder.count('turns')).toHaveText('5,000');
  await expect(builder.count('steps')).toHaveText('10,000');
  const window = builder.field('Context window');
  await window.fill('');
  await window.pressSequentially('150000');
  await expect(window).toHaveValue('150000');
  await expect(builder.count('limit')).toHaveText('150,000');
  await builder.preview.getByLabel('Policy').selectOption('none');
  await expect(builder.outcome).toContainText('Never compacts; overflows on');
});

test('passes axe, and says that opening a scenario adds a session', async ({ page }) => {
  const builder = new BuilderPage(page);
  await builder.open();
  await builder.button('Add data').click();
  await expectFits(page, [1440, 768]);
  await builder.type('Turns', '0');
  await expect(builder.error('turns')).toBeVisible();
  await expectReadableColours(page, '[data-error]');
  await page.emulateMedia({ colorScheme: 'light' });
  await expectNoViolations(page);
  await builder.type('Turns', '60');
  const open = page.getByRole('button', { name: 'Open in workbench' });
  await expect(open).toHaveAccessibleDescription(
    /it is added to the library as a generated session/,
  );
  await open.focus();
  await expect(page.getByRole('tooltip')).toContainText('added to the library');
});
