'use client';

import { useLayoutEffect, useRef } from 'react';
import type { TrackRows } from '@/lib/answers/report/chart/tracks/track-rows';
import { trackMeanings, type StripTrack } from '@/lib/answers/report/chart/tracks/track-values';
import { partsOf, write } from '../chart-parts';
import type { PlotScales } from '@/lib/answers/report/chart/drawing/svg-paths';
import { drawTrack } from './track-drawing';

/** Rows pushed to a track, outside React as the chart's own. */
export interface TrackFeed<Name extends StripTrack> {
  subscribe(listener: () => void): () => void;
  track(name: Name): TrackRows;
  /** The value at the selected step, in words. */
  trackText(name: Name): string;
  /** What is to be said besides, a line each. */
  trackNotes?(): readonly string[];
  cursor(): { readonly step: number };
}

/** Properties of {@link TrackStrip}. */
interface TrackStripProps<Name extends StripTrack> {
  readonly name: Name;
  readonly feed: TrackFeed<Name>;
  /** The plot's scales; the strip has its horizontal one. */
  readonly scales: PlotScales;
  readonly height: number;
}

const colors: Readonly<Record<StripTrack, string>> = {
  deviation: 'var(--decision)',
  correction: 'var(--calibrated)',
  ratio: 'var(--real)',
  margin: 'var(--threshold)',
  cost: 'var(--real)',
};

/** One number a step in a strip below the plot, with its value at the selected step. */
export function TrackStrip<Name extends StripTrack>(props: TrackStripProps<Name>) {
  const { name, feed, scales, height } = props;
  const layer = useRef<SVGSVGElement>(null);
  useLayoutEffect(() => {
    const root = layer.current;
    if (!root) return;
    const parts = partsOf(root);
    const draw = (): void => {
      const { step } = feed.cursor();
      drawTrack(parts, feed.track(name), scales, { height, isStems: name === 'deviation', step });
      if (parts['now']) write(parts['now'], feed.trackText(name));
      const notes = feed.trackNotes?.() ?? [];
      for (const [i, part] of [parts['more-0'], parts['more-1']].entries()) {
        if (part) write(part, notes[i] ?? '');
      }
    };
    draw();
    return feed.subscribe(draw);
  }, [feed, name, scales, height]);
  const { left, right } = scales;
  const [title] = trackMeanings[name];
  const color = colors[name];
  return (
    <svg
      ref={layer}
      width="100%"
      height={height}
      data-track={name}
      role="img"
      aria-label={`Track: ${title}`}
      className="block"
      fill="none"
    >
      <line y1={0.5} x2="100%" y2={0.5} stroke="var(--line)" />
      <path data-part="grid" stroke="var(--line2)" />
      <g data-part="ticks" />
      <g data-part="floor" stroke="var(--ink3)" strokeDasharray="1 3" />
      <g data-part="cap" stroke="var(--threshold)" strokeDasharray="6 3" />
      <g data-part="zero" stroke={color} strokeOpacity={0.6} strokeDasharray="2 3" />
      <g data-part="measured" stroke="var(--ink3)" strokeDasharray="1.5 2.5" strokeWidth={1.2} />
      <g data-part="value" stroke={color} strokeWidth={1.6} />
      <g
        data-part="projected"
        stroke={color}
        strokeWidth={1.6}
        strokeOpacity={0.55}
        strokeDasharray="3 2"
      />
      <path data-part="arrows" stroke={color} strokeWidth={1.4} />
      <path data-part="selected" stroke="var(--accent)" />
      <g data-part="labels" paintOrder="stroke" stroke="var(--bg)" strokeWidth={3} />
      <text data-part="note" x={left + 8} y={height / 2 + 4} className="fill-ink3 text-xs" />
      <text x={right + 16} y={18} className="fill-ink2 text-xs">
        {title}
      </text>
      <text
        data-part="now"
        x={right + 16}
        y={33}
        className="text-xs font-medium"
        style={{ fill: color }}
      />
      <text data-part="more-0" x={right + 16} y={48} className="fill-ink2 text-xs" />
      <text data-part="more-1" x={right + 16} y={62} className="fill-ink3 text-xs" />
    </svg>
  );
}
