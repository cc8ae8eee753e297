import { expect, type Locator, type Page } from '@playwright/test';

/** The watched folders as their user sees them. */
export class WatchedPage {
  readonly page: Page;
  readonly path: Locator;

  constructor(page: Page) {
    this.page = page;
    this.path = page.getByRole('textbox', { name: 'Folder on this server' });
  }

  async open(): Promise<void> {
    await this.page.goto('/watched');
    await expect(this.page.locator('[data-live=live]')).toBeVisible();
  }

  async add(folder: string): Promise<void> {
    await this.path.fill(folder);
    await this.page.getByRole('button', { name: 'Watch', exact: true }).click();
  }

  folder(path: string): Locator {
    return this.page.getByRole('region', { name: path, exact: true });
  }

  file(folder: string, name: string): Locator {
    return this.folder(folder).getByRole('row').filter({ hasText: name });
  }

  /** Pauses, resumes or removes a folder. */
  async press(action: 'Pause' | 'Resume' | 'Remove', folder: string): Promise<void> {
    await this.page.getByRole('button', { name: `${action} ${folder}`, exact: true }).click();
  }
}
