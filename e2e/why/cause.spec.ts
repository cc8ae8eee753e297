import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '../support/test';
import { ClaudeCodeLog } from '../support/claude-code-log';
import { expectNoViolations } from '../support/expect-no-violations';
import { watchErrors } from '../support/watch-errors';
import { CausePage } from '../pages/cause-page';
import { LibraryPage } from '../pages/library-page';
import { WorkbenchPage } from '../pages/workbench-page';

const INCIDENT = 'production-incident.json';
const run = promisify(execFile);

interface Printed {
  readonly headline: { readonly text: string };
  readonly clauses: readonly { readonly text: string }[];
  readonly remedies: readonly {
    readonly label: string;
    readonly margin: number | null;
    readonly text: string;
  }[];
}

/** A report's sentences and remedies, as the page's parts are read. */
const saidBy = ({ headline, clauses, remedies }: Printed) => ({
  headline: headline.text,
  clauses: clauses.map(({ text }) => text),
  remedies: remedies.map(({ label, text }) => [label, text]),
});

async function printed(...args: readonly string[]): Promise<Printed> {
  const cli = ['--import', 'tsx', 'lib/host/cli/main.ts', 'explain'];
  const { stdout } = await run('node', [...cli, `public/samples/${INCIDENT}`, ...args, '--json']);
  const { sessions } = JSON.parse(stdout) as { sessions: readonly Printed[] };
  const [first] = sessions;
  if (first === undefined) throw new Error('Nothing is printed');
  return first;
}

test('from the library to the cause, and by a chip to another verdict, with the keyboard alone', async ({
  page,
}, info) => {
  const errors = watchErrors(page);
  await new LibraryPage(page).openEmpty();
  const bench = new WorkbenchPage(page);
  const why = new CausePage(page);
  await bench.importSample(INCIDENT);
  await page.goto('/');
  const link = page.getByRole('link', { name: /production incident/ }).first();
  await link.focus();
  await page.keyboard.press('Enter');
  await bench.drawn();

  await expect(why.headline).toHaveText(
    'Step 143 did not compact: the correction measured 8.33× and is capped at 5×.',
  );
  await expect(why.clauses).toHaveText([
    '88,347 tokens of every request are not in what ContextGuard counts.',
    'The last step then added 50,819, the largest jump of the session, right after mcp_connect.',
    'The provider refused 200,819 of 200,000.',
  ]);
  await expect(why.remedies).toHaveText([
    'Cap 7.5× margin 0 at 143; no other step changes',
    'Cap off margin +20,000 at 143; no other step changes',
    'Window 187,500 margin 0 at 143; no other step changes',
    'Window 180,000 margin +84 at 125, 18 steps earlier; 143 fits',
  ]);
  await expect(why.view).toContainText('The recording, under ContextGuard threshold');
  await expectNoViolations(page);
  await page.screenshot({ path: info.outputPath('cause.png') });

  // Each number leads to what proves its sentence, where the same number stands.
  await why.mark(1).focus();
  await page.keyboard.press('Enter');
  await expect(bench.operand('correction')).toBeFocused();
  await expect(bench.ledger.locator('dt', { hasText: 'Correction' })).toContainText('1');
  await why.mark(3).focus();
  await page.keyboard.press('Enter');
  await expect(bench.ledger.locator('[data-growth]')).toBeFocused();

  await why.remedy('Cap 7.5×').focus();
  await page.keyboard.press('Enter');
  await expect(why.headline).toHaveText(
    'With a cap of 7.5×, step 143 compacts and the request fits.',
  );
  await expect(why.clauses.first()).toHaveText(
    '24,000 × 7.5 = 180,000, exactly the threshold: one token fewer and it would hold.',
  );
  await expect(why.view).toHaveText('One setting changed: cap 5× to 7.5×.');
  await expect(why.choice('What if')).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('group', { name: 'Safer' })).toBeVisible();
  await expect(bench.verdict).toContainText('compacts at step 143');
  await expect.poll(() => bench.setting('cap')).toBe('7.5');
  await expectNoViolations(page);
  await page.screenshot({ path: info.outputPath('what-if.png') });

  // What happened and back again; then undone by its key.
  await why.choice('What happened').focus();
  await page.keyboard.press('Enter');
  await expect(why.headline).toContainText('did not compact');
  await expect.poll(() => bench.setting('cap')).toBeNull();
  await why.choice('What if').focus();
  await page.keyboard.press('Enter');
  await expect(why.headline).toContainText('With a cap of 7.5×');
  await page.getByRole('button', { name: 'Back to the recording' }).focus();
  await page.keyboard.press('Enter');
  await expect(why.headline).toContainText('did not compact');
  await page.locator('body').press('z');
  await expect(why.headline).toContainText('With a cap of 7.5×');
  expect(errors).toEqual([]);
});

test('the page, the command line and the API say the same of a step', async ({ page }) => {
  // The command line starts twice.
  test.slow();
  await new LibraryPage(page).openEmpty();
  const bench = new WorkbenchPage(page);
  const why = new CausePage(page);
  const id = await bench.importSample(INCIDENT);
  const asked: readonly (readonly [string, object, readonly string[]])[] = [
    ['', {}, []],
    [
      '?cap=7.5&step=143',
      { settings: { cap: 7.5 }, step: 143 },
      ['--set', 'cap=7.5', '--step', '143'],
    ],
  ];
  for (const [query, body, args] of asked) {
    const expected = saidBy(await printed(...args));
    await bench.open(id, query);
    await expect.poll(() => why.said()).toEqual(expected);
    const answer = await page.request.post(`/api/sessions/${id}/explain`, { data: body });
    expect(saidBy((await answer.json()) as Printed)).toEqual(expected);
  }
});

test('a recorded compaction is explained by its own run, what the user asked for by the user', async ({
  page,
}) => {
  await new LibraryPage(page).openEmpty();
  const log = new ClaudeCodeLog('cause')
    .user('p'.repeat(400))
    .answer(165_000, 'a'.repeat(40))
    .user('q'.repeat(4_000))
    .answer(166_000, 'a'.repeat(40))
    .user('q'.repeat(4_000))
    .compaction('auto', 167_020)
    .answer(31_000, 'a'.repeat(40))
    .user('q'.repeat(400))
    .compaction('manual', 31_100)
    .answer(30_000, 'a'.repeat(40));
  const bench = new WorkbenchPage(page);
  const why = new CausePage(page);
  await bench.open(await bench.importText('cause.jsonl', log.text()));
  await expect(why.headline).toHaveText(
    'Step 2 compacted: the policy’s count of 167,010 is 10 above the threshold of 167,000.',
  );
  await expect(why.view).toContainText('The recording, under Claude Code as it ran.');
  await expect(page.getByRole('group', { name: 'Would have held' })).toBeVisible();
  await page.locator('body').press('ArrowRight');
  await expect(why.headline).toHaveText(
    'Step 3 compacted: the user asked for it, at 31,100 tokens; no policy decides that.',
  );
  await expect(why.remedies).toHaveCount(0);
});
