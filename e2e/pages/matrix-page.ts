import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';

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
   * Makes what the worker says arrive late, as from a slow machine. To be called before `open`.
   */
  async slowWorker(delayMs: number): Promise<void> {
    await this.page.addInitScript((delay) => {
      const Native = window.Worker;
      window.Worker = class extends Native {
        override addEventListener(
          type: string,
          listener: EventListenerOrEventListenerObject,
        ): void {
          let turn = Promise.resolve();
          const late = (event: Event): void => {
            turn = turn.then(() => new Promise((go) => setTimeout(go, delay)));
            void turn.then(() =>
              typeof listener === 'function' ? listener(event) : listener.handleEvent(event),
            );
          };
          super.addEventListener(type, type === 'message' ? late : listener);
        }
      };
    }, delayMs);
  }
}
