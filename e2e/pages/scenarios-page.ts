import { expect, type Locator, type Page } from '@playwright/test';

/** The gallery of scenarios as its user sees it. */
export class ScenariosPage {
  readonly page: Page;
  readonly table: Locator;
  readonly search: Locator;
  /** Number of scenarios that pass the filters, in words. */
  readonly shown: Locator;

  constructor(page: Page) {
    this.page = page;
    this.table = page.getByRole('table', { name: 'Scenarios' });
    this.search = page.getByRole('searchbox', { name: 'Search scenarios' });
    this.shown = page.getByRole('status', { name: 'Scenarios shown' });
  }

  /** Opens the gallery and waits until every outcome is there. */
  async open(query = ''): Promise<void> {
    await this.page.goto(`/scenarios${query}`);
    await this.computed();
  }

  /** Waits until every outcome under the policy chosen is there. */
  async computed(): Promise<void> {
    await expect(this.page.getByText(/^[\d,]+ outcomes computed$/)).toBeVisible();
  }

  /** A filter of the toolbar, or the policy picker. */
  choice(label: string): Locator {
    return this.page.getByRole('combobox', { name: label, exact: true });
  }

  /** The row of a scenario by its name. */
  row(name: string): Locator {
    return this.table.getByRole('row').filter({
      has: this.page.getByRole('button', { name, exact: true }),
    });
  }

  /** A cell of a scenario's row by its column. */
  cell(name: string, column: 'outcome' | 'compactions' | 'overflow' | 'expected'): Locator {
    return this.row(name).locator(`[data-cell="${column}"]`);
  }

  /** Names of the scenarios shown, from the top. */
  async names(): Promise<readonly string[]> {
    return this.table.locator('[data-open]').allInnerTexts();
  }
}
