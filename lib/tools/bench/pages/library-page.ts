import type { Page } from '@playwright/test';
import { inBrowser } from '../in-browser';

const SCROLL_MS = 2_000;

/** Milliseconds of the library's page at an address, from its first request on. */
export const openLibrary = (at: string): Promise<Readonly<Record<string, number>>> =>
  inBrowser(async (browser) => {
    // The first page fetches the program too.
    const warm = await browser.newPage();
    await warm.goto(at);
    await untilStatus(warm, 'sessions$');
    await warm.close();
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    const start = performance.now();
    await page.goto(at);
    await page.getByRole('grid', { name: 'Sessions' }).waitFor();
    const first = performance.now() - start;
    const frame = await slowestFrame(page);
    const typed = performance.now();
    await page.getByRole('searchbox', { name: 'Search sessions' }).fill('explore 99');
    await untilStatus(page, ' of .*sessions$');
    return {
      'page: first rows': first,
      'page: slowest frame of a scroll': frame,
      'page: search': performance.now() - typed,
    };
  });

/** Waits for the number of sessions to be written in a form. */
const untilStatus = (page: Page, form: string): Promise<unknown> =>
  page.waitForFunction(
    (pattern) =>
      new RegExp(pattern).test(document.querySelector('main [role=status]')?.textContent ?? ''),
    form,
  );

/** Milliseconds of the slowest frame while the list is scrolled. */
const slowestFrame = (page: Page): Promise<number> =>
  page.getByRole('grid', { name: 'Sessions' }).evaluate(
    (grid, ms) =>
      new Promise<number>((resolve) => {
        const begun = performance.now();
        let last = begun;
        let slowest = 0;
        const next = (now: number): void => {
          slowest = Math.max(slowest, now - last);
          last = now;
          grid.scrollTop += 300;
          if (now - begun < ms) requestAnimationFrame(next);
          else resolve(slowest);
        };
        requestAnimationFrame(next);
      }),
    SCROLL_MS,
  );
