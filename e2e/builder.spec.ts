import { expect, test } from './support/test';
import { BuilderPage } from './pages/builder-page';
import { WorkbenchPage } from './pages/workbench-page';
import {
  expectFits,
  expectNoViolations,
  expectReadableColours,
} from './support/expect-no-violations';
import { watchErrors } from './support/watch-errors';

// Builder, workbench and command line under every policy: components/scenarios/builder/workbench-link.test.ts.
test('a scenario is previewed as it is typed, leaves and comes back as a file, and opens in the workbench', async ({
  page,
}, info) => {
  test.slow();
  const errors = watchErrors(page);
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
  await expectFits(page, [1440, 768]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });

  // The command line says what the form means; the preview follows the form a moment later.
  const file = await builder.export();
  expect(file.name).toBe('Everything.json');
  const { totals, peak } = await BuilderPage.simulate(file.path);
  expect(totals.stepsCompacted).toBeGreaterThan(1);
  await expect(builder.count('compactions')).toHaveText(String(totals.stepsCompacted));
  await expect(builder.count('calls')).toHaveText(String(totals.summarizerCalls));
  await expect(builder.count('steps')).toHaveText(String(totals.steps));
  await expect(builder.count('overflows')).toHaveText(String(totals.overflowSteps));
  await expect(builder.count('peak')).toHaveText(new RegExp(`^~?${peak.toLocaleString('en-US')}$`));
  const counts = await builder.preview.locator('[data-count]').allTextContents();
  await page.screenshot({ path: info.outputPath('builder.png') });

  await builder.button('New').click();
  await expect(builder.field('Context window')).toHaveValue('200,000');
  await builder.import(file.path);
  await expect(builder.field('Context window')).toHaveValue('32,000');
  await expect(builder.field('Name of tool 3')).toHaveValue('describe');
  await expect(builder.preview.locator('[data-count]')).toHaveText(counts);

  await builder.field('Answers with').selectOption({ index: 0 });
  await expect(builder.preview).not.toContainText('In the workbench: The scenario scripts');
  const compactions = Number(await builder.count('compactions').textContent());
  const open = builder.button('Open in workbench');
  await expect(open).toHaveAccessibleDescription(
    /it is added to the library as a generated session/,
  );
  await open.click();
  const bench = new WorkbenchPage(page);
  // The builder draws a chart as well: the heading shows that this one is the workbench's.
  await expect(page.locator('[data-session-name]')).toHaveText('Everything');
  await bench.drawn();
  await expect.poll(() => bench.setting('window')).toBe('28000');
  await expect.poll(() => bench.compactions()).toBe(compactions);
  // The form has survived.
  await page.goBack();
  await expect(builder.count('compactions')).toHaveText(String(compactions));
  expect(errors).toEqual([]);
});

test('scenarios are saved, duplicated, opened, deleted and brought back; what is wrong is said beside its field', async ({
  page,
}) => {
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

  // The last good preview stays.
  await builder.type('Context window', '64000');
  await expect(builder.count('limit')).toHaveText('64,000');
  const before = (await builder.outcome.textContent()) ?? '';
  await builder.type('Context window', 'many');
  await expect(builder.error('window')).toHaveText('Give a number.');
  await expect(builder.field('Context window')).toHaveAttribute('aria-invalid', 'true');
  await builder.type('Turns', '6000');
  await builder.type('Bytes of the answer of tool 1', '-5');
  await expect(builder.error('tools.0')).toHaveText('Bytes of the answer: At least 0.');
  await expect(builder.outcome).toHaveText(before);
  await expect(builder.state).toContainText('3 invalid fields; preview not updated');
  for (const name of ['Save', 'Duplicate', 'Export JSON', 'Open in workbench']) {
    await expect(builder.button(name)).toBeDisabled();
  }
  await expectNoViolations(page, '[data-error]');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectReadableColours(page, '[data-error]');

  // What is not saved survives a reload, with its faults.
  await page.reload();
  await expect(builder.error('turns')).toHaveText('At most 5,000.');
  await builder.type('Context window', '48k');
  await builder.type('Turns', '44');
  await builder.type('Bytes of the answer of tool 1', '6000');
  await expect(builder.outcome).not.toHaveText(before);
  await expect(builder.state).toHaveText('Changed since saved');
  await expect(builder.button('Open in workbench')).toBeEnabled();

  await page.getByLabel('Scenario file').setInputFiles({
    name: 'broken.json',
    mimeType: 'application/json',
    buffer: Buffer.from('{"scenarios":[{"name":"x"}]}'),
  });
  const alert = page.getByRole('alert').filter({ hasText: 'broken.json could not be read.' });
  await expect(alert).toContainText('$.scenarios[0].sessions');

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

  // A long scenario does not freeze the page, and the policy can be picked.
  await builder.type('Turns', '5000');
  await expect(builder.count('turns')).toHaveText('5,000');
  const window = builder.field('Context window');
  await window.fill('');
  await window.pressSequentially('150000');
  await expect(window).toHaveValue('150000');
  await expect(builder.count('limit')).toHaveText('150,000');
  await builder.preview.getByLabel('Policy').selectOption('none');
  await expect(builder.outcome).toContainText('Never compacts; overflows on');
});
