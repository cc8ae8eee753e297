import type { Points } from '@/lib/base/decimate';
import {
  linePath,
  stepPath,
  xOf,
  yOf,
  type PlotScales,
} from '@/lib/report/chart/drawing/svg-paths';

/** What is drawn of a pinned replay. */
interface PinnedRows {
  readonly decision: Points;
  readonly real: readonly Points[];
  readonly compacts: readonly { readonly step: number }[];
}

const SVG = 'http://www.w3.org/2000/svg';

function add(layer: SVGSVGElement, name: string, attributes: Readonly<Record<string, string>>) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  layer.append(element);
  return element;
}

/** Draws a pinned replay into its own layer, clipped to the plot; nothing for null. */
export function drawPinned(
  layer: SVGSVGElement,
  rows: PinnedRows | null,
  scales: PlotScales,
): void {
  layer.replaceChildren();
  if (rows === null) return;
  const { left, right, top, bottom } = scales;
  const clip = add(layer, 'clipPath', { id: 'pinned-plot' });
  const rect = document.createElementNS(SVG, 'rect');
  for (const [key, value] of Object.entries({
    x: left,
    y: top,
    width: right - left,
    height: bottom - top,
  })) {
    rect.setAttribute(key, `${value}`);
  }
  clip.append(rect);
  const line = (part: string, d: string, stroke: string, dash: string): void =>
    void add(layer, 'path', {
      ...{ d, stroke, 'data-part': part, 'stroke-dasharray': dash, 'stroke-width': '1.4' },
      'stroke-opacity': '0.75',
      'clip-path': 'url(#pinned-plot)',
    });
  line('pinned-decision', stepPath(rows.decision, scales), 'var(--decision)', '2 3');
  line('pinned-real', rows.real.map((one) => linePath(one, scales)).join(''), 'var(--real)', '1 3');
  for (const { step } of rows.compacts) {
    const x = xOf(scales, step);
    line('pinned-compaction', `M${x} ${top}V${bottom}`, 'var(--compaction)', '1 4');
    label(layer, x + 3, top + 10);
  }
  const last = rows.decision.values.length - 1;
  const value = rows.decision.values[last] ?? NaN;
  if (!Number.isNaN(value)) {
    label(layer, xOf(scales, rows.decision.steps[last] ?? 0) + 4, yOf(scales, value) + 4);
  }
}

function label(layer: SVGSVGElement, x: number, y: number): void {
  const text = add(layer, 'text', { x: `${x}`, y: `${y}`, class: 'fill-ink2 text-xs' });
  text.textContent = 'B';
}
