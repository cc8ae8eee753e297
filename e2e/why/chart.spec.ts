import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { LibraryPage } from '../pages/library-page';
import { WorkbenchPage } from '../pages/workbench-page';
import { expectNoViolations } from '../support/expect-no-violations';
import { expect, test } from '../support/test';
import { watchErrors } from '../support/watch-errors';

interface Recorded {
  name: string;
  source: Record<string, unknown>;
  compactions: unknown[];
  entries: unknown[];
  steps: { entries: number; time: string | null }[];
}

const incident = (): Recorded =>
  JSON.parse(readFileSync('public/samples/production-incident.json', 'utf8')) as Recorded;

const track = (bench: WorkbenchPage, name: string) => bench.chart.locator(`[data-track=${name}]`);

/** The plot's box on the page, and a step's place on it for a session of 144 steps. */
async function plotOf(bench: WorkbenchPage): Promise<{ x: (step: number) => number; y: number }> {
  const box = await bench.line('threshold').evaluate((line) => {
    const { x, width, y } = line.getBoundingClientRect();
    return { x, width, y };
  });
  return { x: (step) => box.x + 6 + ((box.width - 16) * step) / 143, y: box.y + 40 };
}

async function openIncident(page: Page, query = ''): Promise<WorkbenchPage> {
  await new LibraryPage(page).empty();
  const bench = new WorkbenchPage(page);
  await bench.open(await bench.importSample('production-incident.json'), query);
  return bench;
}

test('the incident’s chart: its texts, its lines, its ranges and its tracks', async ({
  page,
}, info) => {
  // Holds what several pages held.
  test.slow();
  const errors = watchErrors(page);
  const bench = await openIncident(page);
  const deviation = track(bench, 'deviation');

  await test.step('every line of the decision at first paint, and no track', async () => {
    for (const name of ['real', 'heuristic', 'calibrated', 'decision']) {
      await expect(bench.line(name).locator('path').first()).toHaveAttribute('d', /^M/);
    }
    await expect(bench.chart.locator('[data-track]')).toHaveCount(0);
    await expect(bench.line('end-decision')).toHaveText('decision 150,000');
    await expect(bench.line('end-calibrated')).toHaveText('calibrated 120,000');
    await expect(bench.line('end-gap')).toHaveText('30,000 short');
    await expect(bench.line('cursor-label')).toHaveText('real 200,819, refused');
    await expect(bench.line('prefix-label')).toContainText('hidden prefix, 88,347 from step 0 on');
    await expect(bench.line('join-names')).toContainText('feature-flags');
    // From 0 to 200,000 at 1440 × 900.
    const grid = await bench.chart.locator('[data-plot-grid]').boundingBox();
    expect(grid?.height).toBeGreaterThanOrEqual(270);
    // No policy claims its source, so no badge says what it reproduces.
    await expect(page.getByRole('banner').locator('[data-fidelity]')).toHaveCount(0);
    await page.screenshot({ path: info.outputPath('chart.png') });
  });
  await test.step('tracks: the decision as its deviation, the parts of the step', async () => {
    await page.getByRole('button', { name: 'Tracks' }).click();
    const menu = page.getByRole('dialog', { name: 'Tracks below the chart' });
    await menu.getByRole('checkbox', { name: /^decision − real/ }).click();
    await menu.getByRole('checkbox', { name: /^composition/ }).click();
    await page.keyboard.press('Escape');
    await expect(deviation).toContainText('−12,434');
    await expect(deviation).toContainText('−88,182 at step 0, no usage yet');
    await expect(deviation.locator('[data-part=now]')).toHaveText('−50,819');
    const band = track(bench, 'composition');
    for (const words of ['prefix 88,403', 'joined 69,576', 'results 40,255', 'text, calls 2,585']) {
      await expect(band).toContainText(words);
    }
    await expect(band).toContainText('dashboards_query');
    await page.locator('h1').click();
    await page.keyboard.press('ArrowLeft');
    await expect(deviation.locator('[data-part=now]')).toHaveText('−2,171');
    await page.keyboard.press('ArrowRight');
  });
  await test.step('lines are switched by click and by key', () => switchLines(page, bench));
  await test.step('a drag selects a range, which answers; a wheel zooms, and back', () =>
    zoom(page, bench));
  await test.step('tracks open and close, and are there as a table', () => openTracks(page, bench));
  await test.step('a link keeps lines and tracks, and nothing is cut at 768 px', async () => {
    await page.setViewportSize({ width: 768, height: 1_024 });
    await page.reload();
    await expect(bench.line('real').locator('path').first()).toHaveAttribute('d', /^M/);
    await expect(bench.line('calibrated').locator('path')).toHaveCount(0);
    await expect(bench.line('heuristic').locator('path')).toHaveCount(0);
    await expect(track(bench, 'margin')).toBeVisible();
    await expect(bench.line('end-gap')).toHaveText('30,000 short');
    await page.locator('h1').click();
    await page.keyboard.press('5');
    await page.keyboard.press('6');
    await expect.poll(() => bench.setting('lines')).toBeNull();
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
      .toBeLessThanOrEqual(768);
    for (const name of ['end-decision', 'end-gap', 'end-heuristic'] as const) {
      const right = async (): Promise<number> => {
        const box = await bench.line(name).boundingBox();
        return (box?.x ?? 0) + (box?.width ?? 0);
      };
      await expect.poll(right, name).toBeLessThanOrEqual(768);
    }
  });
  expect(errors).toEqual([]);
});

async function switchLines(page: Page, bench: WorkbenchPage): Promise<void> {
  const calibrated = bench.chart.getByRole('button', { name: /^calibrated/ });
  await expect(calibrated).toHaveAttribute('aria-pressed', 'true');
  await calibrated.click();
  await expect(calibrated).toHaveAttribute('aria-pressed', 'false');
  await expect(bench.line('calibrated').locator('path')).toHaveCount(0);
  await page.locator('h1').click();
  await page.keyboard.press('5');
  await expect(bench.line('heuristic').locator('path')).toHaveCount(0);
  await expect.poll(() => bench.setting('lines')).toBe('real,decision,levels,ghost');
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard' });
  await expect(sheet).toContainText('on or off');
  await expect(sheet).toContainText('back to the range zoomed from');
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
}

async function zoom(page: Page, bench: WorkbenchPage): Promise<void> {
  const answer = page.getByRole('region', { name: 'Shown range' });
  await expect(answer).toHaveCount(0);
  const plot = await plotOf(bench);
  await page.mouse.move(plot.x(40), plot.y);
  await page.mouse.down();
  await page.mouse.move(plot.x(70), plot.y, { steps: 4 });
  await expect(bench.chart.locator('[data-selecting]')).toBeVisible();
  await page.mouse.move(plot.x(100), plot.y, { steps: 4 });
  await page.mouse.up();
  await expect(bench.chart.locator('[data-selecting]')).toBeHidden();
  await expect.poll(() => bench.setting('range')).toMatch(/^(39|40|41)-(99|100|101)$/);
  // The range answers: its steps, what it added and by what, its compactions, its cost.
  await expect(answer).toContainText(/^\d\d–\d+, (59|60|61|62|63) steps/);
  await expect(answer.locator('[data-range-of=recorded]')).toHaveText(
    /^recorded \+[\d,]+ · no compaction · \$\d+\.\d\d$/,
  );
  await expect(answer.locator('[data-range-sources]')).toContainText(/^added by .+ \+[\d,]+/);
  const download = page.waitForEvent('download');
  await answer.getByRole('button', { name: 'Download CSV' }).click();
  const rows = readFileSync(await (await download).path(), 'utf8')
    .trimEnd()
    .split('\r\n');
  const [from = 0, to = 0] = (bench.setting('range') ?? '').split('-').map(Number);
  // A line about the rows, their head, and a row a step.
  expect(rows).toHaveLength(2 + to - from + 1);
  // The selected step stays what it was.
  await expect(bench.ledger.getByRole('heading', { name: /^Step 143/ })).toBeVisible();

  const first = bench.setting('range');
  await page.mouse.move(plot.x(70), plot.y);
  await page.mouse.wheel(0, -300);
  await page.mouse.wheel(0, -300);
  await expect(answer.getByRole('button', { name: 'Zoom out' })).toBeVisible();
  await expect.poll(() => bench.setting('range')).not.toBe(first);
  await page.locator('h1').click();
  await page.keyboard.press('Backspace');
  await expect.poll(() => bench.setting('range')).toBe(first);
  await answer.getByRole('button', { name: 'All steps' }).click();
  await expect.poll(() => bench.setting('range')).toBeNull();
  await expect(answer).toHaveCount(0);
  // With all steps in sight, f fits the values.
  await page.locator('h1').click();
  await page.keyboard.press('f');
  await expect.poll(() => bench.setting('fit')).toBe('data');
  await page.keyboard.press('f');
  await expect.poll(() => bench.setting('fit')).toBeNull();
}

async function openTracks(page: Page, bench: WorkbenchPage): Promise<void> {
  await page.getByRole('button', { name: 'Tracks' }).click();
  const menu = page.getByRole('dialog', { name: 'Tracks below the chart' });
  for (const name of ['correction', 'ratio', 'margin']) {
    await menu.getByRole('checkbox', { name: new RegExp(`^${name}`) }).click();
    await expect(track(bench, name)).toBeVisible();
  }
  await menu.getByRole('checkbox', { name: /^composition/ }).click();
  await expect(track(bench, 'composition')).toHaveCount(0);
  await expect.poll(() => bench.setting('tracks')).toBe('deviation,correction,ratio,margin');
  await expect(track(bench, 'correction').locator('[data-part=now]')).toHaveText('5×');
  await expect(track(bench, 'correction')).toContainText('measured up to');
  await expect(track(bench, 'correction').locator('[data-part=cap] path')).toHaveAttribute(
    'd',
    /^M/,
  );
  await expect(track(bench, 'margin').locator('[data-part=now]')).toHaveText('−30,000');
  await menu.getByRole('button', { name: 'All tracks as a table' }).click();
  const table = page.getByRole('dialog', { name: 'Tracks as a table' });
  const row = table.getByRole('row').filter({ has: page.getByRole('rowheader', { name: '143' }) });
  await expect(row).toContainText('−50,819');
  await expect(row).toContainText('69,576');
  await expectNoViolations(page, '[role=dialog]');
  await page.keyboard.press('Escape');
  await expect(table).toHaveCount(0);
  await page.locator('h1').click();
  await page.keyboard.press('t');
  await expect(track(bench, 'composition')).toBeVisible();
  await page.keyboard.press('t');
  await expect(bench.chart.locator('[data-track]')).toHaveCount(0);
  await expect.poll(() => bench.setting('tracks')).toBeNull();
  await page.getByRole('button', { name: 'Tracks' }).click();
  await menu.getByRole('checkbox', { name: /^margin/ }).click();
  await expect(track(bench, 'margin')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
  // The address follows a little later, and the page is loaded again from it.
  await expect.poll(() => bench.setting('tracks')).toBe('margin');
}

/** The incident with a pause of two hours before step 80 and a compaction, and a sub-agent of it. */
function withPauseAndChild(): readonly [parent: Recorded, child: Recorded] {
  const own = { sessionId: '0badcafe-2026-parent', lane: 'main' };
  const child = incident();
  child.name = 'Explorer';
  child.source = {
    ...child.source,
    ...{ sessionId: own.sessionId, lane: 'agent-explore' },
    parent: { ...own, relation: 'subagent' },
  };
  child.steps = child.steps.slice(30, 60);
  child.entries = child.entries.slice(0, child.steps.at(-1)?.entries ?? 0);
  const parent = incident();
  parent.name = 'Parent';
  parent.source = { ...parent.source, ...own };
  const later = (time: string | null, ms: number): string =>
    new Date(Date.parse(time ?? '') + ms).toISOString();
  parent.steps.forEach((step, i) => {
    if (i >= 80) step.time = later(step.time, 7_200_000);
  });
  const before = parent.steps[99];
  parent.compactions = [
    {
      ...{ entry: parent.steps[100]?.entries ?? 0, step: 100, kind: 'summary', trigger: 'auto' },
      ...{ summary: [], kept: [], elided: [], preTokens: null, postTokens: null },
      time: later(before?.time ?? null, 1_000),
    },
  ];
  return [parent, child];
}

test('by turn and by time, long pauses named; sub-agents are lanes, and open by a click', async ({
  page,
}, info) => {
  await new LibraryPage(page).empty();
  const bench = new WorkbenchPage(page);
  const [parent, child] = withPauseAndChild();
  const id = await bench.importText('parent.json', JSON.stringify(parent));
  await bench.importText('child.json', JSON.stringify(child));
  await bench.open(id, '?step=143');
  const lanes = page.getByRole('region', { name: 'Sub-agents' });
  await expect(lanes).toContainText('1 sub-agent, each with its own window');
  const lane = lanes.getByRole('link', { name: /^Explorer: 30 steps, peak/ });
  await expect(lane).toBeVisible();
  // The parent's own numbers do not hold the child's.
  await expect(bench.line('cursor-label')).toHaveText('real 200,819, refused');
  await expectNoViolations(page);
  await page.screenshot({ path: info.outputPath('lanes.png') });

  await page.getByLabel('Horizontal axis').selectOption('time');
  await expect.poll(() => bench.setting('axis')).toBe('time');
  await expect(bench.line('gap-texts')).toContainText(/2 h/);
  await expect(bench.line('times')).toHaveAttribute('d', /^M/);
  await expect(bench.line('time-texts')).toContainText('≤ 1 s');
  await expect(bench.chart).toContainText(/\d\d:\d\d/);
  await page.screenshot({ path: info.outputPath('time.png') });
  // Every step stays within reach of the pointer and the keys.
  const heading = bench.ledger.getByRole('heading', { name: /^Step / });
  await page.locator('h1').click();
  await page.keyboard.press('Home');
  await expect(heading).toContainText('Step 0');
  await page.keyboard.press('x');
  await expect.poll(() => bench.setting('axis')).toBeNull();
  await page.keyboard.press('x');
  await expect.poll(() => bench.setting('axis')).toBe('turn');
  await page.reload();
  await expect(page.getByLabel('Horizontal axis')).toHaveValue('turn');

  await lane.click();
  await expect(page.getByRole('banner')).toContainText('Explorer');
  await expect(page.getByRole('region', { name: 'Sub-agents' })).toContainText('started by Parent');
});
