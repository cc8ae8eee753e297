import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';

/** The heading of an empty library. */
const FIRST_RUN = 'Why did the agent compact, or not?';

/** The library as its user sees it. */
export class LibraryPage {
  readonly page: Page;
  readonly grid: Locator;
  readonly search: Locator;
  readonly imports: Locator;

  constructor(page: Page) {
    this.page = page;
    this.grid = page.getByRole('grid', { name: 'Sessions' });
    this.search = page.getByRole('searchbox', { name: 'Search sessions' });
    this.imports = page.getByRole('complementary', { name: 'Imports' });
  }

  /** Opens the library at an address, by default with its quiet sessions. */
  async open(address = '/?open=below,brief'): Promise<void> {
    await this.page.goto(address);
    await this.ready();
  }

  /** The page has asked for the sessions, so it listens: what is dropped on it before is not seen. */
  async ready(): Promise<void> {
    const empty = this.page.getByRole('heading', { name: FIRST_RUN });
    await expect(this.grid.or(empty)).toBeVisible();
  }

  /** Deletes every session, without opening a page. */
  async empty(): Promise<void> {
    const { request } = this.page;
    // What failed before stays in the library until it is dismissed.
    await request.post('/api/imports', { data: { action: 'dismiss' } });
    const answer = await request.get('/api/sessions');
    const { sessions } = (await answer.json()) as { sessions: { id: string }[] };
    if (sessions.length === 0) return;
    const ids = sessions.map(({ id }) => id);
    expect((await request.delete('/api/sessions', { data: { ids } })).ok()).toBe(true);
  }

  /** Opens the library after every session was deleted. */
  async openEmpty(): Promise<void> {
    await this.empty();
    await this.open();
    await expect(this.page.getByRole('heading', { name: FIRST_RUN })).toBeVisible();
  }

  /**
   * Deletes or restores sessions by an action, and waits for the server's answer: a page that is left or
   * reloaded may take its request back.
   */
  async changes(how: 'deletes' | 'restores', act: () => Promise<void>): Promise<void> {
    const [method, pathname] =
      how === 'deletes' ? ['DELETE', '/api/sessions'] : ['POST', '/api/sessions/restore'];
    const [answer] = await Promise.all([
      this.page.waitForResponse(
        (response) =>
          response.request().method() === method && new URL(response.url()).pathname === pathname,
      ),
      act(),
    ]);
    expect(answer.ok()).toBe(true);
  }

  /** The row of a session by a part of its name. */
  row(name: string): Locator {
    return this.grid
      .getByRole('row')
      .filter({ has: this.page.getByRole('link', { name }) })
      .first();
  }

  /** Names of the sessions shown, from the top. */
  async names(): Promise<readonly string[]> {
    return this.grid.locator('[role=row] [role=gridcell] a[title]').allInnerTexts();
  }

  /** One file of the panel of imports. */
  importOf(file: string): Locator {
    return this.imports.getByRole('listitem').filter({ hasText: file }).first();
  }

  /** Shows the imports of this visit; their progress stands in a line above the list. */
  async showImports(): Promise<void> {
    if (await this.imports.isVisible()) return;
    await this.page.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(this.imports).toBeVisible();
  }

  /** The panel with every way to import; opens it unless the page shows one. */
  async importing(): Promise<void> {
    const files = this.page.getByRole('button', { name: 'Import files…' });
    const open = this.page.getByRole('button', { name: 'Import…', exact: true });
    // An empty library shows the panel once it is known to be empty.
    await expect(files.or(open).first()).toBeVisible();
    if (await files.isVisible()) return;
    await open.click();
    await expect(files).toBeVisible();
  }

  /** Gives files to the browser's file chooser. */
  async choose(...files: readonly string[]): Promise<void> {
    await this.importing();
    const [chooser] = await Promise.all([
      this.page.waitForEvent('filechooser'),
      this.page.getByRole('button', { name: 'Import files…' }).click(),
    ]);
    await chooser.setFiles([...files]);
    await this.showImports();
  }

  /** Drops files on the page; `text` stands for a file that is not on the disk. */
  async drop(...files: readonly (string | { name: string; text: string })[]): Promise<void> {
    const contents = files.map((file) =>
      typeof file === 'string'
        ? { name: path.basename(file), text: readFileSync(file, 'utf8') }
        : file,
    );
    await this.page.evaluate((list) => {
      const dataTransfer = new DataTransfer();
      for (const { name, text } of list) dataTransfer.items.add(new File([text], name));
      for (const type of ['dragenter', 'dragover', 'drop']) {
        const init = { dataTransfer, bubbles: true, cancelable: true };
        document.body.dispatchEvent(new DragEvent(type, init));
      }
    }, contents);
    await this.showImports();
  }

  /** Pastes a text on the page, outside of its fields. */
  async paste(text: string): Promise<void> {
    await this.page.evaluate((content) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', content);
      const init = { clipboardData, bubbles: true, cancelable: true };
      document.body.dispatchEvent(new ClipboardEvent('paste', init));
    }, text);
  }

  /** The head of the sessions of one severity. */
  head(severity: string): Locator {
    return this.grid.locator(`[role=row][data-head=${severity}]`);
  }

  /** A view of the left column, or of the menu of a narrow page. */
  view(name: string | RegExp): Locator {
    const views = this.page.getByRole('navigation', { name: 'Views' });
    return views.getByRole('link', { name }).or(views.getByRole('button', { name }));
  }

  /** The panel with every condition of the filter; opens it. */
  async filters(): Promise<Locator> {
    const panel = this.page.getByRole('dialog', { name: 'Filters of sessions' });
    if (!(await panel.isVisible())) {
      await this.page.getByRole('button', { name: '+ Filter' }).click();
    }
    await expect(panel).toBeVisible();
    return panel;
  }

  /** Ticks or unticks a value of the filter, and closes the panel again. */
  async tick(group: string, value: string): Promise<void> {
    const panel = await this.filters();
    const boxes = panel.getByRole('group', { name: group, exact: true });
    await boxes.getByRole('checkbox', { name: value }).click();
    await panel.getByRole('button', { name: 'Close' }).click();
    await expect(panel).toBeHidden();
  }

  /** The button that removes a condition. */
  chip(text: string): Locator {
    return this.page.getByRole('button', { name: `Remove: ${text}` });
  }

  /** Sorts the list by one of its orders. */
  async sort(order: string): Promise<void> {
    await this.page.getByRole('combobox', { name: 'Order' }).selectOption(order);
  }

  /** The bar of the selected sessions. */
  get selection(): Locator {
    return this.page.getByRole('region', { name: 'Selected sessions' });
  }

  /** The file that a button of the selection gives. */
  async download(button: string): Promise<{ readonly name: string; readonly bytes: Buffer }> {
    const [download] = await Promise.all([
      this.page.waitForEvent('download'),
      this.page.getByRole('button', { name: button }).click(),
    ]);
    return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
  }
}
