'use client';

import { useId, useLayoutEffect, useRef } from 'react';
import { formatInteger, formatShort } from '@/lib/engine/base/format';
import type {
  BandPart,
  CompositionNow,
  CompositionRows,
} from '@/lib/answers/report/chart/composition-rows';
import { compositionKey } from '@/lib/answers/report/chart/composition';
import { trackMeanings } from '@/lib/answers/report/chart/tracks/track-values';
import { assign, partsOf, resize, set, write, type Parts } from '../chart-parts';
import { labelPlaces } from '@/lib/answers/report/chart/drawing/label-places';
import { bandPath, yOf, type PlotScales } from '@/lib/answers/report/chart/drawing/svg-paths';
import { niceTop, valueTicks } from '@/lib/answers/report/chart/drawing/ticks';
import { drawStep, stripScales } from './track-drawing';

/** Stacks pushed to the band; it follows a drag at reading speed. */
export interface CompositionFeed {
  subscribe(listener: () => void): () => void;
  subscribeLate(listener: () => void): () => void;
  composition(): CompositionRows;
  compositionNow(): CompositionNow;
  cursor(): { readonly step: number };
}

/** Pixels between two labels beside the band, and the width of the selected step's stack. */
const APART = 12;
const STACK = 8;
/** Pixels of one letter of a name. */
const LETTER = 6;

/** What the requests are made of, stacked; the selected step's request beside it. */
export function CompositionBand(props: {
  readonly feed: CompositionFeed;
  readonly scales: PlotScales;
  readonly height: number;
  /** Called with a part's name in an address when its swatch, its name or its share is clicked. */
  readonly onPart: (key: string) => void;
}) {
  const { feed, scales, height, onPart } = props;
  const layer = useRef<SVGSVGElement>(null);
  const hatch = `hatch-${useId().replace(/[^a-zA-Z0-9]/g, '')}`;
  useLayoutEffect(() => {
    const root = layer.current;
    if (!root) return;
    const parts = partsOf(root);
    const drawAll = (): void => {
      const rows = feed.composition();
      const own = stripScales(scales, height, { low: 0, high: niceTop(rows.peak) });
      drawBand(parts, rows, own, hatch);
      drawNow(parts, feed.compositionNow(), own, hatch);
      drawAxis(parts, rows, own);
      drawNames(parts, rows, own, hatch);
    };
    const drawLine = (): void => drawStep(parts, scales, feed.cursor().step, height);
    drawAll();
    drawLine();
    const ends = [feed.subscribeLate(drawAll), feed.subscribe(drawLine)];
    return () => ends.forEach((end) => end());
  }, [feed, scales, height, hatch]);
  const { right } = scales;
  const keyAt = ({ target }: { readonly target: EventTarget }): string | null =>
    target instanceof Element ? target.getAttribute('data-key') : null;
  return (
    <svg
      ref={layer}
      width="100%"
      height={height}
      data-track="composition"
      role="img"
      aria-label={`Track: ${trackMeanings.composition[0]}`}
      className="block"
      // The plot selects a step where it is pressed; a part is not a step.
      onPointerDown={(event) => {
        if (keyAt(event) !== null) event.stopPropagation();
      }}
      onClick={(event) => {
        const key = keyAt(event);
        if (key !== null) onPart(key);
      }}
    >
      <defs>
        <pattern
          id={hatch}
          width={5}
          height={5}
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect width={1.6} height={5} fill="var(--part-hatch)" />
        </pattern>
      </defs>
      <path d={`M0 0.5H${right + 122}`} stroke="var(--line)" />
      <path data-part="grid" stroke="var(--line2)" />
      <g data-part="ticks" />
      <g data-part="band" />
      <g data-part="stack" />
      <g data-part="groups" />
      <g data-part="swatches" />
      <g data-part="names" paintOrder="stroke" stroke="var(--bg)" strokeWidth={3} />
      <path data-part="selected" stroke="var(--accent)" />
    </svg>
  );
}

/** Two paths a part: its colour, and hatching where the recording does not hold it. */
function drawBand(
  parts: Parts,
  { steps, parts: bands }: CompositionRows,
  scales: PlotScales,
  hatch: string,
): void {
  const paths = bands.flatMap((part) => {
    const d = bandPath(bandOf(part, steps), scales);
    const own = { d, fill: `var(--part-${part.color})`, name: part.name };
    return part.unrecorded ? [own, { ...own, fill: `url(#${hatch})` }] : [own];
  });
  paint(parts['band'], paths);
}

const bandOf = ({ low, high }: BandPart, steps: readonly number[]) => ({ steps, low, high });

function drawNow(parts: Parts, now: CompositionNow, scales: PlotScales, hatch: string): void {
  const x = scales.right + 4;
  const paths = now.parts.flatMap((part) => {
    const [top, bottom] = [yOf(scales, part.high), yOf(scales, part.low)];
    const d = `M${x} ${top}h${STACK}V${bottom}h${-STACK}Z`;
    const own = {
      d,
      fill: `var(--part-${part.color})`,
      name: part.name,
      key: compositionKey(part),
    };
    return part.unrecorded ? [own, { ...own, fill: `url(#${hatch})` }] : [own];
  });
  paint(parts['stack'], paths);
  const group = parts['groups'];
  if (!group) return;
  const { groups } = now;
  const places = labelPlaces(
    groups.map(({ middle }) => yOf(scales, middle)),
    { apart: APART, top: 6, bottom: scales.bottom },
  );
  resize(group, groups.length, 'text', 'fill-ink2 text-xs');
  groups.forEach(({ name, tokens }, i) => {
    const label = group.children[i];
    if (!label) return;
    write(label, `${name} ${formatInteger(tokens)}`);
    assign(label, 'x', `${scales.right + 16}`);
    assign(label, 'y', `${(places[i] ?? 0) + 4}`);
  });
}

/** Names the parts of the band in a row at its top, as many as there is room for. */
function drawNames(
  parts: Parts,
  { parts: bands }: CompositionRows,
  scales: PlotScales,
  hatch: string,
): void {
  let x = scales.left + 6;
  const placed = bands.flatMap((part) => {
    const at = x;
    x += part.name.length * LETTER + 26;
    return x > scales.right ? [] : [{ part, at }];
  });
  const swatches = placed.flatMap(({ part, at }) => {
    const fill = `var(--part-${part.color})`;
    const own = { d: `M${at} 5h9v9h-9Z`, fill, name: part.name, key: compositionKey(part) };
    return part.unrecorded ? [own, { ...own, fill: `url(#${hatch})` }] : [own];
  });
  paint(parts['swatches'], swatches);
  const group = parts['names'];
  if (!group) return;
  resize(group, placed.length, 'text', 'cursor-pointer fill-ink2 text-xs');
  placed.forEach(({ part, at }, i) => {
    const label = group.children[i];
    if (!label) return;
    write(label, part.name);
    assign(label, 'data-key', compositionKey(part));
    assign(label, 'x', `${at + 13}`);
    assign(label, 'y', '13');
  });
}

/** A path; with a key a click on it names its part. */
interface PaintedPath {
  readonly d: string;
  readonly fill: string;
  readonly name: string;
  readonly key?: string;
}

function paint(group: SVGElement | undefined, paths: readonly PaintedPath[]): void {
  if (!group) return;
  resize(group, paths.length, 'path');
  paths.forEach(({ d, fill, name, key }, i) => {
    const path = group.children[i];
    if (!path) return;
    assign(path, 'd', d);
    assign(path, 'fill', fill);
    assign(path, 'data-name', name);
    if (key !== undefined) assign(path, 'data-key', key);
  });
}

function drawAxis(parts: Parts, { peak }: CompositionRows, scales: PlotScales): void {
  const all = valueTicks(0, niceTop(peak));
  const ticks = all.filter((_, i) => i % 2 === 0);
  const heights = ticks.map((value) => yOf(scales, value));
  set(parts, 'grid', heights.map((y) => `M${scales.left} ${y}H${scales.right}`).join(''));
  const group = parts['ticks'];
  if (!group) return;
  resize(group, ticks.length, 'text', 'fill-ink3 text-xs');
  ticks.forEach((value, i) => {
    const label = group.children[i];
    if (!label) return;
    write(label, formatShort(value));
    assign(label, 'x', `${scales.left - 8}`);
    assign(label, 'y', `${(heights[i] ?? 0) + 4}`);
    assign(label, 'text-anchor', 'end');
  });
}
