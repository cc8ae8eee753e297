import { readFileSync } from 'node:fs';
import { expectFits } from '../support/expect-no-violations';
import { expect, test } from '../support/test';
import { WorkbenchPage } from '../pages/workbench-page';

// What the step grew by, and how the parts add up: session-growth.test.ts, request-sizes.test.ts.
test('the request of the refused step: by a part of its band, by its parts, line by line, whole', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const bench = new WorkbenchPage(page);
  await bench.open(
    await bench.importSample('production-incident.json'),
    '?step=143&tracks=composition',
  );

  await test.step('a click on a part of the band filters the request', async () => {
    const growth = bench.ledger.getByRole('region', { name: 'Growth' });
    await expect(growth.locator('[data-growth-row]')).toHaveText([
      'dashboards_query, result entry 288+10,706',
      'mcp_connect and 2 calls entries 285–287+41',
      'Not in the recording usual 7+40,072',
    ]);
    const row = bench.steps.locator('[aria-selected=true]');
    await expect(row.locator('[data-column=unexplained]')).toHaveText('+40,072');
    const band = bench.chart.locator('[data-track=composition]');
    await band.getByText('dashboards_query').click();
    await expect.poll(() => bench.setting('in')).toBe('result:dashboards_query');
    await expect(bench.request.getByRole('listitem')).toHaveCount(2);
    await expect(bench.request).toContainText('10,706');
    // The click chose a part, not a step.
    expect(bench.setting('step') ?? '143').toBe('143');
    await page.getByRole('button', { name: /^dashboards_query/, pressed: true }).press('Enter');
    await expect.poll(() => bench.setting('in')).toBeNull();
  });

  await test.step('by keys: filtered, sorted, searched, compared', async () => {
    const parts = page.getByRole('region', { name: 'Parts of the request' });
    await expect(parts.locator('[data-request-real]')).toHaveText('200,819 tokens');
    await expect(parts.getByRole('button', { name: 'joined the prefix 69,576' })).toBeVisible();
    const rows = bench.request.getByRole('listitem');
    await expect(rows.first()).toContainText('Beside the entries');
    const newest = bench.request.getByRole('button', { name: /^Turn 5/ });
    await expect(newest).toHaveAttribute('aria-expanded', 'true');
    await expect(newest).toContainText('4 new since 142');

    const results = parts.getByRole('button', { name: /^dashboards_query/ });
    await results.focus();
    await page.keyboard.press('Enter');
    await expect(results).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(() => bench.setting('in')).toBe('result:dashboards_query');
    await expect(rows).toHaveCount(2);
    await expect(rows.nth(1)).toContainText('10,706');
    await results.press('Enter');
    await expect.poll(() => bench.setting('in')).toBeNull();

    await page.getByRole('button', { name: 'By tokens' }).press('Enter');
    await expect(rows.nth(0)).toContainText('hidden prefix');
    await expect(rows.nth(1)).toContainText('40,072');
    await page.getByRole('button', { name: 'In order' }).press('Enter');
    await page.getByRole('button', { name: 'Newest first' }).press('Enter');
    const last = bench.request.getByRole('button', { name: /^288/ });
    await expect(last).toBeVisible();
    await last.focus();
    await page.keyboard.press('ArrowDown');
    await expect(bench.request.getByRole('button', { name: /^287/ })).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(last).toBeFocused();

    const search = page.getByRole('searchbox', { name: 'Search the request' });
    await search.fill('mcp_connect');
    await expect(page.getByText('8 found')).toBeVisible();
    await expect(rows).toHaveCount(8);
    await search.fill('no such text anywhere');
    await expect(bench.request).toContainText('Nothing in this request matches.');
    await search.fill('');

    await page.getByRole('button', { name: 'Only new' }).press('Enter');
    await expect(rows).toHaveCount(5);
    await expect(parts.locator('[data-difference]')).toHaveText(
      /^Against step 142: \+50,819 tokens; 4 entries only here \(10,747\); 0 only there; \+40,072 in no entry\.$/,
    );
    const other = page.getByRole('textbox', { name: 'Compare with step' });
    await other.fill('140');
    await other.press('Enter');
    await expect(parts.locator('[data-difference]')).toContainText('Against step 140: +53,206');
    await expect(rows).toHaveCount(9);
    await page.getByRole('button', { name: 'Only new' }).press('Enter');
  });

  await test.step('lines fit and are accessible, a large result is drawn piece by piece, downloaded whole', async () => {
    await page.setViewportSize({ width: 768, height: 900 });
    await page.getByRole('button', { name: 'By turn' }).click();
    // At 768 no text of a row is cut off: lines are whole, entries have two lines.
    const hidden = bench.request.locator('[data-line="hidden prefix"]');
    await expect(hidden).toContainText('in every request, in no part of the recording');
    const texts = bench.request.locator('[data-line] > span, [data-line] [data-text]');
    await expect(bench.request.locator('[data-line] [data-text]').first()).toContainText(
      'response',
    );
    const cut = await texts.evaluateAll((all) =>
      all
        .filter((one) => one.scrollWidth > one.clientWidth && one.clientWidth > 0)
        .map(({ textContent }) => textContent),
    );
    expect(cut).toEqual([]);
    const long = bench.request.locator('[data-text]', { hasText: 'response dashboards_query' });
    expect((await long.first().boundingBox())?.height).toBeGreaterThan(30);

    await page.setViewportSize({ width: 1440, height: 900 });
    await bench.request.getByRole('button', { name: /^288/ }).click();
    const text = bench.request.getByRole('region', { name: 'Long text' });
    await expect(text).toContainText('2026-03-17T20:19:10.377Z info payments');
    // 23,888 bytes of result: only what is in sight is in the page.
    expect(((await text.textContent()) ?? '').length).toBeLessThan(16_000);
    const arriving = page.waitForEvent('download');
    await bench.request.getByRole('link', { name: 'Download entry 288' }).click();
    const file = await arriving;
    expect(file.suggestedFilename()).toMatch(/^highwater-\w+-entry-288\.json$/);
    const [entry] = JSON.parse(readFileSync(await file.path(), 'utf8')) as {
      readonly entry: number;
      readonly parts: readonly { readonly response: { readonly result: string } }[];
    }[];
    expect(entry?.entry).toBe(288);
    expect(entry?.parts[0]?.response.result.length).toBeGreaterThan(23_000);
    const whole = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download', exact: true }).click();
    const all = JSON.parse(readFileSync(await (await whole).path(), 'utf8')) as readonly unknown[];
    expect(all).toHaveLength(289);

    // The list draws the rows in view: what came in at this step is near its top when shown alone.
    await page.getByRole('button', { name: 'Only new' }).click();
    await bench.request.getByRole('button', { name: /^286/ }).click();
    await expect(bench.request.locator('pre').first()).not.toBeEmpty();
    await expectFits(page, [1440, 768], '[role=tabpanel]');
  });
});
