import { expect, type Locator, type Page } from '@playwright/test';

/** The mapping of a failed import as its user sees it. */
export class MappingPage {
  readonly page: Page;
  readonly form: Locator;
  readonly preview: Locator;

  constructor(page: Page) {
    this.page = page;
    this.form = page.getByRole('form', { name: 'Mapping' });
    this.preview = page.getByRole('region', { name: 'Preview' });
  }

  async isOpen(file: string): Promise<void> {
    await expect(this.page.getByRole('heading', { name: file })).toBeVisible();
    await expect(this.form).toBeVisible();
  }

  /** The path that a field is read from. */
  field(label: string): Locator {
    return this.form.getByRole('combobox', { name: label, exact: true });
  }

  /** A record of the preview, from 1. */
  record(number: number): Locator {
    return this.preview.getByRole('row').nth(number);
  }

  async press(name: string): Promise<void> {
    await this.page.getByRole('button', { name, exact: true }).click();
  }
}
