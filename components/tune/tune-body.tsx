'use client';

import { useCallback, useMemo, useRef, useState } from 'react';
import type { CorpusChoice } from '@/lib/api/contract/filter-address';
import { Answer } from './answer/answer';
import { WholeProgress } from './answer/whole-progress';
import { AnswerActions } from './answer/answer-actions';
import { PreferenceSelect } from './answer/preference-select';
import { Promises } from './answer/promises';
import { CoverageBar } from './answer/coverage-bar';
import { SweepProgress } from './answer/sweep-progress';
import { Below } from './below';
import { Compared } from './compare/compared';
import { CorpusBar } from './corpus/corpus-bar';
import { RowBar } from './corpus/row-bar';
import { CorpusStates } from './corpus/corpus-states';
import { CorpusStrips } from './along/corpus-strips';
import { FigureChoice } from './heatmap/figure-choice';
import { MapSection } from './heatmap/map-section';
import { SessionsPart } from './sessions/sessions-part';
import { SweepSettings } from './settings/sweep-settings';
import { policyChange, withoutAxis } from './state/axes-part';
import { addressValues, reordered, type Tried } from './state/tune-setup';
import { namesSettings, type TuneView } from './state/tune-view';
import { useTune } from './state/use-tune';
import { useDeciding } from './state/use-deciding';
import { sessionHref } from './sessions/session-link';

/** Properties of {@link TuneBody}. */
interface TuneBodyProps {
  readonly choice: CorpusChoice;
  readonly view: TuneView;
  readonly onChange: (part: Partial<TuneView>) => void;
  readonly onChoose: (choice: CorpusChoice) => void;
}

/** A corpus, its coverage, the answer, and the evidence below it. */
export function TuneBody({ choice, view: given, onChange: change, onChoose }: TuneBodyProps) {
  const [dragged, setDragged] = useState<Tried | null>(null);
  const tune = useTune(choice, given, dragged);
  const { shown: view, corpus, running, setup, sweep, whole, figure, map, region, tried } = tune;
  const deciding = useDeciding(setup, corpus, sweep, tried);
  const table = useRef<HTMLElement>(null);
  const { sessions } = corpus;
  const isSample = corpus.all.length > corpus.rows.length;
  const coverage = whole.evidence?.coverage ?? sweep.coverage;
  const steps = useMemo(() => sessions.map((one) => one.steps), [sessions]);
  const ids = useMemo(() => corpus.all.map(({ id }) => id), [corpus.all]);
  const models = useMemo(
    () => [...new Set(sessions.flatMap(({ facts }) => facts.model ?? []))],
    [sessions],
  );
  const generated = sessions.filter(({ facts }) => facts.generated).length;
  // Settings are those of the row and the policy that are shown: from then on the address names both.
  const { policy } = view;
  const row = corpus.tuned.row?.key ?? null;
  const onChange = useCallback(
    (part: Partial<TuneView>): void =>
      change(namesSettings(part) ? { row, policy, ...part } : part),
    [change, row, policy],
  );
  const commit = useCallback(
    (values: Tried): void => {
      setDragged(null);
      onChange({ at: addressValues(values) });
    },
    [onChange],
  );
  const select = useCallback(
    (cell: number): void => commit(region?.cells[cell]?.values ?? []),
    [region, commit],
  );
  const rowHref = (row: number): string | undefined => {
    const session = sessions[row];
    return session && sessionHref(session.facts.id, setup.policy.id, setup.today, null);
  };
  const names = Object.fromEntries(
    setup.axes.map(({ field }) => [field.key, field.short.toLowerCase()]),
  );
  return (
    <>
      <CorpusBar choice={choice} rows={corpus.listed} onChoose={onChoose} />
      <RowBar
        tuned={corpus.tuned}
        wanted={given.row}
        setup={setup}
        running={running}
        onRow={(key) => change({ row: key, ...policyChange(null) })}
        onPart={(ids) => change({ choice: { sessions: ids }, row: null, ...policyChange(null) })}
      />
      <CorpusStates corpus={corpus} choice={choice} onChoose={onChoose} />
      {coverage === null ? null : (
        <CoverageBar
          coverage={coverage}
          telling={sweep.end?.telling ?? null}
          names={names}
          sample={isSample ? { all: whole.evidence !== null } : null}
        />
      )}
      {isSample ? <WholeProgress whole={whole} all={corpus.all.length} /> : null}
      {sessions.length === 0 ? null : (
        <>
          <SweepProgress sweep={sweep} broken={corpus.broken.length} />
          <Answer
            sweep={sweep}
            columns={tune.columns}
            sessions={{ all: sessions.length, generated, isSample }}
            hrefOf={rowHref}
            names={names}
            onLeaveOut={
              setup.y === null ? null : (setting) => onChange(withoutAxis(setup, setting))
            }
            promises={<Promises choice={choice} />}
            preference={
              <PreferenceSelect value={view.prefer} onChange={(prefer) => onChange({ prefer })} />
            }
            actions={
              <AnswerActions
                setup={setup}
                end={sweep.end}
                row={corpus.tuned.row}
                prices={view.prices}
                prefer={view.prefer}
              />
            }
          />
          <div className="min-[1101px]:grid min-[1101px]:grid-cols-[224px_minmax(0,1fr)_492px]">
            <SweepSettings
              view={view}
              setup={setup}
              sweep={sweep}
              steps={steps}
              ids={ids}
              onChange={onChange}
            />
            <div className="min-w-0">
              {map === null || region === null ? null : (
                <MapSection
                  map={map}
                  setup={setup}
                  region={region}
                  tried={tried}
                  onSelect={select}
                  onOpen={() => table.current?.focus()}
                  onDrawn={(drawn) => onChange({ drawn })}
                  figure={figure?.sums ?? null}
                  choice={
                    <FigureChoice
                      view={view}
                      shown={figure}
                      cells={
                        region.cells.length + setup.tune.compared.length * setup.tune.windows.length
                      }
                      steps={steps}
                      models={models}
                      onChange={onChange}
                    />
                  }
                />
              )}
              <CorpusStrips along={sweep.along} axes={reordered(setup.axes)} />
              <SessionsPart
                ref={table}
                setup={setup}
                sweep={sweep}
                deciding={deciding}
                tried={tried}
                onMove={setDragged}
                onCommit={commit}
              />
            </div>
            <div className="min-w-0 bg-panel max-[1100px]:border-t min-[1101px]:border-l">
              <Compared tune={tune} view={view} onChange={onChange} />
            </div>
          </div>
          <Below tune={tune} view={view} onChange={onChange} />
        </>
      )}
    </>
  );
}
