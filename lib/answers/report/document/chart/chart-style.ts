import type { ChartTheme } from '../report-format';

/** Colours of the chart by name, light and dark: the page's own (`app/globals.css`). */
const colors: Readonly<Record<string, readonly [light: string, dark: string]>> = {
  bg: ['#fbfbfa', '#0f1114'],
  ink: ['#16181d', '#e9eaec'],
  ink2: ['#565b66', '#a2a7b1'],
  ink3: ['#696e79', '#868b96'],
  line: ['#e5e6e8', '#262a30'],
  accent: ['#0f62a8', '#6cb2ee'],
  heuristic: ['#3f93c6', '#56b4e9'],
  real: ['#16181d', '#f2f3f4'],
  calibrated: ['#be7a00', '#e69f00'],
  decision: ['#b0628e', '#dd8fbd'],
  threshold: ['#c04612', '#f0743c'],
  window: ['#a3380c', '#ff8d5c'],
  compaction: ['#6b3fc4', '#b39bff'],
  overflow: ['#c2281d', '#ff6a5e'],
  'part-joined': ['#566173', '#8d99aa'],
};

/** Line widths and dashes: colour is never the only sign. */
const STROKES = `
.hw-heuristic{stroke-width:1.3;stroke-dasharray:1.5 3}
.hw-calibrated{stroke-width:1.4;stroke-dasharray:8 4}
.hw-decision{stroke-width:1.3}
.hw-real{stroke-width:2.4;stroke-linejoin:round}
.hw-projected{stroke-width:2.2;stroke-dasharray:5 3;stroke-linejoin:round}
.hw-ghost{stroke-opacity:.5}
.hw-window{stroke-width:1.75}
.hw-threshold{stroke-width:1.1}
.hw-limit{stroke-width:1.2;stroke-dasharray:1 3}
.hw-boundary{stroke-dasharray:2 3}
.hw-drop{stroke-width:1.6}
.hw-mark{stroke-width:1.5}
.hw-uncertain{fill-opacity:.1}
.hw-buffer{fill-opacity:.1}
.hw-place{fill-opacity:0}
.hw-place:hover{fill-opacity:.14}
.hw text{font:11px system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif;font-variant-numeric:tabular-nums}
.hw .hw-title{font-size:13px;font-weight:600}`;

/** Fill and stroke of every colour, as classes `hw-f-…` and `hw-s-…`. */
const painted = (side: 0 | 1): string =>
  Object.entries(colors)
    .map(([name, pair]) => `.hw-f-${name}{fill:${pair[side]}}.hw-s-${name}{stroke:${pair[side]}}`)
    .join('');

/** The style sheet of a chart. */
export function chartStyle(theme: ChartTheme): string {
  const base = painted(theme === 'dark' ? 1 : 0);
  const dark = theme === 'auto' ? `@media (prefers-color-scheme:dark){${painted(1)}}` : '';
  return `.hw path:not(.hw-area){fill:none}${base}${dark}${STROKES}\n`;
}

/** A colour by its class: "hw-s-real". */
export const stroke = (name: string): string => `hw-s-${name}`;
export const fill = (name: string): string => `hw-f-${name}`;

/** The name in `var(--name)`. */
export const colorName = (color: string): string => color.slice('var(--'.length, -1);
