import { expect, type Page } from '@playwright/test';

declare global {
  interface Window {
    /** Elements at which Tab stopped since the page was opened. */
    tabStops?: WeakSet<Element>;
  }
}

/** More stops than any page has. */
const MOST_STOPS = 250;

/** Where the focus is. */
interface Stop {
  /** True if it was there before. */
  readonly again: boolean;
  /** True if a label or a text of its own names it for certain. */
  readonly isNamed: boolean;
  /**
   * What is wrong with it for somebody who sees the page: out of view, cut off by what scrolls it, or without
   * a ring on it or beside it; null once the focus has left the page.
   */
  readonly faults: readonly string[] | null;
}

function stopNow(): Stop {
  const at = document.activeElement;
  if (at === null || at === document.body) return { again: false, isNamed: true, faults: null };
  const stops = (window.tabStops ??= new WeakSet());
  const again = stops.has(at);
  stops.add(at);
  const isNamed =
    (at.getAttribute('aria-label') ?? '').trim() !== '' ||
    (at.matches('a, button, summary') &&
      [...at.childNodes].some((one) => one.nodeName === '#text' && one.nodeValue?.trim() !== ''));
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
  const faults = [
    ...(box.width < 2 || box.height < 2 ? ['has no size'] : []),
    ...(outside({ left: 0, top: 0, right: innerWidth, bottom: innerHeight })
      ? ['out of view']
      : []),
    ...(cutting.some((one) => outside(one.getBoundingClientRect())) ? ['cut off'] : []),
    ...([...near, ...beside].some(ringed) ? [] : ['no ring']),
  ];
  return { again, isNamed, faults };
}

/** What of a part's controls Tab has not led to. */
function missed(part: Element): string[] {
  const controls =
    'a[href], button, input, select, textarea, summary, [tabindex]:not([tabindex="-1"])';
  return (
    [...part.querySelectorAll<HTMLElement>(controls)]
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

/** The next Tab leads to the first stop of the page. */
export const fromTheTop = (page: Page): Promise<void> =>
  page.evaluate(() => {
    window.scrollTo(0, 0);
    const first = document.createElement('span');
    first.tabIndex = -1;
    document.body.prepend(first);
    first.focus();
    first.remove();
  });

/**
 * Presses Tab from where the focus is until it leaves the page. Every stop must be seen, ringed and
 * named, none may come twice, and no control of the page, or of the part that is named, may be left out.
 * Returns the number of stops.
 */
export async function walkByTab(page: Page, part = page.locator('body')): Promise<number> {
  const focus = page.locator('*:focus');
  await page.evaluate(() => delete window.tabStops);
  for (let stops = 0; stops < MOST_STOPS; stops++) {
    await page.keyboard.press('Tab');
    const { again, faults, isNamed } = await page.evaluate(stopNow);
    if (again) throw new Error(`Tab comes back to ${await focus.evaluate((at) => at.outerHTML)}`);
    if (faults === null) {
      expect(await part.evaluate(missed)).toEqual([]);
      return stops;
    }
    if (!isNamed) await expect(focus, `stop ${stops}`).toHaveAccessibleName(/\S/);
    if (faults.length === 0) continue;
    const of = await focus.evaluate((at) => at.outerHTML.slice(0, 300));
    await expect.poll(async () => (await page.evaluate(stopNow)).faults, of).toEqual([]);
  }
  throw new Error(`Tab has not left the page after ${MOST_STOPS} stops.`);
}
