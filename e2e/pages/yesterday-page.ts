import { expect, type Page } from '@playwright/test';

/** A page's address and what was seen there, by the kind of the page. */
export interface SeenPage {
  readonly kind: PageKind;
  readonly url: string;
  readonly status: number;
  readonly seen: Readonly<Record<string, unknown>>;
}

type PageKind = keyof typeof readers | 'no-session' | 'builder';

/** Numbers, ids and marks of a page, without its sentences. */
const readers = {
  bench: () => {
    const all = (selector: string, root: ParentNode = document): Element[] => [
      ...root.querySelectorAll(selector),
    ];
    const numbers = (text: string | null | undefined): readonly string[] =>
      [...(text ?? '').matchAll(/[~≤≥]?\s?[−-]?\d[\d,]*(?:\.\d+)?×?/g)].map(([number]) =>
        number.replace(/\s/g, ''),
      );
    const by = <T>(
      name: string,
      value: (element: Element) => T,
      root: ParentNode = document,
    ): Record<string, T> =>
      Object.fromEntries(
        all(`[data-${name}]`, root).map((one) => [
          one.getAttribute(`data-${name}`) ?? '',
          value(one),
        ]),
      );
    const text = (element: Element): string => element.textContent;
    const valueOf = (element: Element): string | null =>
      element.querySelector<HTMLInputElement | HTMLSelectElement>('input:not([type=range]),select')
        ?.value ?? null;
    const row = document.querySelector('[role="grid"] [role="row"][aria-selected="true"]');
    const marks = all('[data-part^="event-"]').map((one): [string, number] => [
      one.getAttribute('data-part') ?? '',
      (one.getAttribute('d') ?? '').split('M').length - 1,
    ]);
    return {
      operands: by('operand', text),
      outcome: all('[data-outcome]').map((one) => one.getAttribute('data-outcome')),
      flips: all('[data-flip]').map((one) => numbers(one.textContent)),
      row: row && by('column', text, row),
      marks: Object.fromEntries(marks.filter(([, count]) => count > 0)),
      handles: by(
        'handle',
        (one) =>
          one.querySelector('[role=slider]')?.getAttribute('aria-valuenow') ??
          one.getAttribute('aria-valuenow'),
      ),
      settings: by('setting', valueOf),
      policy: [...document.querySelectorAll('select')].slice(0, 2).map(({ value }) => value),
      totals: numbers(document.querySelector('[data-totals]')?.textContent),
      faults: all('[data-fault]').map((one) => one.getAttribute('data-fault')),
      tab: all('[role=tab]').findIndex((one) => one.getAttribute('aria-selected') === 'true'),
      notices: all('[role=alert] li').length,
      estimators: by('estimator', (one) => all('td', one).map(text)),
      request: numbers(document.querySelector('[data-request]')?.textContent),
      search: location.search,
      heading: document.querySelector('h1')?.textContent ?? null,
    };
  },
  reconciliation: () => ({
    tables: [...document.querySelectorAll('table')].map((table) =>
      [...table.querySelectorAll('tr')].map((row) =>
        [...row.querySelectorAll('td,th')].map((cell) => cell.textContent),
      ),
    ),
  }),
  library: () => ({
    names: [
      ...document.querySelectorAll('[role=grid] [role=row] [role=gridcell]:nth-child(2) > a'),
    ].map((link) => [link.textContent, link.getAttribute('href')]),
    search: location.search,
  }),
  scenarios: () => ({
    rows: [...document.querySelectorAll('[data-open]')].map((name) => [
      name.textContent,
      ...[...(name.closest('tr,[role=row]')?.querySelectorAll('[data-cell]') ?? [])].map(
        (cell) => `${cell.getAttribute('data-cell')}=${cell.textContent}`,
      ),
    ]),
    search: location.search,
  }),
  matrix: () => ({
    cells: [...document.querySelectorAll('[data-scenario][data-cell]')].map((cell) => [
      cell.getAttribute('data-scenario'),
      cell.getAttribute('data-cell'),
      cell.textContent,
    ]),
    totals: Object.fromEntries(
      [...document.querySelectorAll('[data-total]')].map((cell) => [
        cell.getAttribute('data-total') ?? '',
        cell.textContent,
      ]),
    ),
    search: location.search,
  }),
  model: () => ({
    fields: [...document.querySelectorAll('input')].map(({ value }) => value),
    definitions: [...document.querySelectorAll('dd')].map((one) => one.textContent),
    operands: [...document.querySelectorAll('table')]
      .slice(0, 3)
      .map((table) =>
        [...table.querySelectorAll('tr')].map((row) =>
          [...row.querySelectorAll('td,th')].map((cell) => cell.textContent),
        ),
      ),
    search: location.search,
  }),
  watched: () => ({
    regions: [...document.querySelectorAll('section[aria-label],[role=region]')].map((one) =>
      one.getAttribute('aria-label'),
    ),
  }),
};

/** Pages of links that an earlier version wrote. */
export class YesterdayPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Opens a link; the status of its answer. */
  async open(address: string): Promise<number> {
    const answer = await this.page.goto(address);
    return answer?.status() ?? 0;
  }

  /** The page's present content. */
  async read(kind: PageKind): Promise<Readonly<Record<string, unknown>>> {
    if (kind === 'no-session' || kind === 'builder') return {};
    const read: () => Readonly<Record<string, unknown>> = readers[kind];
    return this.page.evaluate(read);
  }

  /** The counts of the builder's preview. */
  counts(): Promise<Readonly<Record<string, string>>> {
    return this.page.evaluate(() =>
      Object.fromEntries(
        [...document.querySelectorAll('[data-count]')].map((one) => [
          one.getAttribute('data-count') ?? '',
          one.textContent,
        ]),
      ),
    );
  }

  /** Waits until the builder's preview counts so. */
  async expectCounts(counts: Readonly<Record<string, unknown>>): Promise<void> {
    await expect(async () => expect(await this.counts()).toMatchObject(counts)).toPass({
      timeout: 10_000,
    });
  }
}
