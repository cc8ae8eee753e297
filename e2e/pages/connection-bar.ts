import type { Locator, Page } from '@playwright/test';

/** What a page says about its connection to the server. */
export class ConnectionBar {
  readonly offline: Locator;
  readonly updated: Locator;
  /** The mark of the pages whose lists follow the library. */
  readonly live: Locator;

  constructor(page: Page) {
    this.offline = page.getByRole('status').filter({ hasText: 'does not answer. Trying again' });
    this.updated = page.getByRole('status').filter({ hasText: 'was updated' });
    this.live = page.locator('[data-live]');
  }
}
