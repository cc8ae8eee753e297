'use client';

import { useLayoutEffect, useMemo, useRef } from 'react';
import { markPlaces } from '@/components/charts/mark-places';
import type { PlotScales } from '@/lib/answers/report/chart/drawing/svg-paths';
import { evidencePlace, evidencePlaceText } from '@/lib/answers/report/chart/evidence-places';
import { evidenceRing } from '../cause/evidence';
import { useCause } from '../cause/use-cause';
import { useOfFrame, useWorkbench } from '../state/use-workbench';
import { trackTops } from './track-stack';

/** The numbers of the cause's sentences at what the chart draws of their evidence; moved outside React. */
export function EvidenceMarks({ scales }: { readonly scales: PlotScales }) {
  const { chart } = useWorkbench();
  const { numbered, frame } = useCause();
  const open = useOfFrame(({ look }) => look.tracks);
  const root = useRef<HTMLDivElement>(null);
  const marks = useMemo(
    () =>
      numbered.flatMap((clause, index) => {
        const place = evidencePlace(clause, frame.replay, frame.step);
        return place === null ? [] : [{ number: index + 1, place }];
      }),
    [numbered, frame],
  );
  useLayoutEffect(() => {
    const places = marks.map(({ place }) => place);
    const draw = (): void => {
      const pixels = markPlaces(places, { feed: chart, scales, tracks: trackTops(open, scales) });
      pixels.forEach((pixel, i) => {
        const mark = root.current?.children[i];
        if (!(mark instanceof HTMLElement)) return;
        mark.hidden = pixel === null;
        if (pixel === null) return;
        const transform = `translate(${pixel.x}px, ${pixel.y}px) translate(-50%, -50%)`;
        if (mark.style.transform !== transform) mark.style.transform = transform;
      });
    };
    draw();
    return chart.subscribe(draw);
  }, [chart, marks, open, scales]);
  return (
    <div ref={root} className="pointer-events-none absolute inset-0">
      {marks.map(({ number, place }) => (
        <span
          key={number}
          role="img"
          aria-label={`Evidence ${number}: ${evidencePlaceText(place)}`}
          data-evidence-at={number}
          className={`${evidenceRing} absolute top-0 left-0 bg-bg`}
        >
          {number}
        </span>
      ))}
    </div>
  );
}
