import { WorkbenchPage } from './pages/workbench-page';
import { expect, test } from './support/test';

test('a session of 10,000 steps follows the hand', async ({ page }, info) => {
  test.setTimeout(240_000);
  const bench = new WorkbenchPage(page);
  await bench.open(await bench.importSample('long-session.json'));
  await expect(bench.chart).toContainText(/1,\d{3} of 10,000/);
  let figures = { drawings: 0, p95: Infinity, longest: Infinity };
  let goal = { p95: 33, longest: 100 };
  const met = (): boolean => figures.p95 <= goal.p95 && figures.longest <= goal.longest;
  // Whatever else the machine does can only add to a frame: the best of six drags counts.
  for (let drag = 0; drag < 6 && !met(); drag++) {
    if (drag > 0) await page.getByRole('button', { name: 'Reset all' }).click();
    let measured = figures;
    // Frames of a machine that is too slow to redraw one plain line sixty times a second are its own.
    await bench.startMeter();
    await bench.drawPlainLine(120);
    const plain = await bench.stopMeter();
    await bench.dragHandle('Context window', 6, 6);
    await bench.dragHandle('Context window', 120, 120, {
      before: () => bench.startMeter(),
      held: async () => {
        measured = await bench.stopMeter();
      },
    });
    const { drawings, p95, longest } = measured;
    const text =
      `${drawings} drawings, p95 ${p95.toFixed(1)} ms, longest ${longest.toFixed(1)} ms; ` +
      `a plain line p95 ${plain.p95.toFixed(1)} ms, longest ${plain.longest.toFixed(1)} ms`;
    console.log(`120 moves over 10,000 steps: ${text}`);
    info.annotations.push({ type: 'drag', description: text });
    if (p95 > figures.p95) continue;
    figures = measured;
    goal = { p95: Math.max(33, 1.25 * plain.p95), longest: Math.max(100, 2 * plain.longest) };
  }
  expect(figures.drawings).toBeGreaterThanOrEqual(110);
  expect(figures.p95).toBeLessThanOrEqual(goal.p95);
  expect(figures.longest).toBeLessThanOrEqual(goal.longest);
  await expect(bench.chart).toContainText(/1,\d{3} of 10,000/);
});
