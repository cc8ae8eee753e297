import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { LibraryPage } from '../pages/library-page';
import { TunePage } from '../pages/tune-page';
import { ClaudeCodeLog } from '@/lib/readers/importers/testing/claude-code-log';
import { expect, test } from '../support/test';
import { expectNoViolations } from '../support/expect-no-violations';

/** Grows to 150,000 tokens and then by 60,000 at once, refused: a correction below 3.5 comes too late. */
function jumping(): string {
  const log = new ClaudeCodeLog('jump');
  for (let step = 1; step <= 15; step++) {
    log.user('word '.repeat(2_000)).answer(step * 10_000, 'Done.');
  }
  return log.user('word '.repeat(12_000)).refusal(210_000, 200_000).text();
}

function calm(): string {
  const log = new ClaudeCodeLog('calm');
  for (let step = 1; step <= 6; step++) {
    log.user('word '.repeat(2_000)).answer(step * 10_000, 'Done.');
  }
  return log.text();
}

const check = (file: string, folder: string) =>
  spawnSync(process.execPath, ['lib/cli/bin.mjs', 'check', file, folder], {
    encoding: 'utf8',
  });

test('from the library to settings that stay true: filter, corpus, sweep, cell, session, check', async ({
  page,
}) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'highwater-ship-'));
  const tune = new TunePage(page);
  const library = new LibraryPage(page);
  await library.empty();
  for (const [name, text] of [
    ['jump.jsonl', jumping()],
    ['calm.jsonl', calm()],
  ] as const) {
    writeFileSync(path.join(folder, name), text);
    await tune.importText(name, text);
  }

  // Filter → corpus.
  await library.open('/?agent=Claude+Code&open=below%2Cbrief');
  await expect.poll(() => library.names()).toHaveLength(2);
  await page.getByRole('button', { name: 'Save this view as a corpus' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('Ours');
  await dialog.getByRole('button', { name: /Save/ }).click();
  await expect(dialog).toHaveCount(0);

  // Corpus → sweep.
  await page.getByRole('button', { name: 'Tune this view' }).click();
  await expect(page).toHaveURL(/\/tune\?/);
  // Under the policy that all of them ran under, until another one is chosen.
  const policy = page.getByRole('combobox', { name: 'Policy', exact: true });
  await expect(policy).toHaveValue('claude-code');
  await tune.swept();
  await policy.selectOption('contextguard-threshold');
  await tune.swept();
  await expect(tune.coverage).toHaveText(/^1 of 2 recorded sessions comes? near a threshold/);
  await expect(tune.answer.first()).toContainText(/^Keep /);

  // A cell whose cap is too low → the session that fails there → the step that decides.
  const low = tune.cell(/^Context window 200,000, Correction cap 2×:/);
  await expect(low).toHaveText('▲ 1');
  await low.click();
  const row = tune.sessions.getByRole('row').filter({ hasText: '▲ 1 at' });
  await expect(row).toHaveCount(1);
  const failing = row.getByRole('link');
  await expect(failing).toHaveAttribute('href', /cap=2/);
  await failing.click();
  await expect(page).toHaveURL(/\/sessions\/[0-9a-z]+\?.*cap=2/);
  await expect(page.getByRole('region', { name: /Ledger/ })).toBeVisible();
  await page.goBack();
  await tune.swept();

  // Today's settings, recorded, and held by the command line; lib/cli/answers/check.test.ts
  // shows how it fails where a setting is broken.
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Record expectation' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('highwater.yaml');
  const yaml = readFileSync(await download.path(), 'utf8');
  expect(yaml).toContain('expect: never overflows');
  expect(yaml).toContain('window: 200000');
  const kept = path.join(folder, 'highwater.yaml');
  writeFileSync(kept, yaml);
  const passed = check(kept, folder);
  expect(passed.stdout + passed.stderr).not.toContain('failed');
  expect(passed.status).toBe(0);

  // What was recorded is a promise now: it stands beside the answer until it is forgotten.
  const promises = page.locator('[data-promises]');
  await expect(promises).toContainText(/\d+ promises? waits? for later recordings|promises? kept/);
  await promises.locator('summary').click();
  await expectNoViolations(page);
  await promises.getByRole('button', { name: 'Forget promise 1' }).click();
  await expect(promises).toHaveCount(0);
  rmSync(folder, { recursive: true, force: true });
});
