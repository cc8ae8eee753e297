import type { Locator, Page } from '@playwright/test';
import { WorkbenchPage } from './workbench-page';

/** The tab Estimators of a session. */
export class EstimatorsPage {
  readonly panel: Locator;
  readonly rows: Locator;
  readonly line: Locator;
  /** The row of the rule that the replay decides with. */
  readonly inForce: Locator;
  readonly #bench: WorkbenchPage;

  constructor(page: Page) {
    this.#bench = new WorkbenchPage(page);
    this.panel = page.getByRole('region', { name: 'Estimators' });
    this.rows = this.panel.locator('[data-estimator]');
    this.inForce = this.panel.locator('[data-in-force]');
    this.line = this.panel.locator('[data-fitted-line]');
  }

  /** Opens a sample's session and its tab. */
  async open(sample: string, query = ''): Promise<void> {
    await this.#bench.open(await this.#bench.importSample(sample), query);
    await this.#bench.openTab('Estimators');
  }

  /** Median of estimate ÷ real: the fourth number after the name and n, p1, p10. */
  median(estimator: string): Locator {
    return this.panel.locator(`[data-estimator="${estimator}"] td`).nth(3);
  }

  /** The score of one rule by script and kind of what a step added. */
  get byAdded(): Locator {
    return this.panel.getByRole('region', { name: 'By what a step added' });
  }

  /** Cells of a script's or a kind's row: n, median, its interval, share under, its interval. */
  added(of: string): Locator {
    return this.byAdded.locator(`[data-added="${of}"] td`);
  }

  /** The worst miss of a rule, and the button that selects its step. */
  worst(estimator: string): Locator {
    return this.panel.locator(`[data-estimator="${estimator}"] [data-worst]`);
  }
}
