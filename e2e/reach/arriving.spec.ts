import type { Page, Route } from '@playwright/test';
import { expect, test } from '../support/test';
import { WorkbenchPage } from '../pages/workbench-page';

declare global {
  interface Window {
    /** Controls that were there while the page arrived, and how they looked. */
    offered?: Map<Element, string>;
  }
}

/** Remembers the controls of a page; returns those that have left it since they were remembered. */
function leftControls(): string[] {
  const offered = (window.offered ??= new Map());
  const left = [...offered].filter(([control]) => !control.isConnected);
  for (const control of document.querySelectorAll<HTMLElement>('a[href], button, input, select')) {
    if (control.checkVisibility()) offered.set(control, control.outerHTML);
  }
  return left.map(([, text]) => text);
}

/** Lets the held requests of a page go on one by one, until none has come for a while. */
async function letGo(page: Page, held: Route[], after: () => Promise<void>): Promise<number> {
  let released = 0;
  for (let quiet = 0; quiet < 4; quiet++) {
    await page.waitForTimeout(250);
    await after();
    const next = held.shift();
    if (next === undefined) continue;
    await next.continue();
    released++;
    quiet = 0;
  }
  return released;
}

/** Pages whose content arrives later; the library's and the lists' tables are of one kind with `/runs`. */
const arriving = [
  '/scenarios/builder',
  '/compare?lane=:id:own&lane=:id:own:cap=7.5',
  '/compare?lane=nothing:own&lane=:id:own',
  '/tune',
  '/runs',
  '/runs/:run',
  '/sessions/:id/reconciliation',
];

// Who has gone to a control by Tab, or is in the dialog that it opened, must find it there afterwards.
test('no control leaves a page while its answers arrive', async ({ page }) => {
  test.slow();
  const id = await new WorkbenchPage(page).importSample('production-incident.json');
  const answer = await page.request.post('/api/runs', { data: { session: id } });
  const { id: run } = (await answer.json()) as { readonly id: string };
  const held: Route[] = [];
  await page.route('**/api/**', (route) => held.push(route));
  for (const address of arriving) {
    await test.step(address, async () => {
      held.length = 0;
      await page.goto(address.replaceAll(':id', id).replace(':run', run));
      const released = await letGo(page, held, async () => {
        expect(await page.evaluate(leftControls)).toEqual([]);
      });
      expect(released).toBeGreaterThan(0);
      await expect(page.getByText(/^(Loading|Reading) /)).toHaveCount(0);
      expect(await page.evaluate(leftControls)).toEqual([]);
    });
  }
});
