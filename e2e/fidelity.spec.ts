import { expect, test } from './support/test';
import { CausePage } from './pages/cause-page';
import { WorkbenchPage } from './pages/workbench-page';
import { ClaudeCodeLog } from '@/lib/readers/importers/testing/claude-code-log';
import { expectNoViolations, expectReadableColours } from './support/expect-no-violations';

/**
 * Two automatic compactions and a manual one. Threshold 200,000 − 20,000 − 13,000 = 167,000. Before
 * step 2: 166,500 + ⌊40 / 4⌋ + ⌊1,200 / 4⌋ = 166,810, before step 4: 166,000 + 10 + 2,000 = 168,010.
 */
const log = new ClaudeCodeLog('fidelity')
  .user('p'.repeat(4_000))
  .answer(165_000, 'a'.repeat(400))
  .user('q'.repeat(4_000))
  .answer(166_500, 'a'.repeat(40))
  .user('r'.repeat(1_200))
  .compaction('auto', 166_900)
  .answer(31_000, 'a'.repeat(40))
  .user('s'.repeat(40_000))
  .answer(166_000, 'a'.repeat(40))
  .user('t'.repeat(8_000))
  .compaction('auto', 168_100)
  .answer(32_000, 'a'.repeat(40))
  .user('u'.repeat(400))
  .compaction('manual', 33_000)
  .answer(20_000, 'a'.repeat(40));

/** Two automatic compactions at their step: 166,000 and 166,500 + ⌊40 / 4⌋ + ⌊4,000 / 4⌋ of 167,000. */
const reproduced = new ClaudeCodeLog('as-it-ran')
  .user('p'.repeat(4_000))
  .answer(165_000, 'a'.repeat(40))
  .user('q'.repeat(400))
  .answer(166_000, 'a'.repeat(40))
  .user('r'.repeat(4_000))
  .compaction('auto', 167_020)
  .answer(31_000, 'a'.repeat(40))
  .user('s'.repeat(40_000))
  .answer(166_500, 'a'.repeat(40))
  .user('t'.repeat(4_000))
  .compaction('auto', 167_600)
  .answer(32_000, 'a'.repeat(40));

test('a Claude Code session opens at its first recorded compaction, one sentence, no badge needed', async ({
  page,
}, info) => {
  const bench = new WorkbenchPage(page);
  const id = await bench.importText('as-it-ran.jsonl', reproduced.text());
  await bench.open(id);
  await expect(bench.inForce).toHaveAttribute('data-policy-in-force', 'claude-code');
  await expect(bench.ledger.getByRole('heading', { name: 'Step 2' })).toBeVisible();
  await expect(bench.ledger.locator('[data-outcome=compacted]')).toBeVisible();
  await expect(new CausePage(page).headline).toHaveText(
    'Step 2 compacted: the policy’s count of 167,010 is 10 above the threshold of 167,000.',
  );
  await expect(bench.verdict).toHaveText(
    'Compacted at steps 2 and 4, as its policy does; nothing overflowed.',
  );
  // The badge says the same, and the address stays bare while nothing is changed.
  await expect(page.getByRole('banner').locator('[data-fidelity]')).toHaveText(
    /reproduces 2 of 2 recorded compactions$/,
  );
  expect(new URL(page.url()).search).toBe('');
  await expectNoViolations(page);
  await page.screenshot({ path: info.outputPath('as-it-ran.png') });

  // What-if starts from there.
  await bench.type('Context window', '190000');
  await expect(bench.verdict).toContainText('With a window of 190,000: ');
  await expect.poll(() => bench.setting('window')).toBe('190000');
  // The policy is the one that it opens with: the address does not name it.
  expect(bench.setting('policy')).toBeNull();
  await page.locator('h1').click();
  await page.keyboard.press('z');
  await expect.poll(() => new URL(page.url()).search).toBe('');

  // From ContextGuard by a key, and back by the same.
  await page.keyboard.press('c');
  await expect(bench.inForce).toHaveAttribute('data-policy-in-force', 'contextguard-threshold');
  await expect(bench.verdict).toContainText('Under ContextGuard threshold: ');
  await page.keyboard.press('c');
  await expect(bench.inForce).toHaveAttribute('data-policy-in-force', 'claude-code');
  await expect(bench.verdict).toContainText('as its policy does');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard' })).toContainText(
    'start from ContextGuard, or from the agent’s own policy again',
  );
  await page.keyboard.press('Escape');
});

test('says how many recorded compactions the agent’s policy reproduces, lists the others, and fits a threshold', async ({
  page,
}, info) => {
  const bench = new WorkbenchPage(page);
  const id = await bench.importText('fidelity.jsonl', log.text());
  await bench.open(id);
  const badge = page.getByRole('banner').locator('[data-fidelity]');
  await expect(badge).toHaveText(/reproduces 1 of 2 recorded compactions$/);
  await badge.click();
  // What the user asked for is no decision of the agent's.
  await expect(bench.verdict).toHaveText(
    'Compacted at steps 2, 4 and 5 (by hand), 1 of 2 as its policy does; nothing overflowed.',
  );
  const dialog = page.getByRole('dialog', { name: 'Recorded compactions' });
  await expect(dialog).toContainText('Claude Code, recorded by Claude Code 2.1.37');
  const row = (outcome: string) => dialog.locator(`tr[data-outcome=${outcome}]`);
  await expect(row('held')).toHaveText(/2166,900166,810167,000−190the policy holds/);
  await expect(row('reproduced')).toHaveText(/4168,100168,010167,000\+1,010reproduced/);
  await expect(row('manual')).toHaveText(/533,000.*manual, not checked/);
  await expect(dialog).toContainText('At the recorded step the policy’s value is 190 below');
  await expectNoViolations(page, '[role=dialog]');
  await page.screenshot({ path: info.outputPath('fidelity.png') });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectReadableColours(page, '[role=dialog]');
  await page.emulateMedia({ colorScheme: 'light' });
  await page.screenshot({ path: info.outputPath('fidelity-dialog.png') });

  await dialog.getByRole('button', { name: 'Select step 2' }).click();
  await expect(dialog).toBeHidden();
  await expect(bench.ledger.getByRole('heading', { name: 'Step 2' })).toBeVisible();

  // The threshold fitted to the recording, which the what-if is set to.
  await badge.click();
  const fitted = page.getByRole('region', { name: 'Fitted threshold' });
  // The lower of both fired at 166,810; at up to 166,500 nothing fired.
  await expect(fitted).toContainText('166,810 tokens (the policy’s own: 167,000)');
  await expect(fitted).toContainText('2 compactions at 166,810 to 168,010; at up to');
  await fitted.getByRole('button', { name: 'Use the fitted setting' }).click();
  await expect(bench.inForce).toHaveAttribute('data-policy-in-force', 'claude-code');
  await expect.poll(() => bench.setting('observed')).toBe('166810');
  // An observed threshold is no function of the window: it has a line, and no handle.
  await expect(page.getByRole('region', { name: 'Chart' })).toContainText('166,810');
  await expect(bench.operand('decision')).toHaveText('166,810');
  await expect(bench.operand('threshold')).toHaveText('166,810');
  // The badge judges the settings in force: these hit both.
  await expect(badge).toHaveText(/as set: reproduces 2 of 2 recorded compactions$/);
  await badge.click();
  await expect(dialog).toContainText('Checked against the settings in force');
  await expect(dialog.locator('tr[data-outcome=reproduced]')).toHaveCount(2);
  await expect(fitted).toContainText('166,810 tokens (the policy’s own: 167,000)');
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  // The draft is one change: undone, the session is as it ran.
  await page.locator('h1').click();
  await page.keyboard.press('z');
  await expect.poll(() => bench.setting('observed')).toBeNull();
  await expect(bench.verdict).toContainText('1 of 2 as its policy does');
  await expect(badge).toHaveText(/reproduces 1 of 2 recorded compactions$/);
});

test('offers the threshold that all sessions of the version in the library give', async ({
  page,
}, info) => {
  // Fires at 160,000 + ⌊40 / 4⌋ + ⌊40,000 / 4⌋ = 170,010; a second one at 160,400 + 10,010.
  const compacting = (id: string, held: number): string =>
    new ClaudeCodeLog(id, { version: '2.1.39' })
      .user('p'.repeat(4_000))
      .answer(held, 'a'.repeat(40))
      .user('q'.repeat(40_000))
      .compaction('auto', held + 10_100)
      .answer(31_000, 'a'.repeat(40))
      .text();
  const bench = new WorkbenchPage(page);
  const id = await bench.importText('fit-one.jsonl', compacting('fit-one', 160_000));
  await bench.open(id);
  const badge = page.getByRole('banner').locator('[data-fidelity]');
  const fitted = page.getByRole('region', { name: 'Fitted threshold' });
  await badge.click();
  await expect(fitted).toContainText(
    'No other session of Claude Code 2.1.39 at a window of 200,000 in the library shows when it compacts',
  );
  await bench.importText('fit-two.jsonl', compacting('fit-two', 160_400));
  await page.getByRole('button', { name: 'Close', exact: true }).last().click();
  await badge.click();
  const library = fitted.locator('[data-library-fit]');
  await expect(library).toContainText(
    'Threshold fitted to 2 sessions of Claude Code 2.1.39 at a window of 200,000: 170,010 tokens.',
  );
  await expect(library).toContainText('2 compactions in 2 sessions at 170,010 to 170,410.');
  await expectNoViolations(page, '[role=dialog]');
  await page.screenshot({ path: info.outputPath('library-fit.png') });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectReadableColours(page, '[role=dialog]');
  await page.screenshot({ path: info.outputPath('library-fit-dark.png') });
  await library.getByRole('button', { name: 'Use the version’s setting' }).click();
  await expect(bench.inForce).toHaveAttribute('data-policy-in-force', 'claude-code');
  await expect.poll(() => bench.setting('observed')).toBe('170010');

  // A session that never compacted is offered the same, and told that its policy asked.
  // Before its last request stood 150,000 + ⌊40 / 4⌋ + ⌊72,000 / 4⌋ = 168,010 of 167,000.
  const late = new ClaudeCodeLog('fit-none', { version: '2.1.39' })
    .user('p'.repeat(400))
    .answer(150_000, 'a'.repeat(40))
    .user('q'.repeat(72_000))
    .answer(167_500, 'a'.repeat(40));
  await bench.open(await bench.importText('fit-none.jsonl', late.text()));
  await page
    .getByRole('button', { name: 'recorded: 0 compactions; its policy asked for it at step 1' })
    .click();
  const none = page.getByRole('dialog', { name: 'No recorded compaction' });
  await expect(none).toContainText(
    'The session never compacted, although its policy asked for it at step 1',
  );
  await expect(none).toContainText('Threshold fitted to 2 sessions of Claude Code 2.1.39');
  await expectNoViolations(page, '[role=dialog]');
  await page.screenshot({ path: info.outputPath('no-compaction.png') });
  await none.getByRole('button', { name: 'Use the version’s setting' }).click();
  await expect(none).toBeHidden();
  await expect.poll(() => bench.setting('observed')).toBe('170010');
});
