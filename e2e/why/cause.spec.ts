import { expect, test } from '../support/test';
import { expectFits, expectNoViolations } from '../support/expect-no-violations';
import { tabTo } from '../support/tab-to';
import { watchErrors } from '../support/watch-errors';
import { CausePage } from '../pages/cause-page';
import { LibraryPage } from '../pages/library-page';
import { WorkbenchPage } from '../pages/workbench-page';

const INCIDENT = 'production-incident.json';

test('from the library to the cause, read aloud in its order, and by a chip to another verdict, by keys alone', async ({
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
  const grid = page.getByRole('grid', { name: 'Sessions' });
  await tabTo(page, grid);
  // Behind the head of its severity.
  await expect(async () => {
    await page.keyboard.press('ArrowDown');
    await expect(grid).toHaveAttribute('aria-activedescendant', /^session-(?!head)/, {
      timeout: 500,
    });
  }).toPass();
  await page.keyboard.press('Enter');
  await bench.drawn();

  await expect(why.verdict).toHaveText(
    'Refused at step 143: 200,819 of 200,000 tokens; it never compacted.',
  );
  await expect(why.headline).toHaveText(
    'Step 143 held: the correction measured 8.33× and is capped at 5×.',
  );
  await expect(why.clauses).toHaveText([
    '88,347 tokens of every request are not in what ContextGuard counts.',
    'The last step then added 50,819, the largest jump of the session, right after mcp_connect.',
  ]);
  await expect(why.remedies).toHaveText([
    'Cap 7.5× fits, 1 compaction',
    'Window 187,500 fits, 1 compaction',
    'Window 180,000 fits, 1 compaction, 18 steps earlier',
  ]);
  await expect(why.view).toHaveCount(0);
  await test.step('read aloud, it gives cause, evidence, remedies and numbers', () =>
    readAloud(bench, why));
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
    'With a cap of 7.5×: no overflow (was 1), 1 compaction (was 0).',
  );
  await expect(why.headline).toHaveText('Step 143 compacts and the request fits.');
  await expect(why.clauses.first()).toHaveText(
    '24,000 × 7.5 = 180,000, exactly the threshold: one token fewer and it would hold.',
  );
  await expect(why.view).toHaveAccessibleName('What-if. One setting changed: cap 5× to 7.5×.');
  await expect(page.getByRole('group', { name: 'Safer' })).toBeVisible();
  // Recorded and what-if side by side: what is equal, and what differs.
  await expect(bench.ledger.locator('[data-recorded=correction]')).toHaveText('5×');
  await expect(bench.operand('correction')).toHaveText('7.5×');
  await expect(bench.ledger.locator('[data-recorded=threshold]')).toHaveText('180,000');
  await expect.poll(() => bench.setting('cap')).toBe('7.5');
  // A strip of the settings before is faded.
  await expect(page.locator('[data-fresh="false"]')).toHaveCount(0);
  await expectNoViolations(page);
  await page.screenshot({ path: info.outputPath('what-if.png') });

  // The remedy that was pressed is gone: the way back has the focus, and then the first remedy again.
  await expect(bench.back()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(why.headline).toContainText('held');
  await expect(why.remedy('Cap 7.5×')).toBeFocused();
  await expect.poll(() => bench.setting('cap')).toBeNull();
  await page.keyboard.press('z');
  await expect(why.verdict).toContainText('With a cap of 7.5×');
  await page.keyboard.press('Escape');
  await expect(why.headline).toContainText('held');
  await page.keyboard.press('z');
  await expect(why.verdict).toContainText('With a cap of 7.5×');

  // The change is said where nothing moves any more.
  await expect(page.getByRole('region', { name: 'Cause' }).getByRole('status').last()).toHaveText(
    /^With a cap of 7\.5×: .* Step 143 /,
  );
  await expectFits(page, [768]);
  expect(errors).toEqual([]);
});

/** Reads the page of step 143 in the order of its elements. */
async function readAloud({ page, chart }: WorkbenchPage, why: CausePage): Promise<void> {
  await expect(why.effects).toHaveCount(3);
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - region "Cause":
      - heading /^Refused at step 143/ [level=1]
      - paragraph:
        - text: /Step 143 held/
        - button /Evidence 1/
        - text: 88,347 tokens of every request are not in what ContextGuard counts.
        - button /Evidence 2/
        - text: The last step then added 50,819, the largest jump of the session, right after mcp_connect.
        - button /Evidence 3/
      - group "Would have compacted":
        - button "Cap 7.5× fits, 1 compaction"
        - button "Window 187,500 fits, 1 compaction"
        - button "Window 180,000 fits, 1 compaction, 18 steps earlier"
      - status: /Step 143 held/
    - region "Chart":
      - group "Tokens per step; the steps table below holds the same numbers"
      - img /Evidence 1. the calibrated count/
      - img /Evidence 2. the hidden prefix/
      - img /Evidence 3. the jump of real from step 142 to 143/
    - region "Parameters"
    - tablist "Details":
      - tab /Steps/ [selected]
    - tabpanel /Steps/:
      - grid "Steps":
        - rowgroup:
          - row /^143 .* 24,000 200,819 \\+50,819 \\+40,072 5× 120,000 150,000 −30,000/
    - region "Ledger":
      - heading "Step 143" [level=2]
      - term: /evidence 2/
      - term: /evidence 1/
      - region "Growth":
        - heading /evidence 3/ [level=3]
  `);
  for (const [number, description] of [
    [1, /^Correction ?evidence 1 5× 150,000 ÷ 18,000 = 8\.33×, capped$/],
    [2, /^Heuristic ?evidence 2 24,000 bytes ÷ 4: prefix 83 \+ 289 entries$/],
    [3, /^Grew since step 142 ?evidence 3$/],
  ] as const) {
    await expect(why.mark(number)).toHaveAccessibleDescription(description);
  }
  await expect(chart.getByRole('img', { name: /^Evidence \d/ })).toHaveCount(3);
}

test('what moves with a slider leaves the cause as high as it was, and a chip keeps it', async ({
  page,
}) => {
  // Holds what several pages held.
  test.slow();
  await new LibraryPage(page).empty();
  const bench = new WorkbenchPage(page);
  const id = await bench.importSample(INCIDENT);
  await bench.open(id, '?step=143&window=199000&floor=1.5');
  for (const width of [768, 1_440]) {
    await test.step(`as high as it was at ${width} pixels`, async () => {
      await page.setViewportSize({ width, height: 1_000 });
      await dragWindow(bench);
      await page.locator('h1').click();
      await page.keyboard.press('z');
      await expect.poll(() => bench.setting('window')).toBe('199000');
    });
  }

  await test.step('a chip keeps the other changed settings', async () => {
    await page.locator('[data-remedy^="Cap "]').first().click();
    await expect.poll(() => bench.setting('cap')).toMatch(/^[\d.]+$/);
    expect([bench.setting('window'), bench.setting('floor')]).toEqual(['199000', '1.5']);
  });

  await test.step('a cap that is off is off everywhere', async () => {
    await bench.open(id, '?step=143&window=199000&floor=1.5&capped=false');
    await bench.ledger.getByRole('button', { name: 'Correction' }).hover();
    await expect(bench.ledger.locator('[data-source-line]')).toContainText(
      'max(137,963 ÷ 10,614, 1.5)',
    );
    const row = bench.parameters.locator('[data-setting="cap"]');
    await expect(row.getByRole('textbox', { name: 'Correction cap' })).toBeDisabled();
    await expect(row.getByRole('slider')).toHaveAttribute('data-disabled', '');
    await expect(row.locator('[data-unused]')).toHaveText('not used: cap off');
    await expect(row.locator('[data-outcomes] [data-block]')).toHaveCount(0);
    await expect(bench.ledger.locator('[data-flip="Cap"]')).toHaveText('not used: cap off');
  });
});

/** Drags the slider of the window to the left; the cause changes its words, and never its height. */
async function dragWindow(bench: WorkbenchPage): Promise<void> {
  const { page } = bench;
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
  await expect(bench.slider('Context window')).not.toHaveAttribute('aria-valuenow', '199000');
  // The panels of text have their turn before the hand lets go.
  await expect(bench.verdict).not.toContainText('no compaction');
  headlines.add(await page.locator('[data-cause]').textContent());
  expect(headlines.size).toBeGreaterThan(1);
  expect(await heights.evaluate((seen) => [...seen].length)).toBe(1);
  await page.mouse.up();
}
