import { expect, type Page } from '@playwright/test';

declare global {
  interface Window {
    /** Elements at which Tab stopped since the page was opened. */
    tabStops?: WeakSet<Element>;
  }
}

/** More stops than any page has. */
const MOST_STOPS = 250;

/**
 * What is wrong with the place of the focus for somebody who sees the page: out of view, cut off by what
 * scrolls it, or without a ring on it or beside it; null once the focus has left the page.
 */
function faultsOfFocus(): string[] | null {
  const at = document.activeElement;
  if (at === null || at === document.body) return null;
  const stops = (window.tabStops ??= new WeakSet());
  stops.add(at);
  const box = at.getBoundingClientRect();
  const outside = (frame: { left: number; right: number; top: number; bottom: number }): boolean =>
    box.right <= frame.left ||
    box.left >= frame.right ||
    box.bottom <= frame.top ||
    box.top >= frame.bottom;
  const above: Element[] = [];
  for (let one = at.parentElement; one !== null; one = one.parentElement) above.push(one);
  const cutting = above.filter((one) => getComputedStyle(one).overflow !== 'visible');
  const ringed = (one: Element): boolean => {
    const { outlineStyle, outlineWidth } = getComputedStyle(one);
    return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1;
  };
  // A handle wears the ring on its shape, a grid on its row, a hidden field on what stands for it.
  const near = [at, ...at.querySelectorAll('*'), ...above.slice(0, 2)];
  const beside = [at.nextElementSibling, at.previousElementSibling].filter((one) => one !== null);
  return [
    ...(box.width < 2 || box.height < 2 ? ['has no size'] : []),
    ...(outside({ left: 0, top: 0, right: innerWidth, bottom: innerHeight })
      ? ['out of view']
      : []),
    ...(cutting.some((one) => outside(one.getBoundingClientRect())) ? ['cut off'] : []),
    ...([...near, ...beside].some(ringed) ? [] : ['no ring']),
  ];
}

/** What of a page's controls Tab has not led to. */
function missed(): string[] {
  const controls =
    'a[href], button, input, select, textarea, summary, [tabindex]:not([tabindex="-1"])';
  return (
    [...document.querySelectorAll<HTMLElement>(controls)]
      .filter(
        (one) => one.tabIndex >= 0 && !one.matches(':disabled') && one.closest('[inert]') === null,
      )
      .filter((one) => one.checkVisibility({ visibilityProperty: true }))
      // Of radio buttons one is the stop of all; the arrow keys lead to the others.
      .filter((one) => !one.matches('[type=radio]:not(:checked)'))
      // A list of tabs hands the focus on to the open one.
      .filter((one) => one.getAttribute('role') !== 'tablist')
      .filter((one) => window.tabStops?.has(one) !== true)
      .map((one) => one.outerHTML.slice(0, 120))
  );
}

/**
 * Presses Tab from the top of a page until the focus leaves it. Every stop must be seen, ringed and
 * named, none may come twice, and no control may be left out. Returns the number of stops.
 */
export async function walkByTab(page: Page): Promise<number> {
  const focus = page.locator('*:focus');
  for (let stops = 0; stops < MOST_STOPS; stops++) {
    await page.keyboard.press('Tab');
    const again = await page.evaluate(
      () =>
        document.activeElement !== null && window.tabStops?.has(document.activeElement) === true,
    );
    if (again) throw new Error(`Tab comes back to ${await focus.evaluate((at) => at.outerHTML)}`);
    const faults = await page.evaluate(faultsOfFocus);
    if (faults === null) {
      expect(await page.evaluate(missed)).toEqual([]);
      return stops;
    }
    await expect(focus, `stop ${stops}`).toHaveAccessibleName(/\S/);
    if (faults.length === 0) continue;
    const of = await focus.evaluate((at) => at.outerHTML.slice(0, 300));
    await expect.poll(() => page.evaluate(faultsOfFocus), of).toEqual([]);
  }
  throw new Error(`Tab has not left the page after ${MOST_STOPS} stops.`);
}
