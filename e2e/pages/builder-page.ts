import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, type Locator, type Page } from '@playwright/test';

const run = promisify(execFile);

/** Totals that `highwater simulate` prints for one session. */
export interface SimulatedTotals {
  readonly steps: number;
  readonly stepsCompacted: number;
  readonly overflowSteps: number;
  readonly summarizerCalls: number;
}

/** First session that the command line makes of a scenario file. */
export interface Simulated {
  readonly totals: SimulatedTotals;
  /** Largest `realAfter` of any step. */
  readonly peak: number;
}

interface SimulatedFile {
  readonly stepFields: readonly string[];
  readonly scenarios: readonly {
    readonly sessions: readonly {
      readonly steps: readonly (readonly unknown[])[];
      readonly totals: SimulatedTotals;
    }[];
  }[];
}

/** The scenario builder as its user sees it. */
export class BuilderPage {
  readonly page: Page;
  readonly form: Locator;
  readonly preview: Locator;
  readonly outcome: Locator;
  readonly saved: Locator;
  readonly state: Locator;

  constructor(page: Page) {
    this.page = page;
    this.form = page.getByRole('region', { name: 'Scenario', exact: true });
    this.preview = page.getByRole('region', { name: 'Preview' });
    this.outcome = page.locator('[data-outcome]');
    this.saved = page.getByRole('region', { name: 'Saved scenarios' });
    this.state = page.locator('[data-saved]');
  }

  async open(): Promise<void> {
    await this.page.goto('/scenarios/builder');
    await expect(this.page.locator('[data-part="heuristic"] path').first()).toHaveAttribute(
      'd',
      /^M/,
    );
  }

  field(label: string): Locator {
    return this.form.locator('input, select').and(this.form.getByLabel(label, { exact: true }));
  }

  /** Types a field's value. */
  async type(label: string, value: string): Promise<void> {
    await this.field(label).fill(value);
  }

  async name(value: string): Promise<void> {
    await this.page.getByLabel('Name of the scenario').fill(value);
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  /** One of the preview's counts. */
  count(
    key: 'turns' | 'steps' | 'compactions' | 'calls' | 'overflows' | 'peak' | 'limit',
  ): Locator {
    return this.preview.locator(`[data-count="${key}"]`);
  }

  error(path: string): Locator {
    return this.form.locator(`[data-error="${path}"]`);
  }

  /** Presses "Export JSON"; the file's path and name. */
  async export(): Promise<{ readonly path: string; readonly name: string }> {
    const coming = this.page.waitForEvent('download');
    await this.button('Export JSON').click();
    const download = await coming;
    return { path: await download.path(), name: download.suggestedFilename() };
  }

  async import(path: string): Promise<void> {
    await this.page.getByLabel('Scenario file').setInputFiles(path);
  }

  /** Runs a file through the command line. */
  static async simulate(file: string, options: readonly string[] = []): Promise<Simulated> {
    const program = ['lib/cli/bin.mjs', 'simulate', file, '--json', ...options];
    const { stdout } = await run(process.execPath, program, { maxBuffer: 64 * 2 ** 20 });
    const { stepFields, scenarios } = JSON.parse(stdout) as SimulatedFile;
    const [session] = scenarios[0]?.sessions ?? [];
    if (!session) throw new Error('The command line printed no session');
    const real = stepFields.indexOf('realAfter');
    return {
      totals: session.totals,
      peak: Math.max(...session.steps.map((row) => Number(row[real]))),
    };
  }
}
