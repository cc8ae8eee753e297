'use client';

import { useMemo } from 'react';
import type { CorpusChoice } from '@/lib/api/contract/filter-address';
import type { EvidenceInput } from '@/lib/api/contract/tuning/evidence-contract';
import { settableSettings } from '@/lib/policies/settable';
import { ratioQuestion } from '../evidence/use-ratios';
import type { Region } from '@/lib/tuning/region/plateau';
import { mapView, regionOf, type MapView } from '../model/map-view';
import {
  reordered,
  shownView,
  todayValues,
  tuneSetup,
  type Tried,
  type TuneSetup,
} from './tune-setup';
import type { TuneView } from './tune-view';
import { useTuneCorpus, type TuneCorpusState } from './use-corpus';
import { useSweep, type Sweep, type SweepInput } from './use-sweep';
import { useFigures, type ShownFigure } from './use-figures';
import { useWhole, type Whole } from './use-whole';

/** Everything that the page shows of a corpus. */
export interface Tune {
  /** The cells with what they break; null until the first are computed. */
  readonly region: Region | null;
  readonly corpus: TuneCorpusState;
  /** The view with its policy known. */
  readonly shown: TuneView;
  /** Which policies the sessions ran under, where they differ. */
  readonly mixed: string | null;
  readonly setup: TuneSetup;
  readonly sweep: Sweep;
  /** Evidence of all sessions where the sweep is of a sample. */
  readonly whole: Whole;
  /** A figure that was asked for; null for none. */
  readonly figure: ShownFigure | null;
  /** The heat map, or the sample's points; null until the first cells are computed. */
  readonly map: MapView | null;
  /** The values that are compared with today's. */
  readonly tried: Tried;
}

/** Lists, loads and sweeps a corpus as the view says; `dragged` are values that are being dragged. */
export function useTune(choice: CorpusChoice, view: TuneView, dragged: Tried | null): Tune {
  const corpus = useTuneCorpus(choice);
  const { shown, mixed } = useMemo(() => shownView(view, corpus.all), [view, corpus.all]);
  const { policy, x, y, more, sample, drawn, fixed, under, compared } = shown;
  const { sessions, sources } = corpus;
  const setup = useMemo(() => {
    const given = { choice, policy, x, y, more, sample, fixed, under, compared };
    return tuneSetup(given, sessions, sources);
  }, [choice, policy, x, y, more, sample, fixed, under, compared, sessions, sources]);
  const isReady = corpus.status === 'ready' && sessions.length > 0;
  const input = useMemo(
    () => (isReady ? sweepInput(setup, sessions) : null),
    [isReady, setup, sessions],
  );
  const sweep = useSweep(input);
  const isSample = isReady && corpus.all.length > corpus.rows.length;
  const whole = useWhole(
    useMemo(() => (isSample ? wholeInput(choice, setup) : null), [isSample, choice, setup]),
  );
  const figure = useFigures(view, setup, sweep, sessions);
  const figured = figure?.sums ?? null;
  const { sums, end } = sweep;
  const region = useMemo(() => regionOf(setup, sums, end), [setup, sums, end]);
  const map = useMemo(
    () => (region === null ? null : mapView(setup, { region, sums, end, figure: figured }, drawn)),
    [setup, sums, end, region, drawn, figured],
  );
  const tried = useMemo(
    () => dragged ?? triedOf(setup, sweep, view.at),
    [setup, sweep, view.at, dragged],
  );
  return { region, corpus, shown, mixed, setup, sweep, whole, figure, map, tried };
}

/** What is asked of all sessions of a corpus. */
function wholeInput(choice: CorpusChoice, setup: TuneSetup): EvidenceInput {
  const { policy, today, under } = setup;
  const { kind: _, ...ratios } = ratioQuestion(setup, 'step');
  // The schema on the server checks it: settings are plain values.
  return { ...choice, policy: policy.id, settings: today, limit: under, ratios } as EvidenceInput;
}

function sweepInput(setup: TuneSetup, sessions: TuneCorpusState['sessions']): SweepInput {
  const { policy, today, tune } = setup;
  const aim = { today, values: todayValues(setup), settable: settableSettings(policy) };
  return { ids: sessions.map(({ facts }) => facts.id), plan: tune.plan, aim };
}

/** The values of the view, else what is recommended, else what generated sessions ask for, else today's. */
function triedOf(setup: TuneSetup, { end }: Sweep, at: TuneView['at']): Tried {
  const today = todayValues(setup);
  if (at !== null) {
    const given = reordered(at.slice(0, today.length));
    return today.map((own, axis) => given[axis] ?? own);
  }
  const recommendation = end?.recommendation ?? null;
  if (recommendation === null) return today;
  const { choice, generated } = recommendation;
  const wish = choice.kind === 'keep' ? generated?.choice : choice;
  if (wish === undefined || wish.kind === 'none') return today;
  const { axes } = setup.tune.grid;
  return axes.map((axis, index) => axis.values[wish.place[index] ?? 0] ?? NaN);
}
