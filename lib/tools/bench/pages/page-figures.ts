import type { Browser, Page } from '@playwright/test';

/** What a user waits for, in milliseconds: to the next drawing after a key or a click, and frames of a drag. */
export interface Felt {
  readonly key: number;
  readonly click: number;
  /** p95 of the time between two frames. */
  readonly drag: number;
}

/** Presses of a key, and moves of a drag. */
const PRESSES = 20;
const MOVES = 120;

/** A visit is over when nothing came for so long. */
const QUIET_MS = 2_000;

/** A slider's field of the window: what is typed there changes every strip. */
const WINDOW = 'Context window';

/** Bytes that a first visit transfers, workers included, to a browser that takes brotli. */
export async function bytesOfVisit(browser: Browser, address: string): Promise<number> {
  const page = await browser.newPage();
  let last = Date.now();
  const sizes: Promise<number>[] = [];
  page.on('request', () => (last = Date.now()));
  page.on('requestfinished', (request) => {
    last = Date.now();
    const own = request.sizes().then((one) => one.responseBodySize + one.responseHeadersSize);
    sizes.push(own.catch(() => 0));
  });
  await page.goto(address);
  while (Date.now() - last < QUIET_MS) await page.waitForTimeout(100);
  const bytes = (await Promise.all(sizes)).reduce((sum, one) => sum + one, 0);
  await page.close();
  return bytes;
}

/** Every strip and remedy is there, and shows the settings of now. */
const untilSettled = (page: Page): Promise<unknown> =>
  page.waitForFunction(
    () =>
      document.querySelectorAll('[data-fresh="true"]').length > 0 &&
      document.querySelector('[data-fresh="false"], [data-effect="pending"]') === null,
    undefined,
    { timeout: 120_000 },
  );

/** What the page shows of a session at first: pixels of plot and chart, its words and buttons. */
export async function layoutOf(page: Page, address: string) {
  await page.goto(address);
  await untilSettled(page);
  return page.evaluate(() => {
    const top = (part: string): number =>
      document.querySelector(`[data-part="${part}"]`)?.getBoundingClientRect().top ?? NaN;
    const seen = (one: Element): boolean => one.getClientRects().length > 0;
    return {
      // Window and threshold of this session are 20,000 tokens apart.
      plot: ((top('threshold') - top('window')) / 20_000) * 200_000,
      chart: document.querySelector('[aria-label=Chart]')?.getBoundingClientRect().height ?? NaN,
      words: document.body.innerText.split(/\s+/).filter(Boolean).length,
      buttons: [...document.querySelectorAll('button')].filter(seen).length,
    };
  });
}

/** What a change of the window costs until every strip follows it: in all, and the longest task of the page. */
export async function stripFigures(page: Page, address: string) {
  await page.addInitScript(watchTasks);
  await page.goto(address);
  await untilSettled(page);
  const field = page.getByRole('textbox', { name: WINDOW });
  await field.fill('190000');
  const before = (await longTasks(page)).length;
  const begun = performance.now();
  await field.press('Enter');
  await page.waitForSelector('[data-fresh="false"]', { timeout: 5_000 }).catch(() => undefined);
  await untilSettled(page);
  const wall = performance.now() - begun;
  const tasks = (await longTasks(page)).slice(before);
  return { wall, longest: Math.max(0, ...tasks) };
}

/** Opens a session: milliseconds until its chart is drawn, and of these the long tasks of the page. */
export async function openFigures(page: Page, address: string) {
  await page.addInitScript(watchTasks);
  const begun = performance.now();
  await page.goto(address);
  await page.waitForFunction(
    () => document.querySelector('[data-part="real"] path')?.getAttribute('d')?.startsWith('M'),
    undefined,
    { timeout: 120_000 },
  );
  const wall = performance.now() - begun;
  return { wall, busy: (await longTasks(page)).reduce((sum, ms) => sum + ms, 0) };
}

/** In the page: keeps what every task of more than 50 ms took. */
function watchTasks(): void {
  const tasks: number[] = [];
  new PerformanceObserver((list) => {
    tasks.push(...list.getEntries().map(({ duration }) => duration));
  }).observe({ type: 'longtask' });
  Object.assign(window, { tasks });
}

const longTasks = (page: Page): Promise<readonly number[]> =>
  page.evaluate(() => (window as unknown as { tasks: number[] }).tasks);

/** Keys, a click and a drag on the open page of a session. */
export async function stepFigures(page: Page): Promise<Felt> {
  await page.keyboard.press('Escape');
  await page.locator('h1').first().click();
  const key = await feltOf(page, async () => {
    for (let i = 0; i < PRESSES; i++) await page.keyboard.press('ArrowLeft', { delay: 20 });
  });
  const click = await feltOf(page, () => page.getByRole('tab', { name: /^Cost/ }).click());
  await untilSettled(page);
  const handle = await page.getByRole('slider', { name: WINDOW }).first().boundingBox();
  if (handle === null) throw new Error('The chart has no handle of the window.');
  return { key, click, drag: await dragOf(page, handle.x + 9, handle.y + handle.height / 2) };
}

/** The same on a page that redraws one line of 600 points, whatever is asked of it. */
export async function plainFigures(page: Page): Promise<Felt> {
  await page.setContent(
    '<button>Draw</button><svg width="1000" height="400"><path fill="none" stroke="black"/></svg>',
  );
  await page.evaluate(() => {
    let phase = 0;
    const draw = (): void => {
      phase += 0.05;
      const points = Array.from(
        { length: 600 },
        (_, i) => `${(i * 5) / 3} ${200 + 150 * Math.sin(i / 9 + phase)}`,
      );
      document.querySelector('path')?.setAttribute('d', `M${points.join('L')}`);
    };
    for (const type of ['keydown', 'click', 'pointermove']) window.addEventListener(type, draw);
  });
  const key = await feltOf(page, async () => {
    for (let i = 0; i < PRESSES; i++) await page.keyboard.press('ArrowLeft', { delay: 20 });
  });
  const click = await feltOf(page, () => page.getByRole('button').click());
  return { key, click, drag: await dragOf(page, 300, 200) };
}

/** The longest of some events, from the event to the next drawing; events below 16 ms count as 16. */
async function feltOf(page: Page, act: () => Promise<unknown>): Promise<number> {
  await page.evaluate(() => {
    const events: number[] = [];
    const observer = new PerformanceObserver((list) => {
      events.push(...list.getEntries().map(({ duration }) => duration));
    });
    observer.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
    Object.assign(window, { events });
  });
  await act();
  await page.waitForTimeout(1_000);
  return page.evaluate(() => Math.max(16, ...(window as unknown as { events: number[] }).events));
}

/** p95 of the time between two frames while the pointer is dragged down from a place. */
async function dragOf(page: Page, x: number, y: number): Promise<number> {
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + 6, { steps: 6 });
  await page.evaluate(() => {
    const frames: number[] = [];
    Object.assign(window, { frames });
    let last = performance.now();
    const next = (now: number): void => {
      frames.push(now - last);
      last = now;
      if (frames.length < 10_000) requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  });
  for (let i = 1; i <= MOVES; i++) await page.mouse.move(x, y + 6 + (i % 60));
  const frames = await page.evaluate(() => (window as unknown as { frames: number[] }).frames);
  await page.mouse.up();
  return frames.sort((a, b) => a - b)[Math.floor(frames.length * 0.95)] ?? NaN;
}
