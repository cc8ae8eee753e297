import type { Locator, Page } from '@playwright/test';
import { WorkbenchPage } from './workbench-page';

/** The section Tokenizers of a session's tab Estimators. */
export class TokenizersPage {
  readonly section: Locator;
  readonly rows: Locator;
  readonly bench: WorkbenchPage;

  constructor(page: Page) {
    this.bench = new WorkbenchPage(page);
    this.section = page.getByRole('region', { name: 'Tokenizers' });
    this.rows = this.section.locator('[data-tokenizer]');
  }

  /** Imports a session of the test's own and opens its tab. */
  async open(name: string, text: string): Promise<void> {
    await this.bench.open(await this.bench.importText(name, text));
    await this.bench.openTab('Estimators');
  }

  /** Cells of a script's or a kind's row: n, then a median with its interval per estimator. */
  added(of: string): Locator {
    return this.section.locator(`[data-added="${of}"] td`);
  }

  choice(encoding: string): Locator {
    return this.section.getByRole('button', { name: `Count with ${encoding}` });
  }

  /** Cells of a row: n, p1, p10, median, p90, p99, share under, mean error. */
  cells(estimator: string, basis: 'raw' | 'fitted'): Locator {
    return this.section.locator(`[data-tokenizer="${estimator}-${basis}"] td`);
  }
}
