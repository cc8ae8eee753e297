import type { Locator, Page } from '@playwright/test';

/** The cause at the head of the workbench, as its user sees it. */
export class CausePage {
  readonly page: Page;
  /** The session in one sentence: recorded, or of the what-if. */
  readonly verdict: Locator;
  readonly headline: Locator;
  readonly clauses: Locator;
  readonly remedies: Locator;
  /** Effects that are known. */
  readonly effects: Locator;
  /** The tag of a what-if; its name says what is changed. */
  readonly view: Locator;

  constructor(page: Page) {
    const block = page.getByRole('region', { name: 'Cause' });
    this.page = page;
    this.verdict = block.locator('[data-verdict]');
    this.headline = block.locator('[data-headline] [data-clause]');
    this.clauses = block.locator('[data-clauses] [data-clause]');
    this.remedies = block.locator('[data-remedy]');
    this.effects = block.locator('[data-effect="known"]');
    this.view = block.locator('[data-view]');
  }

  /** The number that leads to a sentence's evidence. */
  mark(number: number): Locator {
    return this.page.getByRole('button', { name: new RegExp(`^Evidence ${number}: `) });
  }

  remedy(label: string): Locator {
    return this.page.locator(`[data-remedy="${label}"]`);
  }

  /** The session's verdict, headline, sentences, and each change with what it would do. */
  async said() {
    const remedies = await this.remedies.evaluateAll((chips) =>
      chips.map((chip) => [
        chip.getAttribute('data-remedy') ?? '',
        chip.querySelector('[data-effect]')?.textContent ?? '',
      ]),
    );
    const verdicts = await this.verdict.allTextContents();
    return {
      verdict: verdicts[0] ?? null,
      headline: await this.headline.textContent(),
      clauses: await this.clauses.allTextContents(),
      remedies,
    };
  }
}
