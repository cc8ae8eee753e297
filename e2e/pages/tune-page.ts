import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';

const SAMPLES = 'public/samples';

/** The page that tunes a corpus, as its user sees it. */
export class TunePage {
  readonly page: Page;
  readonly rows: Locator;
  readonly today: Locator;
  readonly grid: Locator;
  readonly coverage: Locator;
  readonly answer: Locator;
  readonly sessions: Locator;
  readonly drag: Locator;

  constructor(page: Page) {
    this.page = page;
    this.rows = page.getByRole('combobox', { name: 'Row of the corpus, tuned alone' });
    this.today = page.locator('[data-today]');
    this.grid = page.getByRole('grid', { name: /^Heat map/ });
    this.coverage = page.locator('[data-coverage]');
    this.answer = page.locator('[data-answer]');
    this.sessions = page.getByRole('region', { name: 'Deciding sessions' });
    this.drag = page.locator('[data-drag]');
  }

  /** Imports the sample library, where it is not there yet. */
  async loadSamples(): Promise<void> {
    const names = readdirSync(SAMPLES).filter((name) => /\.(json|jsonl)$/.test(name));
    const library = await this.page.request.get('/api/sessions');
    const { sessions } = (await library.json()) as { sessions: { file: string }[] };
    for (const name of names) {
      if (sessions.some(({ file }) => file === name)) continue;
      await this.importText(name, readFileSync(path.join(SAMPLES, name), 'utf8'));
    }
  }

  /** Tunes another row of the corpus. */
  async tuneRow(name: RegExp): Promise<void> {
    const option = this.rows.getByRole('option', { name });
    await this.rows.selectOption((await option.getAttribute('value')) ?? '');
  }

  /** Imports one trace, and waits for its end. */
  async importText(name: string, text: string): Promise<void> {
    const answer = await this.page.request.post('/api/v1/sessions?wait=30', {
      headers: { 'x-file-name': name, 'content-type': 'application/octet-stream' },
      data: text,
    });
    expect(answer.ok()).toBe(true);
  }

  /** Opens it; without a policy in the query under ContextGuard: a corpus opens under its own. */
  async open(query = ''): Promise<void> {
    const named = /[?&]policy=/.test(query);
    const more = `${query === '' ? '?' : '&'}policy=contextguard-threshold`;
    await this.page.goto(`/tune${query}${named ? '' : more}`);
  }

  /** The sweep has ended: it says how many replays it took. */
  async swept(): Promise<void> {
    await expect(this.page.locator('[data-replays]')).toContainText('replays in');
    await expect(this.page.getByRole('progressbar')).toHaveCount(0);
    await expect(this.answer.first()).not.toContainText(/before the last cell|Waiting/);
  }

  /** The lines of the results that the page downloads as CSV, the head first. */
  async downloadRows(): Promise<readonly string[]> {
    const results = this.page.getByRole('group', { name: 'Download the results' });
    const [csv] = await Promise.all([
      this.page.waitForEvent('download'),
      results.getByRole('button', { name: 'CSV', exact: true }).click(),
    ]);
    return readFileSync(await csv.path(), 'utf8')
      .trim()
      .split('\r\n');
  }

  /** The cell of two values, as its name for screen readers begins. */
  cell(name: string | RegExp): Locator {
    return this.grid.getByRole('gridcell', { name });
  }
}
