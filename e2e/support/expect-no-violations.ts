import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Rules of axe that go by colours: all that another scheme can break. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/** Expects that axe finds nothing on a page; what it finds is named with its element. */
export const expectNoViolations = (page: Page, within?: string): Promise<void> =>
  expectNone(page, { rules: { 'target-size': { enabled: true } } }, within);

/** Expects that axe finds nothing wrong with the colours of a page. */
export const expectReadableColours = (page: Page, within?: string): Promise<void> =>
  expectNone(page, { runOnly: OF_COLOURS }, within);

/**
 * Expects that axe finds nothing at some widths, light, and at the first of them dark as well, and that the
 * page is no wider than its window. Of the dark one only the colours are looked at: the elements are the
 * same, and so are the colours at every width. `within` names what is new on a page that was looked at before.
 */
export async function expectFits(
  page: Page,
  widths: readonly number[],
  within?: string,
): Promise<void> {
  const height = page.viewportSize()?.height ?? 900;
  for (const width of widths) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: 'light' });
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
      .toBeLessThanOrEqual(width);
    await expectNoViolations(page, within);
    if (width !== widths[0]) continue;
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectReadableColours(page, within);
  }
}

type Options = Parameters<AxeBuilder['options']>[0];

async function expectNone(page: Page, options: Options, within = 'html'): Promise<void> {
  await endOfTransitions(page);
  // The page has no foreign frames, and only what is wrong is described.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .include(within)
    .options({ resultTypes: ['violations'], ...options })
    .analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
}

/** Half way from light to dark a text has too little contrast; a page that draws no frame stays there. */
const endOfTransitions = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const one of document.getAnimations()) if (one instanceof CSSTransition) one.finish();
  });
