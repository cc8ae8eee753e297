'use client';

import { useMemo } from 'react';
import type { CorpusChoice } from '@/lib/api/contract/filter-address';
import type { EvidenceInput } from '@/lib/api/contract/tuning/evidence-contract';
import { settableSettings } from '@/lib/policies/settable';
import { ratioQuestion } from '../evidence/use-ratios';
import type { GivenPrices } from '@/lib/analysis/cost/rates';
import type { Region } from '@/lib/tuning/region/plateau';
import { mapView, regionOf, type MapView } from '../model/map-view';
import type { TodayTask } from '@/lib/worker/tune/tuner';
import { reordered, todayValues, tuneSetup, type Tried, type TuneSetup } from './tune-setup';
import type { TuneView } from './tune-view';
import { shownView } from './tuned-row';
import { useTuneCorpus, type TuneCorpusState } from './use-corpus';
import { useSweep, type Sweep, type SweepInput } from './use-sweep';
import { useCompared, type ComparedAnswer } from './use-compared';
import { useFigures, type ShownFigure } from './use-figures';
import { useRunning, type Running } from './use-running';
import { useWhole, type Whole } from './use-whole';

/** Everything that the page shows of a corpus. */
export interface Tune {
  /** The cells with what they break; null until the first are computed. */
  readonly region: Region | null;
  readonly corpus: TuneCorpusState;
  /** The view with its policy known. */
  readonly shown: TuneView;
  readonly running: Running;
  readonly setup: TuneSetup;
  readonly sweep: Sweep;
  /** What the answer compares. */
  readonly columns: ComparedAnswer;
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
  const corpus = useTuneCorpus(choice, view.row);
  const { sessions, sources, tuned } = corpus;
  const { row } = tuned;
  const shown = useMemo(() => shownView(view, row), [view, row]);
  const { policy, x, y, more, sample, drawn, fixed, compared, prefer, prices } = shown;
  const isReady = corpus.status === 'ready' && sessions.length > 0;
  const running = useRunning(
    useMemo(
      () => (isReady ? todayTask(sessions, policy, fixed) : null),
      [isReady, sessions, policy, fixed],
    ),
  );
  const { today } = running;
  const setup = useMemo(() => {
    const given = { policy, x, y, more, sample, fixed, compared };
    return tuneSetup(given, { row, running: today, sources });
  }, [policy, x, y, more, sample, fixed, compared, row, today, sources]);
  const isKnown = isReady && today !== null;
  // Else a price begins no sweep anew.
  const preferred = prefer === 'cost' ? prices : null;
  const input = useMemo(
    () => (isKnown ? sweepInput(setup, sessions, preferred) : null),
    [isKnown, setup, sessions, preferred],
  );
  const sweep = useSweep(input);
  const columns = useCompared(sweep, view.prices);
  const isSample = isKnown && corpus.all.length > corpus.rows.length;
  const { all } = corpus;
  const whole = useWhole(
    useMemo(() => (isSample ? wholeInput(all, setup) : null), [isSample, all, setup]),
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
  return { region, corpus, shown, running, setup, sweep, columns, whole, figure, map, tried };
}

/** What the recorded sessions of a row are asked. */
const todayTask = (
  sessions: TuneCorpusState['sessions'],
  policy: string,
  asked: TuneView['fixed'],
): TodayTask => ({
  ids: sessions.flatMap(({ facts }) => (facts.generated ? [] : [facts.id])),
  ...{ policy, asked },
});

/** What is asked of all sessions of a row. */
function wholeInput(all: TuneCorpusState['all'], setup: TuneSetup): EvidenceInput {
  const { policy, axes, fixed } = setup;
  const { kind: _, ...ratios } = ratioQuestion(setup, 'step');
  const now = Object.fromEntries(axes.map(({ field, today }) => [field.key, today]));
  // The schema on the server checks it: settings are plain values.
  return {
    ...{ sessions: all.map(({ id }) => id), policy: policy.id, limit: null, ratios },
    settings: { ...fixed, ...now },
  } as EvidenceInput;
}

function sweepInput(
  setup: TuneSetup,
  sessions: TuneCorpusState['sessions'],
  preferred: GivenPrices | null,
): SweepInput {
  const { policy, today, tune, limit: most } = setup;
  const aim = { today, values: todayValues(setup), settable: settableSettings(policy), most };
  const cost = preferred === null ? {} : { preferred };
  return { ids: sessions.map(({ facts }) => facts.id), plan: tune.plan, aim, ...cost };
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
