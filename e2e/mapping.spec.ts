import { writeFileSync } from 'node:fs';
import { expect, test } from './support/test';
import { LibraryPage } from './pages/library-page';
import { MappingPage } from './pages/mapping-page';
import { expectNoViolations } from './support/expect-no-violations';

/** Lines of a log that no importer knows; the robot's word for itself is nobody else's. */
const log = (name: string): string =>
  [
    { run: name, who: 'human', said: `Mapped question of ${name}`, cost: null },
    { run: name, who: 'unit-7', said: 'First answer', cost: { n: 1200 } },
    { run: name, who: 'human', said: 'And then?' },
    { run: name, who: 'unit-7', said: 'Second answer', cost: { n: 1350 } },
    { run: name, who: 'pulse', said: 'alive' },
  ]
    .map((record) => `${JSON.stringify(record)}\n`)
    .join('');

test('maps an unknown file, and offers the mapping for the next of its kind', async ({
  page,
}, info) => {
  const library = new LibraryPage(page);
  await library.open();
  const file = info.outputPath('robot.jsonl');
  writeFileSync(file, log('robot-one'));
  await library.choose(file);
  const item = library.importOf('robot.jsonl');
  await expect(item.getByRole('alert')).toContainText('no importer recognises', {
    timeout: 30_000,
  });
  await item.getByRole('link', { name: 'Map the fields of robot.jsonl' }).click();
  const mapping = new MappingPage(page);
  await mapping.isOpen('robot.jsonl');
  await expect(mapping.field('Role or type')).toHaveValue('who');
  await expect(mapping.field('Text or content')).toHaveValue('said');
  await expect(mapping.record(1)).toContainText('user Mapped question of robot-one');
  await expect(mapping.record(2)).toContainText('dropped: left out by the mapping');
  await mapping.form.getByLabel('unit-7').selectOption('model: a step');
  await mapping.field('Input tokens').fill('cost.n');
  await expect(mapping.record(2)).toContainText('model First answer');
  await expect(mapping.record(2)).toContainText('1,200 prompt tokens');
  await expect(mapping.preview.getByRole('status')).toHaveText(
    'First 5 records: 4 kept, 1 dropped; 1 session, 2 steps.',
  );
  await expectNoViolations(page);
  await page.screenshot({ path: info.outputPath('mapping.png'), fullPage: true });
  await page.getByLabel('Save this mapping under a name').fill('Robot log');
  await mapping.press('Save and import');
  await expect(page.getByRole('link', { name: 'Mapped question of robot-one' })).toBeVisible({
    timeout: 30_000,
  });

  // The steps that a mapping gives: mapped.test.ts. It is offered for the next file of its kind.
  await library.open();
  const next = info.outputPath('robot-2.jsonl');
  writeFileSync(next, log('robot-two'));
  await library.choose(next);
  await library
    .importOf('robot-2.jsonl')
    .getByRole('link', { name: 'Map the fields of robot-2.jsonl' })
    .click({ timeout: 30_000 });
  await mapping.isOpen('robot-2.jsonl');
  await mapping.form.getByLabel('Start from').selectOption('Robot log (fits these records)');
  await expect(mapping.field('Input tokens')).toHaveValue('cost.n');
  await mapping.press('Import');
  await expect(page.getByRole('link', { name: 'Mapped question of robot-two' })).toBeVisible({
    timeout: 30_000,
  });
});
