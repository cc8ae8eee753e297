import type { TestInfo } from '@playwright/test';
import { WorkbenchPage, type DragFigures } from './pages/workbench-page';
import { expect, test } from './support/test';

/** The best of some drags, and what it is measured by. */
interface Best {
  readonly figures: DragFigures;
  readonly goal: { readonly p95: number; readonly longest: number };
}

const none: Best = {
  figures: { drawings: 0, p95: Infinity, longest: Infinity },
  goal: { p95: 33, longest: 100 },
};

/** Of 120 moves: fewer where the handle stood at its end. */
const FEWEST_DRAWINGS = 110;

const isMet = ({ figures, goal }: Best): boolean =>
  figures.drawings >= FEWEST_DRAWINGS && figures.p95 <= goal.p95 && figures.longest <= goal.longest;

const words = ({ drawings, p95, longest }: DragFigures): string =>
  `${drawings} drawings, p95 ${p95.toFixed(1)} ms, longest ${longest.toFixed(1)} ms`;

const better = (one: Best, other: Best): Best =>
  isMet(one) || (!isMet(other) && other.figures.p95 > one.figures.p95) ? one : other;

/**
 * One drag of the window, beside what one plain line costs this machine: frames of a machine that is
 * too slow to redraw that sixty times a second are its own.
 */
async function drag(bench: WorkbenchPage, info: TestInfo): Promise<Best> {
  let figures = none.figures;
  await bench.startMeter();
  await bench.drawPlainLine(120);
  const plain = await bench.stopMeter();
  await bench.dragHandle('Context window', 6, 6);
  await bench.dragHandle('Context window', 120, 120, {
    before: () => bench.startMeter(),
    held: async () => {
      figures = await bench.stopMeter();
    },
  });
  const { p95, longest } = plain;
  const text = `${words(figures)}; a plain line p95 ${p95.toFixed(1)} ms, longest ${longest.toFixed(1)} ms`;
  console.log(`120 moves over 10,000 steps: ${text}`);
  info.annotations.push({ type: 'drag', description: text });
  return { figures, goal: { p95: Math.max(33, 1.25 * p95), longest: Math.max(100, 2 * longest) } };
}

test('a session of 10,000 steps follows the hand', async ({ page }, info) => {
  test.setTimeout(300_000);
  const bench = new WorkbenchPage(page);
  await bench.open(await bench.importSample('long-session.json'));
  await expect(bench.chart).toContainText(/1,\d{3} of 10,000/);
  let best = none;
  // Whatever else the machine does can only add to a frame: the best of six drags counts.
  for (let round = 0; round < 6 && !isMet(best); round++) {
    best = better(best, await drag(bench, info));
    await bench.back().click();
  }
  expect(best.figures.drawings).toBeGreaterThanOrEqual(FEWEST_DRAWINGS);
  expect(best.figures.p95).toBeLessThanOrEqual(best.goal.p95);
  expect(best.figures.longest).toBeLessThanOrEqual(best.goal.longest);
  await expect(bench.chart).toContainText(/1,\d{3} of 10,000/);
});
