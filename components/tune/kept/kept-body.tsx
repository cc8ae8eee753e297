'use client';

import { useMemo, useRef, useState } from 'react';
import { ChooseCorpus } from '../corpus/choose-corpus';
import type { CorpusChoice } from '@/lib/api/contract/filter-address';
import type { Sweep } from '@/lib/api/contract/sweep-contract';
import { ApiError } from '@/lib/api/api-error';
import { useOpenSweep, useSweep } from '@/lib/api/queries/sweep-queries';
import { FrontSection } from '../compare/front-section';
import { PoliciesSection } from '../compare/policies-section';
import { MapSection } from '../heatmap/map-section';
import { keptView, type KeptView } from '../model/kept-view';
import { mapView, nearestCell, regionOf, shownSums } from '../model/map-view';
import { addressValues, reordered, todayValues } from '../state/tune-setup';
import type { TuneView } from '../state/tune-view';
import { KeptAnswerPart } from './kept-answer';
import { KeptBar } from './kept-bar';
import { KeptFigureChoice } from './kept-figure-choice';
import { SweepSessions } from './kept-sessions';

/** Properties of {@link KeptBody}. */
interface KeptBodyProps {
  readonly id: string;
  readonly view: TuneView;
  readonly onChange: (part: Partial<TuneView>) => void;
  readonly onChoose: (choice: CorpusChoice) => void;
}

/** A kept sweep, shown from what is stored of it. */
export function KeptBody({ id, view, onChange, onChoose }: KeptBodyProps) {
  const { data: sweep, error } = useSweep(id);
  const done = sweep?.progress.done.units ?? 0;
  const { data: open, error: broken } = useOpenSweep(id, done, sweep !== undefined);
  const shown = useMemo(() => (open === undefined ? null : keptView(open)), [open]);
  const fault = error ?? broken;
  if (fault !== null) {
    const isGone = fault instanceof ApiError && fault.code === 'not-found';
    const text = isGone ? `There is no kept sweep ${id} in this library.` : fault.message;
    return <ChooseCorpus faults={[text]} onChoose={onChoose} />;
  }
  if (sweep === undefined || shown === null) {
    return (
      <p role="status" className="border-b px-4 py-3 text-ink2">
        Opening the kept sweep …
      </p>
    );
  }
  return (
    <>
      <KeptBar sweep={sweep} />
      {typeof shown === 'string' ? (
        <p role="status" className="border-b px-4 py-3 text-ink2">
          {shown}
        </p>
      ) : (
        <Shown sweep={sweep} kept={shown} view={view} onChange={onChange} />
      )}
    </>
  );
}

function Shown(props: {
  readonly sweep: Sweep;
  readonly kept: KeptView;
  readonly view: TuneView;
  readonly onChange: (part: Partial<TuneView>) => void;
}) {
  const { sweep, kept, view, onChange } = props;
  const { setup, sums, answer } = kept;
  const { at, drawn } = view;
  const asked = sweep.figures.find((id) => id === view.figure) ?? null;
  const figure = useMemo(() => (asked === null ? null : kept.figureOf(asked)), [kept, asked]);
  const priced = figure?.grid ?? null;
  const sessions = useRef<HTMLElement>(null);
  const [today] = useState(() => todayValues(setup));
  const region = useMemo(() => regionOf(setup, sums, answer), [setup, sums, answer]);
  const map = useMemo(
    () =>
      region === null ? null : mapView(setup, { region, sums, end: answer, figure: priced }, drawn),
    [setup, sums, answer, region, drawn, priced],
  );
  if (region === null || map === null) return null;
  const given = at === null ? null : reordered(at.slice(0, today.length));
  const tried = given?.length === today.length ? given : today;
  const chosen = Math.max(0, nearestCell(region, tried));
  return (
    <>
      <KeptAnswerPart kept={kept} />
      <div className="min-[1101px]:grid min-[1101px]:grid-cols-[minmax(0,1fr)_492px]">
        <div className="min-w-0">
          <MapSection
            map={map}
            setup={setup}
            region={region}
            tried={region.cells[chosen]?.values ?? tried}
            onSelect={(cell) => onChange({ at: addressValues(region.cells[cell]?.values ?? []) })}
            onOpen={() => sessions.current?.focus()}
            onDrawn={(axes) => onChange({ drawn: axes })}
            figure={priced}
            choice={
              sweep.figures.length === 0 ? null : (
                <KeptFigureChoice
                  sweep={sweep}
                  shown={asked}
                  sums={priced}
                  onChange={(id) => onChange({ figure: id })}
                />
              )
            }
          />
          <SweepSessions ref={sessions} kept={kept} today={map.today} chosen={chosen} />
        </div>
        <div className="min-w-0 bg-panel max-[1100px]:border-t min-[1101px]:border-l">
          {setup.compared.length === 0 ? null : (
            <PoliciesSection
              setup={setup}
              sums={shownSums(sums.beside)}
              figure={figure?.beside ?? null}
              onCompare={null}
            />
          )}
          <FrontSection region={region} map={map} chosen={chosen} figure={priced} />
        </div>
      </div>
    </>
  );
}
