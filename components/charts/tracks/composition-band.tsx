'use client';

import { useId, useLayoutEffect, useRef } from 'react';
import { formatInteger, formatShort } from '@/lib/engine/base/format';
import type { CompositionNow, CompositionRows } from '@/lib/answers/report/chart/composition-rows';
import { compositionKey, type CompositionPart } from '@/lib/answers/report/chart/composition';
import type { TrackRows } from '@/lib/answers/report/chart/tracks/track-rows';
import { trackMeanings } from '@/lib/answers/report/chart/tracks/track-values';
import { assign, partsOf, placeLabels, resize, type Parts } from '../chart-parts';
import { labelPlaces } from '@/lib/answers/report/chart/drawing/label-places';
import { bandPath, yOf, type PlotScales } from '@/lib/answers/report/chart/drawing/svg-paths';
import { niceTop, valueTicks } from '@/lib/answers/report/chart/drawing/ticks';
import { drawStep, drawTicks, stripScales } from './track-drawing';

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
      drawTicks(parts, axisTicks(rows.peak), own);
      drawNames(parts, rows, own, hatch);
    };
    const drawLine = (): void => drawStep(parts, scales, feed.cursor().step, height);
    drawAll();
    drawLine();
    const ends = [feed.subscribeLate(drawAll), feed.subscribe(drawLine)];
    return () => ends.forEach((end) => end());
  }, [feed, scales, height, hatch]);
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
      <line y1={0.5} x2="100%" y2={0.5} stroke="var(--line)" />
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

/** A path; with a key a click on it names its part. */
interface PaintedPath {
  readonly d: string;
  readonly part: CompositionPart;
  readonly key?: string;
}

/** Two paths a part: its colour, and hatching where the recording does not hold it. */
function paint(group: SVGElement | undefined, paths: readonly PaintedPath[], hatch: string): void {
  if (!group) return;
  const painted = paths.flatMap((path) => {
    const own = { ...path, fill: `var(--part-${path.part.color})` };
    return path.part.unrecorded ? [own, { ...own, fill: `url(#${hatch})` }] : [own];
  });
  resize(group, painted.length, 'path');
  painted.forEach(({ d, fill, part, key }, i) => {
    const path = group.children[i];
    if (!path) return;
    assign(path, 'd', d);
    assign(path, 'fill', fill);
    assign(path, 'data-name', part.name);
    if (key !== undefined) assign(path, 'data-key', key);
  });
}

function drawBand(
  parts: Parts,
  { steps, parts: bands }: CompositionRows,
  scales: PlotScales,
  hatch: string,
): void {
  const paths = bands.map((part) => {
    const { low, high } = part;
    return { part, d: bandPath({ steps, low, high }, scales) };
  });
  paint(parts['band'], paths, hatch);
}

function drawNow(parts: Parts, now: CompositionNow, scales: PlotScales, hatch: string): void {
  const x = scales.right + 4;
  const paths = now.parts.map((part) => {
    const [top, bottom] = [yOf(scales, part.high), yOf(scales, part.low)];
    const d = `M${x} ${top}h${STACK}V${bottom}h${-STACK}Z`;
    return { d, part, key: compositionKey(part) };
  });
  paint(parts['stack'], paths, hatch);
  const { groups } = now;
  const places = labelPlaces(
    groups.map(({ middle }) => yOf(scales, middle)),
    { apart: APART, top: 6, bottom: scales.bottom },
  );
  placeLabels(
    parts['groups'],
    groups.map(({ name, tokens }, i) => ({
      text: `${name} ${formatInteger(tokens)}`,
      x: scales.right + 16,
      y: (places[i] ?? 0) + 4,
      anchor: 'start',
    })),
  );
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
  const swatches = placed.map(({ part, at }) => ({
    d: `M${at} 5h9v9h-9Z`,
    part,
    key: compositionKey(part),
  }));
  paint(parts['swatches'], swatches, hatch);
  const group = parts['names'];
  const names = placed.map(
    ({ part, at }) => ({ text: part.name, x: at + 13, y: 13, anchor: 'start' }) as const,
  );
  placeLabels(group, names, 'cursor-pointer fill-ink2 text-xs');
  placed.forEach(({ part }, i) => {
    const label = group?.children[i];
    if (label) assign(label, 'data-key', compositionKey(part));
  });
}

/** Every other round value up to the top of the band. */
const axisTicks = (peak: number): TrackRows['ticks'] =>
  valueTicks(0, niceTop(peak))
    .filter((_, i) => i % 2 === 0)
    .map((at) => ({ at, text: formatShort(at) }));
