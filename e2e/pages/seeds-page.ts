import type { Locator, Page } from '@playwright/test';

/** The page of the seeds' tables as its reader sees it. */
export class SeedsPage {
  readonly page: Page;
  readonly verdict: Locator;
  readonly workedOut: Locator;

  constructor(page: Page) {
    this.page = page;
    const formula = page.getByRole('region', { name: 'Formula' });
    this.verdict = formula.getByRole('status');
    this.workedOut = formula.getByRole('definition');
  }

  /** Opens the page with a query, by its address or one that leads there. */
  async open(search: string, address = '/seeds'): Promise<void> {
    await this.#listening(() => this.page.goto(address + search));
  }

  async reload(): Promise<void> {
    await this.#listening(() => this.page.reload());
  }

  /**
   * Waits until the page listens: it loses what is typed into the server's HTML before. Its first
   * effects open the stream of changes.
   */
  async #listening(load: () => Promise<unknown>): Promise<void> {
    await Promise.all([this.page.waitForRequest('**/api/events'), load()]);
  }

  /** A table by its caption. */
  table(caption: string): Locator {
    return this.page.getByRole('group', { name: caption, exact: true }).getByRole('table');
  }

  /** Texts of a row's cells, by the row's heading. */
  async row(caption: string, heading: string): Promise<readonly string[]> {
    const rows = this.table(caption).getByRole('row');
    const row = rows.filter({
      has: this.page.getByRole('rowheader', { name: heading, exact: true }),
    });
    const cells = await row.first().getByRole('cell').allInnerTexts();
    return cells.map((text) => text.replaceAll(/\s+/g, ' ').trim());
  }

  /** The field of an operand of the formula. */
  operand(label: string): Locator {
    return this.page.getByRole('textbox', { name: label, exact: true });
  }

  /** Types a number into a field and takes it. */
  async type(label: string, text: string): Promise<void> {
    await this.operand(label).fill(text);
    await this.operand(label).press('Enter');
  }

  /** Values at which the decision turns, by operand. */
  async turnsAt(label: string): Promise<string> {
    const row = this.page
      .getByRole('table', { name: 'Operands' })
      .getByRole('row')
      .filter({ has: this.operand(label) });
    return (await row.getByRole('cell').last().innerText()).trim();
  }
}
