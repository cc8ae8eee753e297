import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession, Locator, Page } from '@playwright/test';
import { expect, test } from '../support/test';
import { LibraryPage } from '../pages/library-page';
import { TunePage } from '../pages/tune-page';
import { WorkbenchPage } from '../pages/workbench-page';

interface Finger {
  readonly x: number;
  readonly y: number;
}

/** Fingers as the browser gets them from a screen: unlike Playwright's taps they move. */
class Hand {
  readonly #cdp: CDPSession;

  constructor(cdp: CDPSession) {
    this.#cdp = cdp;
  }

  static async of(page: Page): Promise<Hand> {
    return new Hand(await page.context().newCDPSession(page));
  }

  async #send(type: 'touchStart' | 'touchMove' | 'touchEnd', fingers: readonly Finger[]) {
    const touchPoints = fingers.map(({ x, y }, id) => ({ x, y, id }));
    await this.#cdp.send('Input.dispatchTouchEvent', { type, touchPoints });
  }

  /**
   * Moves fingers from some places to others, where they rest before they are lifted.
   * Fingers that are lifted in motion throw the page, and the browser takes the next tap for what stops it: it
   * sends no click.
   */
  async move(from: readonly Finger[], to: readonly Finger[], steps = 8): Promise<void> {
    await this.#slide(from, to, steps);
    await sleep(250);
    await this.#send('touchEnd', []);
  }

  /** Moves fingers from some places to others, and lifts them in motion. */
  async throw(from: readonly Finger[], to: readonly Finger[], steps = 8): Promise<void> {
    await this.#slide(from, to, steps);
    await this.#send('touchEnd', []);
  }

  async #slide(from: readonly Finger[], to: readonly Finger[], steps: number): Promise<void> {
    await this.#send('touchStart', from);
    for (let step = 1; step <= steps; step++) {
      const share = step / steps;
      const now = from.map(({ x, y }, index) => ({
        x: x + ((to[index]?.x ?? x) - x) * share,
        y: y + ((to[index]?.y ?? y) - y) * share,
      }));
      await this.#send('touchMove', now);
    }
  }

  /** Rests a finger on a place, then lifts it. */
  async rest(at: Finger, during: () => Promise<void>): Promise<void> {
    await this.#send('touchStart', [at]);
    await during();
    await this.#send('touchEnd', []);
  }
}

/** The box of something that has stopped moving: a page still gets what stands above it. */
async function settledBox(of: Locator) {
  let box = await of.boundingBox();
  const isSame = async (): Promise<boolean> => {
    const before = JSON.stringify(box);
    box = await of.boundingBox();
    return JSON.stringify(box) === before;
  };
  await expect.poll(isSame, { intervals: [400] }).toBe(true);
  return box;
}

/** The box of the plot's drawing. */
async function plotBox(bench: WorkbenchPage) {
  const box = await bench.chart.locator('[data-plot-grid]').boundingBox();
  if (box === null) throw new Error('The chart is not in view');
  return box;
}

const rangeOf = (bench: WorkbenchPage): readonly number[] | null => {
  const range = bench.setting('range');
  return range === null ? null : range.split(/[^\d]+/).map(Number);
};

/** The range once the address has followed the fingers. */
async function settledRange(bench: WorkbenchPage): Promise<readonly number[]> {
  let before = '';
  await expect
    .poll(
      () => {
        const now = bench.setting('range') ?? '';
        const same = now !== '' && now === before;
        before = now;
        return same;
      },
      { intervals: [400] },
    )
    .toBe(true);
  return rangeOf(bench) ?? [];
}

test.describe('a tablet held across', () => {
  test.use({ hasTouch: true, viewport: { width: 1024, height: 768 } });

  test('two fingers zoom the chart, one moves it, a tap selects, up and down scrolls', async ({
    page,
  }) => {
    const bench = new WorkbenchPage(page);
    await bench.open(await bench.importSample('production-incident.json'));
    await bench.chart.scrollIntoViewIfNeeded();
    const hand = await Hand.of(page);
    let box = await plotBox(bench);
    const at = (share: number): Finger => ({
      x: box.x + box.width * share,
      y: box.y + box.height / 2,
    });
    await hand.move([at(0.45), at(0.55)], [at(0.2), at(0.8)]);
    await expect.poll(() => rangeOf(bench)).not.toBeNull();
    const zoomed = await settledRange(bench);
    const wide = (zoomed[1] ?? 0) - (zoomed[0] ?? 0);
    expect(wide).toBeGreaterThan(3);
    expect(wide).toBeLessThan(100);

    box = await plotBox(bench);
    await hand.move([at(0.7)], [at(0.3)]);
    await expect.poll(() => rangeOf(bench)?.[0]).toBeGreaterThan(zoomed[0] ?? 0);
    const panned = await settledRange(bench);
    expect((panned[1] ?? 0) - (panned[0] ?? 0)).toBe(wide);

    const before = bench.setting('step');
    await page.touchscreen.tap(at(0.25).x, at(0.25).y);
    await expect.poll(() => bench.setting('step')).not.toBe(before);
    const step = Number(bench.setting('step'));
    expect(step).toBeGreaterThanOrEqual(panned[0] ?? 0);
    expect(step).toBeLessThanOrEqual(panned[1] ?? 0);

    await hand.move([at(0.2), at(0.8)], [at(0.48), at(0.52)]);
    await expect
      .poll(() => {
        const range = rangeOf(bench);
        return range === null ? Infinity : (range[1] ?? 0) - (range[0] ?? 0);
      })
      .toBeGreaterThan(wide);
  });
});

test.describe('a tablet held upright', () => {
  test.use({ hasTouch: true, viewport: { width: 768, height: 1024 } });

  test('a finger drags the window and scrolls the page, and taps open tips, tabs and the palette', async ({
    page,
  }) => {
    const bench = new WorkbenchPage(page);
    await bench.open(await bench.importSample('production-incident.json'));
    await bench.chart.scrollIntoViewIfNeeded();
    const handle = bench.chart.getByRole('slider', { name: 'Context window' });
    const box = await handle.boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(44);
    expect(box?.width).toBeGreaterThanOrEqual(44);
    const before = await bench.number('Context window').inputValue();
    const from = { x: (box?.x ?? 0) + 30, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
    const hand = await Hand.of(page);
    await hand.move([from], [{ x: from.x, y: from.y + 40 }]);
    await expect(bench.number('Context window')).not.toHaveValue(before);
    await expect.poll(() => bench.setting('window')).not.toBeNull();

    // Tips, tabs and the palette are opened by taps.
    const tip = page.getByRole('tooltip');
    await bench.parameters.getByRole('button', { name: 'About Correction cap' }).tap();
    await expect(tip).toBeVisible();
    await page.getByRole('heading', { level: 1 }).tap();
    await expect(tip).toBeHidden();
    const tab = page.getByRole('tab', { name: /^Findings/ });
    expect((await tab.boundingBox())?.height).toBeGreaterThanOrEqual(43);
    await tab.tap();
    await expect(tab).toHaveAttribute('aria-selected', 'true');
    await page.getByRole('button', { name: 'Command palette' }).tap();
    await page.getByRole('combobox', { name: 'Command' }).fill('last step');
    const option = page.getByRole('option', { name: 'last step' });
    expect((await option.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await option.tap();
    await expect(page.getByRole('dialog')).toBeHidden();
    // One finger over the chart scrolls the page, and chooses no range.
    await page.keyboard.press('Escape');
    await bench.chart.scrollIntoViewIfNeeded();
    const plot = await plotBox(bench);
    const x = plot.x + plot.width / 2;
    const top = await page.evaluate(() => window.scrollY);
    await hand.throw([{ x, y: plot.y + plot.height - 20 }], [{ x, y: plot.y - 150 }], 16);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(top);
    expect(rangeOf(bench)).toBeNull();
  });
});

test.describe('what is smaller than a finger', () => {
  test.use({ hasTouch: true, viewport: { width: 1024, height: 768 } });

  test('a finger that rests on what is short or cut off reads it in full, and opens nothing', async ({
    page,
  }) => {
    await new WorkbenchPage(page).importSample('production-incident.json');
    const library = new LibraryPage(page);
    await library.open();
    const tip = page.getByRole('tooltip');
    const peak = library.row('production incident').getByTitle(/^Peak /);
    const box = await settledBox(peak);
    if (box === null) throw new Error('The peak is not in view');
    const at = { x: box.x + box.width - 8, y: box.y + box.height / 2 };
    const hand = await Hand.of(page);
    await hand.rest(at, () => expect(tip).toHaveText('Peak 200,819 tokens, limit 200,000'));
    await expect(tip).toBeVisible();
    await expect(page).toHaveURL(/\/(\?open=.*)?$/);
    // A tap opens the session as before.
    await page.touchscreen.tap(at.x, at.y);
    await expect(page).toHaveURL(/\/sessions\//);
  });

  test('a tap beside a small button is its own, and a finger slides a setting over its outcomes', async ({
    page,
  }) => {
    test.setTimeout(120_000);
    const bench = new WorkbenchPage(page);
    await bench.open(await bench.importSample('production-incident.json'));
    await bench.openSettings();
    const freeze = bench.settings.getByRole('button', { name: 'Freeze' });
    await freeze.scrollIntoViewIfNeeded();
    const small = await freeze.boundingBox();
    if (small === null) throw new Error('The button is not in view');
    expect(small.height).toBeLessThan(44);
    await page.touchscreen.tap(small.x + small.width / 2, small.y + small.height / 2 - 20);
    const dialog = page.getByRole('dialog', { name: 'Freeze this result' });
    await expect(dialog).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).tap();
    await expect(dialog).toBeHidden();
    await bench.settings.getByRole('button', { name: 'Close the settings' }).tap();

    await bench.settled();
    const thumb = bench.slider('Correction cap');
    await expect(thumb).toHaveAttribute('aria-valuetext', /no compaction, 1 overflow$/);
    await thumb.scrollIntoViewIfNeeded();
    const from = await settledBox(thumb);
    const track = await settledBox(bench.parameters.locator('[data-outcomes="cap"]'));
    if (from === null || track === null) throw new Error('The slider is not in view');
    const y = from.y + from.height / 2;
    const hand = await Hand.of(page);
    await hand.move([{ x: from.x + from.width / 2, y }], [{ x: track.x + track.width * 0.95, y }]);
    await expect(thumb).toHaveAttribute('aria-valuetext', /1 compaction, no overflow$/);
  });

  test('a finger moves the selected cell of the heat map, cell by cell', async ({ page }) => {
    test.setTimeout(240_000);
    const tune = new TunePage(page);
    await tune.loadSamples();
    await tune.open('?all=1');
    await tune.swept();
    const selected = tune.grid.locator('[aria-selected="true"]');
    await tune.grid.scrollIntoViewIfNeeded();
    const before = await selected.getAttribute('aria-label');
    const [cell, grid] = [await selected.boundingBox(), await tune.grid.boundingBox()];
    if (cell === null || grid === null) throw new Error('The heat map is not in view');
    expect(cell.height).toBeLessThan(24);
    const middle = { x: cell.x + cell.width / 2, y: cell.y + cell.height / 2 };
    // Towards the middle of the map, where there are cells.
    const right = middle.x < grid.x + grid.width / 2 ? 3 : -3;
    const hand = await Hand.of(page);
    await hand.move([middle], [{ x: middle.x + right * cell.width, y: middle.y }], 12);
    await expect(selected).not.toHaveAttribute('aria-label', before ?? '');
    const after = await selected.boundingBox();
    expect(Math.round(((after?.x ?? 0) - cell.x) / cell.width)).toBe(right);
    expect(after?.y).toBe(cell.y);
    const words = await selected.getAttribute('aria-label');
    await expect(page.locator('[data-selected]')).toHaveText(words ?? '');
    // A tap elsewhere selects the cell there.
    const now = await tune.grid.boundingBox();
    if (now === null) throw new Error('The heat map is not in view');
    await page.touchscreen.tap(now.x + now.width * 0.26, now.y + 4);
    await expect(selected).not.toHaveAttribute('aria-label', words ?? '');
  });
});
