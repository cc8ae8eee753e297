import type { Locator, Page } from '@playwright/test';

/** The cause at the head of the workbench, as its user sees it. */
export class CausePage {
  readonly page: Page;
  /** What the change makes of the session, before the headline. */
  readonly verdict: Locator;
  readonly headline: Locator;
  readonly clauses: Locator;
  readonly remedies: Locator;
  /** Effects that are known. */
  readonly effects: Locator;
  /** The view in words: the recording, or the changes. */
  readonly view: Locator;

  constructor(page: Page) {
    const block = page.getByRole('region', { name: 'Cause' });
    this.page = page;
    this.verdict = block.locator('[data-session-verdict]');
    this.headline = block.locator('[data-cause] [data-clause]');
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

  choice(name: 'What happened' | 'What if'): Locator {
    return this.page.getByRole('button', { name, exact: true });
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
