import { chartSvg } from '../chart/chart-svg';
import type { ChartPicture } from '../chart/chart-picture';
import { bylineOf, reportBlocks } from '../report-blocks';
import { headlineOf, type ReportModel } from '../report-model';
import { formatInteger } from '@/lib/engine/base/format';
import type { Block, BlockColumn } from './blocks';
import { element, joined, trusted, type Markup } from './markup';
import { REPORT_STYLE } from './report-style';

/** Nothing is fetched and nothing runs: styles stand in the file, and pictures would be data. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

/** The report as one HTML file that opens from a disk, without a script. */
export function reportHtml(model: ReportModel): string {
  const headline = headlineOf(model);
  const head = element(
    'head',
    {},
    element('meta', { charset: 'utf-8' }),
    element('meta', { 'http-equiv': 'Content-Security-Policy', content: POLICY }),
    element('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    element('meta', { name: 'color-scheme', content: 'light dark' }),
    element('meta', { name: 'generator', content: model.producer }),
    element('title', {}, `${headline} · Highwater`),
    element('style', {}, trusted(REPORT_STYLE)),
  );
  const body = element(
    'body',
    {},
    element(
      'main',
      {},
      element('p', { class: 'byline' }, bylineOf(model)),
      element('h1', {}, headline),
      joined(
        reportBlocks(model).map((block) => blockMarkup(block, model)),
        '\n',
      ),
    ),
  );
  return `<!doctype html>\n${element('html', { lang: 'en' }, head, '\n', body).markup}\n`;
}

function blockMarkup(block: Block, { chart }: ReportModel): Markup {
  switch (block.kind) {
    case 'heading':
      return element(`h${block.level}`, {}, block.text);
    case 'text':
      return element('p', { class: block.quiet === true ? 'quiet' : null }, block.text);
    case 'list':
      return element('ul', {}, ...block.items.map((item) => element('li', {}, item)));
    case 'code':
      return element('pre', { tabindex: 0 }, element('code', {}, block.text));
    case 'table':
      return tableMarkup(block.caption, block.columns, block.rows);
    case 'chart':
      return chart === null ? joined([]) : figure(chart);
  }
}

/** The first cell of a row names it. */
function tableMarkup(
  caption: string,
  columns: readonly BlockColumn[],
  rows: readonly (readonly string[])[],
): Markup {
  const side = (i: number): string | null => (columns[i]?.right === true ? 'number' : null);
  const cell = (text: string, i: number): Markup =>
    i === 0
      ? element('th', { scope: 'row', class: side(i) }, text)
      : element('td', { class: side(i) }, text);
  // A column without a name has no heading cell to announce.
  const heads = columns.map(({ head }, i) =>
    head === '' ? element('td', {}) : element('th', { scope: 'col', class: side(i) }, head),
  );
  const table = element(
    'table',
    {},
    // Where the first column says it, a heading for the eye would be a second one.
    element('caption', { class: columns[0]?.head === caption ? 'unseen' : null }, caption),
    element('thead', {}, element('tr', {}, ...heads)),
    element('tbody', {}, ...rows.map((row) => element('tr', {}, ...row.map(cell)))),
  );
  return element(
    'div',
    { class: 'wide', tabindex: 0, role: 'region', 'aria-label': caption },
    table,
  );
}

/** The chart, and its numbers for who does not see it. */
function figure(chart: ChartPicture): Markup {
  const rows = chart.steps.map(({ step, heuristic, decision, threshold, real, events }) => [
    formatInteger(step),
    heuristic,
    decision,
    threshold,
    real,
    events,
  ]);
  const numbers = ['Step', 'Heuristic', 'Decision value', 'Threshold', 'Real'];
  const columns = [...numbers.map((head) => ({ head, right: true })), { head: 'Events' }];
  return element(
    'figure',
    {},
    element(
      'div',
      { class: 'wide', tabindex: 0, role: 'region', 'aria-label': 'Chart' },
      chartSvg(chart, 'auto'),
    ),
    element('figcaption', {}, chart.description),
    element(
      'details',
      {},
      element('summary', {}, `The chart as a table: ${chart.listed}`),
      tableMarkup(`Tokens by step, ${chart.listed}`, columns, rows),
    ),
  );
}
