import { expect, test } from '../support/test';
import { LibraryPage } from '../pages/library-page';
import { ClaudeCodeLog } from '../support/claude-code-log';
import { expectNoViolations } from '../support/expect-no-violations';

test('a first visit with samples says what this is and where to begin', async ({ page }, info) => {
  const library = new LibraryPage(page);
  await library.openEmpty();
  await page.getByRole('button', { name: 'Load eight sample sessions' }).click();
  const note = page.getByRole('note', { name: 'First visit' });
  await expect(note).toContainText(
    'Highwater replays recorded agent sessions through context-compaction policies',
  );
  const begin = note.getByRole('link', { name: 'Sample: production incident' });
  await expect(begin).toBeVisible();
  await expectNoViolations(page);
  await page.screenshot({ path: info.outputPath('first-visit.png') });
  await begin.click();
  await expect(page).toHaveURL(/\/sessions\/[0-9a-z]+$/);
  await page.goBack();
  await expect(note).toBeVisible();

  // An own recording ends the first visit.
  const log = new ClaudeCodeLog('e2e11e00-0000-4000-8000-0000000000f1')
    .user('A recording of my own')
    .answer(30_000, 'Read.');
  await library.drop({ name: 'own.jsonl', text: log.text() });
  await expect(library.row('A recording of my own')).toBeVisible();
  await expect(note).toBeHidden();
});
