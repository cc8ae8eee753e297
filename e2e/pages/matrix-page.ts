import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page } from '@playwright/test';

declare global {
  interface Window {
    deliver: () => void;
  }
}

/** The matrix of scenarios and policies as its user sees it. */
export class MatrixPage {
  readonly page: Page;
  readonly grid: Locator;
  readonly progress: Locator;

  constructor(page: Page) {
    this.page = page;
    this.grid = page.getByRole('grid', { name: 'Matrix' });
    this.progress = page.getByRole('status').filter({ hasText: 'cells' });
  }

  async open(query = ''): Promise<void> {
    await this.page.goto(`/scenarios/matrix${query}`);
  }

  /** The cell of a scenario under a column's key. */
  cell(scenario: string, column: string): Locator {
    return this.grid.locator(`[data-scenario="${scenario}"][data-cell="${column}"]`);
  }

  /**
   * Scrolls until a scenario's row is drawn and in view. Rows out of view are not drawn, and one
   * that was found may be taken away while the page settles, so finding and scrolling are tried
   * together; past the end the search begins at the top again.
   */
  async reach(scenario: string): Promise<void> {
    const cell = this.grid.locator(`[data-scenario="${scenario}"]`).first();
    const scroller = this.grid;
    await expect(async () => {
      if ((await cell.count()) === 0) {
        await scroller.evaluate((element) => {
          const atEnd = element.scrollTop + element.clientHeight >= element.scrollHeight - 1;
          element.scrollTo({ top: atEnd ? 0 : element.scrollTop + element.clientHeight / 2 });
        });
        await expect(cell).toBeAttached({ timeout: 200 });
      }
      await cell.scrollIntoViewIfNeeded({ timeout: 1_000 });
    }).toPass();
  }

  /** A number of the totals. */
  total(line: string, column: string): Locator {
    return this.grid.locator(`[data-total="${line} ${column}"]`);
  }

  /** The text of a file that a button of the export gives. */
  async exported(format: 'CSV' | 'JSON' | 'Markdown'): Promise<{ name: string; text: string }> {
    const [download] = await Promise.all([
      this.page.waitForEvent('download'),
      this.page
        .getByRole('group', { name: 'Export' })
        .getByRole('button', { name: format })
        .click(),
    ]);
    return {
      name: download.suggestedFilename(),
      text: readFileSync(await download.path(), 'utf8'),
    };
  }

  /**
   * Holds back what the worker says of cells after its first message, as a slow machine does, until
   * {@link deliver}. To be called before `open`.
   */
  async slowWorker(): Promise<void> {
    await this.page.addInitScript(() => {
      const held: (() => void)[] = [];
      let heard = 0;
      let holding = true;
      window.deliver = () => {
        holding = false;
        for (const give of held.splice(0)) give();
      };
      // Cells come by the port of a callback; nothing else of the page listens to a port in this way.
      const { prototype } = window.MessagePort;
      const listen = Reflect.get(prototype, 'addEventListener') as EventTarget['addEventListener'];
      prototype.addEventListener = function (
        this: MessagePort,
        type: string,
        listener: EventListenerOrEventListenerObject,
      ): void {
        const late = (event: Event): void => {
          const give = (): void =>
            typeof listener === 'function' ? listener(event) : listener.handleEvent(event);
          if (holding && heard++ > 0) held.push(give);
          else give();
        };
        Reflect.apply(listen, this, [type, type === 'message' ? late : listener]);
      };
    });
  }

  /** Gives the page the messages held back, in order, and later ones at once. */
  deliver(): Promise<void> {
    return this.page.evaluate(() => window.deliver());
  }
}
