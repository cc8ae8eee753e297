import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '../support/test';
import { ClaudeCodeLog } from '../support/claude-code-log';
import { expectFits, expectNoViolations } from '../support/expect-no-violations';
import { tabTo } from '../support/tab-to';
import { watchErrors } from '../support/watch-errors';
import { CausePage } from '../pages/cause-page';
import { LibraryPage } from '../pages/library-page';
import { WorkbenchPage } from '../pages/workbench-page';

const INCIDENT = 'production-incident.json';
const run = promisify(execFile);

interface Printed {
  readonly verdict: { readonly text: string } | null;
  readonly headline: { readonly text: string };
  readonly clauses: readonly { readonly text: string }[];
  readonly remedies: readonly {
    readonly label: string;
    readonly margin: number | null;
    readonly text: string;
  }[];
}

/** A report's sentences and remedies, as the page's parts are read. */
const saidBy = ({ verdict, headline, clauses, remedies }: Printed) => ({
  verdict: verdict?.text ?? null,
  headline: headline.text,
  clauses: clauses.map(({ text }) => text),
  remedies: remedies.map(({ label, text }) => [label, text]),
});

/** A change that compacts once and lets nothing overflow, with the dollars of a price list. */
const netEffect = (before: string): RegExp =>
  new RegExp(
    `^${before} overflows 1 → 0, compactions 0 → 1, ~\\$\\d+\\.\\d\\d → ~\\$\\d+\\.\\d\\d$`,
  );

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
  // A way by keys has hundreds of them.
  test.slow();
  const errors = watchErrors(page);
  await new LibraryPage(page).empty();
  const bench = new WorkbenchPage(page);
  const why = new CausePage(page);
  await bench.importSample(INCIDENT);
  await page.goto('/');
  const link = page.getByRole('link', { name: /production incident/ }).first();
  await expect(link).toBeVisible();
  await tabTo(page, link);
  await page.keyboard.press('Enter');
  await bench.drawn();

  await expect(why.headline).toHaveText(
    'Step 143 held: the correction measured 8.3333× and is capped at 5×.',
  );
  await expect(why.clauses).toHaveText([
    '88,347 tokens of every request are not in what ContextGuard counts.',
    'The last step then added 50,819, the largest jump of the session, right after mcp_connect.',
    'The provider refused 200,819 of 200,000.',
  ]);
  await expect(why.remedies).toHaveText([
    netEffect('Cap 7.5× margin 0 at 143;'),
    netEffect('Cap off margin \\+20,000 at 143;'),
    netEffect('Window 187,500 margin 0 at 143;'),
    netEffect('Window 180,000 margin \\+84 at 125, 18 steps earlier; 143 fits;'),
  ]);
  await expect(why.view).toContainText('The recording, under ContextGuard threshold');
  await page.screenshot({ path: info.outputPath('cause.png') });

  // Each number leads to what proves its sentence, where the same number stands.
  await tabTo(page, why.mark(1));
  await page.keyboard.press('Enter');
  await expect(bench.operand('correction')).toBeFocused();
  await expect(bench.ledger.locator('dt', { hasText: 'Correction' })).toContainText('1');
  await tabTo(page, why.mark(3), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(bench.ledger.locator('[data-growth]')).toBeFocused();

  await tabTo(page, why.remedy('Cap 7.5×'), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(why.verdict).toHaveText(
    'With a cap of 7.5×, over the session: overflows 1 → 0, compactions 0 → 1.',
  );
  await expect(why.headline).toHaveText('Step 143 compacts and the request fits.');
  await expect(why.clauses.first()).toHaveText(
    '24,000 × 7.5 = 180,000, exactly the threshold: one token fewer and it would hold.',
  );
  await expect(why.view).toHaveText('One setting changed: cap 5× to 7.5×.');
  await expect(why.choice('What if')).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('group', { name: 'Safer' })).toBeVisible();
  await expect(bench.verdict).toContainText('compacts at step 143');
  await expect.poll(() => bench.setting('cap')).toBe('7.5');
  // A strip of the settings before is faded.
  await expect(page.locator('[data-fresh="false"]')).toHaveCount(0);
  await expectNoViolations(page);
  await page.screenshot({ path: info.outputPath('what-if.png') });

  // What happened and back again; then undone by its key.
  await tabTo(page, why.choice('What happened'), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(why.headline).toContainText('held');
  await expect.poll(() => bench.setting('cap')).toBeNull();
  await tabTo(page, why.choice('What if'));
  await page.keyboard.press('Enter');
  await expect(why.verdict).toContainText('With a cap of 7.5×');
  await tabTo(page, page.getByRole('button', { name: 'Back to the recording' }));
  await page.keyboard.press('Enter');
  await expect(why.headline).toContainText('held');
  await page.keyboard.press('z');
  await expect(why.verdict).toContainText('With a cap of 7.5×');
  expect(errors).toEqual([]);
});

test('read aloud in its order, the page gives cause, evidence, remedies and numbers', async ({
  page,
}) => {
  await new LibraryPage(page).empty();
  const bench = new WorkbenchPage(page);
  const why = new CausePage(page);
  await bench.open(await bench.importSample(INCIDENT), '?step=143');
  await expect(why.effects).toHaveCount(4);
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - region "Cause":
      - group "View":
        - button "What happened" [pressed]
        - button "What if"
      - heading /Step 143 held/ [level=2]:
        - button /Evidence 1/
      - paragraph:
        - text: 88,347 tokens of every request are not in what ContextGuard counts.
        - button /Evidence 2/
        - text: The last step then added 50,819, the largest jump of the session, right after mcp_connect.
        - button /Evidence 3/
        - text: The provider refused 200,819 of 200,000.
      - group "Would have compacted":
        - button /Cap 7\\.5× margin 0 at 143; overflows 1 → 0, compactions 0 → 1, ~/
        - button /Cap off margin \\+20,000 at 143; overflows 1 → 0, compactions 0 → 1, ~/
        - button /Window 187,500 margin 0 at 143; overflows 1 → 0, compactions 0 → 1, ~/
        - button /Window 180,000 margin \\+84 at 125, 18 steps earlier; 143 fits; overflows 1 → 0/
      - button "Whole session"
      - paragraph: /overflow at step 143/
      - status: /overflow at step 143/
      - status: /Step 143 held/
    - region "Chart":
      - group "Tokens per step; the steps table below holds the same numbers"
      - img /Evidence 2. the hidden prefix/
      - img /Evidence 3. the jump of real from step 142 to 143/
    - tablist "Details":
      - tab "Steps" [selected]
    - tabpanel "Steps":
      - grid "Steps":
        - rowgroup:
          - row /^143 .* 24,000 200,819 \\+50,819 \\+40,072 5× 120,000 150,000 −30,000/
    - region "Ledger":
      - heading "Step 143 · ledger" [level=2]
      - term: /evidence 2/
      - term: /evidence 1/
      - region "Growth":
        - heading /evidence 3/ [level=3]
  `);
  for (const [number, description] of [
    [1, /^Correction evidence 1 150,000 ÷ 18,000 = 8\.3333, capped$/],
    [2, /^Heuristic evidence 2 bytes ÷ 4: prefix 83 \+ 289 entries$/],
    [3, /^Grew since step 142 ?evidence 3$/],
  ] as const) {
    await expect(why.mark(number)).toHaveAccessibleDescription(description);
  }
  await expect(bench.chart.getByRole('img', { name: /^Evidence \d/ })).toHaveCount(2);
  await page.getByRole('button', { name: 'Whole session' }).click();
  await expectFits(page, [1440, 768]);
  // The change is said where nothing moves any more.
  const said = page.getByRole('region', { name: 'Cause' }).getByRole('status').last();
  await why.remedy('Window 180,000').press('Enter');
  await expect(said).toHaveText(/^With a window of 180,000, over the session: .* Step 143 /);
});

for (const width of [1_440, 768]) {
  test(`what moves with a slider leaves the cause as high as it was: ${width}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 1_000 });
    await new LibraryPage(page).empty();
    const bench = new WorkbenchPage(page);
    await bench.open(await bench.importSample(INCIDENT), '?step=143');
    const { x, y } = await bench.press('Context window');
    const cause = page.getByRole('region', { name: 'Cause' });
    const heights = await cause.evaluateHandle((block) => {
      const seen = new Set<number>();
      new ResizeObserver(() => seen.add(block.getBoundingClientRect().height)).observe(block);
      return seen;
    });
    const headlines = new Set<string | null>();
    for (let move = 1; move <= 20; move++) {
      await page.mouse.move(x - 6 * move, y);
      headlines.add(await page.locator('[data-cause]').textContent());
    }
    // The panels of text have their turn before the hand lets go.
    await expect(bench.verdict).not.toContainText('would not compact');
    headlines.add(await page.locator('[data-cause]').textContent());
    expect(headlines.size).toBeGreaterThan(1);
    expect(await heights.evaluate((seen) => [...seen].length)).toBe(1);
    await page.mouse.up();
  });
}

test('the page, the command line and the API say the same of a step', async ({ page }) => {
  // The command line starts twice.
  test.slow();
  await new LibraryPage(page).empty();
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
  await new LibraryPage(page).empty();
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
  await page.locator('body').press('ArrowRight');
  await expect(why.headline).toHaveText(
    'Step 3 compacted: the user asked for it, at 31,100 tokens; no policy decides that.',
  );
  await expect(why.remedies).toHaveCount(0);
});

test('a cure that loops says so first, and a chip keeps the other changed settings', async ({
  page,
}) => {
  await new LibraryPage(page).openEmpty();
  const bench = new WorkbenchPage(page);
  const why = new CausePage(page);
  const id = await bench.importSample(INCIDENT);
  await bench.open(id, '?step=143&window=154999');
  await expect(why.verdict).toHaveText(
    'With a window of 154,999, the session loops: overflows 1 → 0, compactions 0 → 66.',
  );
  await expect(why.headline).toHaveText('Step 143 compacts and the request fits.');

  await bench.open(id, '?step=143&window=199000&floor=1.5');
  await why.remedy('Cap off').click();
  await expect.poll(() => bench.setting('capped')).toBe('false');
  expect([bench.setting('window'), bench.setting('floor')]).toEqual(['199000', '1.5']);
});

test('a cap that is off is off everywhere', async ({ page }) => {
  await new LibraryPage(page).openEmpty();
  const bench = new WorkbenchPage(page);
  await bench.open(await bench.importSample(INCIDENT), '?step=143&capped=false&cap=0.2');
  await expect(bench.ledger).toContainText('max(150,000 ÷ 18,000, 1)');
  const row = bench.parameters.locator('[data-setting="cap"]');
  await expect(row.getByRole('textbox', { name: 'Correction cap' })).toBeDisabled();
  await expect(row.getByRole('slider')).toHaveAttribute('data-disabled', '');
  await expect(row.locator('[data-unused]')).toHaveText('not used: cap off');
  await expect(row.locator('[data-outcomes]')).toHaveCount(0);
  await expect(bench.ledger.locator('[data-flip="Cap"]')).toHaveText('not used: cap off');
});
