import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';

/** Cost of 120 moves of a drag. */
export interface DragFigures {
  /** Different pictures drawn. */
  readonly drawings: number;
  /** Milliseconds between frames: 95th percentile and longest. */
  readonly p95: number;
  readonly longest: number;
}

interface Meter {
  readonly frames: number[];
  readonly drawings: Set<string>;
  running: boolean;
}
declare global {
  interface Window {
    meter: Meter;
  }
}

/** Sessions of the samples that this worker imported, by file. */
const imported = new Map<string, string>();

/** The workbench as its user sees it. */
export class WorkbenchPage {
  readonly page: Page;
  readonly verdict: Locator;
  /** The sliders under the chart. */
  readonly parameters: Locator;
  /** Every other setting; {@link openSettings} opens it. */
  readonly settings: Locator;
  readonly ledger: Locator;
  readonly steps: Locator;
  readonly chart: Locator;
  readonly policy: Locator;
  /** Names the policy in the bar. */
  readonly inForce: Locator;
  readonly preset: Locator;
  readonly provenance: Locator;
  readonly faults: Locator;
  readonly request: Locator;

  constructor(page: Page) {
    this.page = page;
    this.verdict = page.locator('[data-verdict]');
    this.parameters = page.getByRole('region', { name: 'Parameters' });
    this.settings = page.getByRole('complementary', { name: 'All settings' });
    this.ledger = page.getByRole('region', { name: 'Ledger' });
    this.steps = page.getByRole('grid', { name: 'Steps' });
    this.chart = page.getByRole('region', { name: 'Chart' });
    this.inForce = page.locator('[data-policy-in-force]');
    this.policy = this.settings.getByRole('combobox', { name: 'Policy', exact: true });
    this.preset = this.settings.getByRole('combobox', { name: 'Preset', exact: true });
    this.provenance = this.settings.locator('[data-provenance]');
    this.faults = page.getByRole('region', { name: 'Faults' });
    this.request = page.getByRole('region', { name: 'Entries of the request' });
  }

  /** Imports a sample through the API (once a library) and returns its session's id. */
  async importSample(name: string): Promise<string> {
    const known = imported.get(name);
    if (known !== undefined && (await this.#isThere(known))) return known;
    const id = await this.importText(name, readFileSync(path.join('public/samples', name)));
    imported.set(name, id);
    return id;
  }

  /** True for a session of the library: another test may have deleted it, or have another server. */
  async #isThere(id: string): Promise<boolean> {
    return (await this.page.request.get(`/api/sessions/${id}`)).ok();
  }

  /** Imports a trace through the API (once a library) and returns its first session's id. */
  async importText(name: string, data: string | Buffer): Promise<string> {
    const answer = await this.page.request.post('/api/sessions', {
      headers: { 'content-type': 'application/octet-stream', 'x-file-name': name },
      data,
    });
    const { imports } = (await answer.json()) as { imports: { id: string }[] };
    let id = '';
    await expect
      .poll(
        async () => {
          const state = await this.page.request.get(`/api/imports/${imports[0]?.id ?? ''}`);
          const { sessions } = (await state.json()) as { sessions: { id: string }[] };
          id = sessions[0]?.id ?? '';
          return id;
        },
        { timeout: 300_000, intervals: [50] },
      )
      .not.toBe('');
    return id;
  }

  /** Opens a session, with the query of a link. */
  async open(id: string, query = ''): Promise<void> {
    await this.page.goto(`/sessions/${id}${query}`);
    await this.drawn();
  }

  /** The chart has drawn its lines. */
  async drawn(): Promise<void> {
    await expect(this.line('heuristic').locator('path').first()).toHaveAttribute('d', /^M/);
  }

  /** The tooltip left of the chart's cursor is that of the step, and holds the texts. */
  async readsInTooltip(step: number | string, ...texts: readonly string[]): Promise<void> {
    const cursor = await this.line('cursor').evaluate((line) => {
      const { x, y, height } = line.getBoundingClientRect();
      return { x, y: y + height * 0.3 };
    });
    await this.page.mouse.move(cursor.x - 60, cursor.y);
    await this.page.mouse.move(cursor.x - 4, cursor.y, { steps: 4 });
    const tooltip = this.chart.locator('div', { hasText: /^step [\d,]+/ }).last();
    for (const text of [`step ${step}`, ...texts]) await expect(tooltip).toContainText(text);
  }

  /** A drawn part of the chart. */
  line(part: string): Locator {
    return this.chart.locator(`[data-part="${part}"]`);
  }

  /** Paths of a line, one a run. */
  runs(part: string): Promise<readonly (string | null)[]> {
    return this.line(part)
      .locator('path')
      .evaluateAll((paths) => paths.map((path) => path.getAttribute('d')));
  }

  /** A setting's number: under the chart, or in the drawer once that is open. */
  number(label: string): Locator {
    const of = (place: Locator): Locator =>
      place.getByRole('textbox', { name: label, exact: true });
    return of(this.parameters).or(of(this.settings));
  }

  /** Opens the drawer of every setting, unless it is open. */
  async openSettings(): Promise<void> {
    if (await this.settings.isVisible()) return;
    await this.parameters.getByRole('button', { name: /^All settings/ }).click();
    await expect(this.settings).toBeVisible();
  }

  /** Selects a policy in the drawer. */
  async usePolicy(policy: string | { readonly label: string }): Promise<void> {
    await this.openSettings();
    await this.policy.selectOption(policy);
  }

  /** Puts every setting back to its opening. */
  async resetAll(): Promise<void> {
    await this.openSettings();
    await this.settings.getByRole('button', { name: 'Reset all' }).click();
  }

  /** The way back from a what-if. */
  back(): Locator {
    return this.page.getByRole('button', { name: /^Back to the recording/ });
  }

  /** Opens a tab below the chart, also one of those under More. */
  async openTab(name: RegExp | string): Promise<void> {
    const tab = this.page.getByRole('tab', { name });
    if ((await tab.count()) === 0) await this.page.getByRole('tab', { name: 'More' }).click();
    await tab.click();
  }

  slider(label: string): Locator {
    return this.parameters.getByRole('slider', { name: new RegExp(`^${label} slider`) });
  }

  /**
   * Presses the thumb of a slider and gives its place. A press beside a thumb that the page has just
   * moved takes no focus: the hand lets go and tries again, as a reader would.
   */
  async press(label: string): Promise<{ readonly x: number; readonly y: number }> {
    const { mouse } = this.page;
    const thumb = this.slider(label);
    await this.settled();
    let place = { x: 0, y: 0 };
    await expect(async () => {
      await mouse.up();
      await thumb.hover({ timeout: 5_000 });
      const box = await thumb.boundingBox();
      if (box === null) throw new Error(`The slider of ${label} is not in view`);
      place = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      await mouse.down();
      await expect(thumb).toBeFocused({ timeout: 1_000 });
    }).toPass();
    return place;
  }

  /** Until all that follows the settings late is there. */
  async settled(): Promise<void> {
    await expect(this.page.locator('[data-fresh="false"], [data-effect="pending"]')).toHaveCount(0);
    await expect(this.page.locator('[data-outcomes][aria-busy="true"]')).toHaveCount(0);
  }

  handle(name: 'Context window' | 'Threshold'): Locator {
    return this.chart.getByRole('slider', { name, exact: true });
  }

  operand(id: string): Locator {
    return this.ledger.locator(`[data-operand="${id}"]`);
  }

  /** Number of steps that the what-if compacts at, by the chart's rail. */
  async compactions(): Promise<number> {
    const path = (await this.line('event-replayed').getAttribute('d')) ?? '';
    return path.split('M').length - 1;
  }

  /** The value of a name in the address, null where it is left out. */
  setting(name: string): string | null {
    return new URL(this.page.url()).searchParams.get(name);
  }

  /** Types a setting's number. */
  async type(label: string, value: string): Promise<void> {
    if ((await this.number(label).count()) === 0) await this.openSettings();
    await this.number(label).fill(value);
    await this.number(label).press('Enter');
  }

  /** Ids of the policies that the picker offers. */
  policyIds(): Promise<readonly string[]> {
    return this.policy
      .locator('option')
      .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value));
  }

  /** Adds a fault of a kind and types its numbers. */
  async addFault(kind: string, numbers: Readonly<Record<string, string>> = {}): Promise<void> {
    const rows = this.faults.getByRole('listitem');
    await this.openSettings();
    // The list of an opened link's faults is fetched late.
    await expect.poll(async () => (await rows.count()) - this.faultsOfAddress().length).toBe(0);
    const before = await rows.count();
    await this.faults.getByRole('combobox', { name: 'Add a fault' }).selectOption({ label: kind });
    await expect(rows).toHaveCount(before + 1);
    for (const [label, value] of Object.entries(numbers)) {
      const field = rows.nth(before).getByRole('textbox', { name: `${label} of the fault` });
      await field.fill(value);
      await field.press('Enter');
    }
  }

  /** The faults of the address, in order. */
  faultsOfAddress(): readonly string[] {
    return new URL(this.page.url()).searchParams.getAll('fault');
  }

  /** Number of a kind's marks on the event rail. */
  async marks(kind: string): Promise<number> {
    const path = (await this.line(`event-${kind}`).getAttribute('d')) ?? '';
    return path.split('M').length - 1;
  }

  /**
   * Drags a handle by pixels in so many moves; `before` runs when the pointer is over the handle,
   * `held` before the release.
   */
  async dragHandle(
    name: 'Context window' | 'Threshold',
    by: number,
    moves: number,
    during: { readonly before?: () => Promise<void>; readonly held?: () => Promise<void> } = {},
  ): Promise<void> {
    await this.#panelsFollow();
    // Waits until the handle stands still: the chart's scale follows its numbers.
    await this.handle(name).hover({ position: { x: 9, y: 10 } });
    const box = await this.handle(name).boundingBox();
    if (!box) throw new Error(`There is no handle ${name}`);
    const [x, y] = [box.x + 9, box.y + 10];
    await during.before?.();
    await this.page.mouse.down();
    for (let i = 1; i <= moves; i++) await this.page.mouse.move(x, y + (by * i) / moves);
    await during.held?.();
    await this.page.mouse.up();
  }

  /** The panels of text show the handle's threshold: they follow the chart, and their lines move it. */
  async #panelsFollow(): Promise<void> {
    await expect(async () => {
      const threshold = Number(await this.handle('Threshold').getAttribute('aria-valuenow'));
      const text = threshold.toLocaleString('en-GB');
      await expect(this.operand('threshold')).toHaveText(text, { timeout: 500 });
    }).toPass({ timeout: 20_000 });
  }

  /**
   * Moves the mouse over the page's heading while a line of 600 points is drawn anew over the chart
   * at each move: what a chart of this size costs this machine, whatever fills it.
   */
  async drawPlainLine(moves: number): Promise<void> {
    const box = await this.page.getByRole('heading', { level: 1 }).boundingBox();
    if (!box) throw new Error('There is no heading');
    const undo = await this.chart.evaluateHandle((chart) => {
      const { width, height } = chart.getBoundingClientRect();
      const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
      svg.setAttribute('style', 'position:absolute;inset:0;width:100%;height:100%');
      svg.setAttribute('pointer-events', 'none');
      const line = document.createElementNS('http://www.w3.org/2000/svg', 'path');
      line.setAttribute('fill', 'none');
      line.setAttribute('stroke', 'currentColor');
      svg.append(line);
      chart.querySelector('[data-plot]')?.parentElement?.append(svg);
      const stop = new AbortController();
      let move = 0;
      const draw = (): void => {
        const phase = ++move / 20;
        const points = Array.from({ length: 600 }, (_, i) => {
          const y = (Math.sin(i / 9 + phase) / 2 + 0.5) * height;
          return `${((i * width) / 600).toFixed(1)} ${y.toFixed(1)}`;
        });
        line.setAttribute('d', `M${points.join('L')}`);
      };
      window.addEventListener('pointermove', draw, { signal: stop.signal });
      return () => {
        stop.abort();
        svg.remove();
      };
    });
    const y = box.y + box.height / 2;
    for (let i = 1; i <= moves; i++) await this.page.mouse.move(box.x + (i % 20), y);
    await undo.evaluate((end) => end());
  }

  /** Starts to watch frames and drawings. */
  async startMeter(): Promise<void> {
    await this.page.evaluate(() => {
      const meter: Meter = { frames: [], drawings: new Set(), running: true };
      window.meter = meter;
      const watched = ['decision', 'real', 'projected', 'window', 'threshold'];
      const picture = (): string =>
        watched
          .flatMap((part) => {
            const drawn = document.querySelector(`[data-part="${part}"]`);
            return [drawn, ...(drawn?.children ?? [])].map((path) => path?.getAttribute('d'));
          })
          .join('|');
      let last = performance.now();
      const tick = (): void => {
        const now = performance.now();
        meter.frames.push(now - last);
        last = now;
        meter.drawings.add(picture());
        if (meter.running) requestAnimationFrame(tick);
      };
      requestAnimationFrame(tick);
    });
  }

  async stopMeter(): Promise<DragFigures> {
    return this.page.evaluate(() => {
      window.meter.running = false;
      const frames = [...window.meter.frames].sort((a, b) => a - b);
      return {
        drawings: window.meter.drawings.size,
        p95: frames[Math.floor(frames.length * 0.95)] ?? 0,
        longest: frames[frames.length - 1] ?? 0,
      };
    });
  }
}
