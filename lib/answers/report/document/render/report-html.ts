import { chartSvg } from '../chart/chart-svg';
import type { ChartPicture } from '../chart/chart-picture';
import { answerMarkup, tableMarkup } from '@/lib/answers/print/html';
import { element, trusted, type Markup } from '@/lib/answers/print/markup';
import { formatInteger } from '@/lib/engine/base/format';
import { blocksAbove, blocksBelow, bylineOf } from '../report-blocks';
import { headlineOf, type ReportModel } from '../report-model';
import { REPORT_STYLE } from './report-style';

/** Nothing is fetched and nothing runs: styles stand in the file, and pictures would be data. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

/** The report as one HTML file that opens from a disk, without a script. */
export function reportHtml(model: ReportModel): string {
  const { chart } = model;
  const headline = headlineOf(model);
  const place = { level: 1, name: 'Report' };
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
      answerMarkup(blocksAbove(model), place),
      ...(chart === null ? [] : [element('h2', {}, 'Chart'), figure(chart)]),
      answerMarkup(blocksBelow(model), place),
    ),
  );
  return `<!doctype html>\n${element('html', { lang: 'en' }, head, '\n', body).markup}\n`;
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
  const columns = [...numbers.map((head) => ({ head, number: true })), { head: 'Events' }];
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
