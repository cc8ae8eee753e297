'use client';

import { useMemo } from 'react';
import type { HeatPlace, HeatRows } from '@/components/charts/tune/heat-rows';
import type { CorpusChoice } from '@/lib/host/api/contract/filter-address';
import type { EvidenceInput } from '@/lib/host/api/contract/evidence-contract';
import { settableSettings } from '@/lib/policies/contract/settable';
import { aboveLimit, breachOf, type Breach } from '@/lib/tuning/region/constraints';
import { gridPlaces } from '@/lib/tuning/recommend/tune-field';
import type { CellSums } from '@/lib/tuning/region/cell-sums';
import type { RunSums } from '@/lib/host/worker/tune/tune-messages';
import { plateau, type Region } from '@/lib/tuning/region/plateau';
import { heatRows, nearestPlace, type HeatInput } from '../model/heat-view';
import { ratioQuestion } from '../evidence/use-ratios';
import { valueText } from './axis-text';
import { tuneSetup, type TuneSetup } from './tune-setup';
import type { TuneView } from './tune-view';
import { useTuneCorpus, type TuneCorpusState } from './use-corpus';
import { useSweep, type Sweep, type SweepInput } from './use-sweep';
import { useWhole, type Whole } from './use-whole';

/** Values of the columns' and the rows' setting. */
export interface Tried {
  readonly x: number;
  readonly y: number;
}

/** Everything that the page shows of a corpus. */
export interface Tune {
  /** The grid with what its cells break; null until the first cells are computed. */
  readonly region: Region | null;
  readonly corpus: TuneCorpusState;
  readonly setup: TuneSetup;
  readonly sweep: Sweep;
  /** Evidence of all sessions where the sweep is of a sample. */
  readonly whole: Whole;
  /** Null until the first cells are computed. */
  readonly heat: HeatRows | null;
  readonly input: HeatInput | null;
  /** The values that are compared with today's. */
  readonly tried: Tried;
  readonly selected: HeatPlace;
}

/** Lists, loads and sweeps a corpus as the view says; `at` are the tried values, dragged ones too. */
export function useTune(choice: CorpusChoice, view: TuneView, at: TuneView['at']): Tune {
  const corpus = useTuneCorpus(choice);
  const { policy, x, y, fixed, under, compared } = view;
  const setup = useMemo(
    () =>
      tuneSetup({ choice, policy, x, y, fixed, under, compared }, corpus.sessions, corpus.sources),
    [choice, policy, x, y, fixed, under, compared, corpus.sessions, corpus.sources],
  );
  const { sessions } = corpus;
  const isReady = corpus.status === 'ready' && corpus.sessions.length > 0;
  const input = useMemo(
    () => (isReady ? sweepInput(setup, sessions) : null),
    [isReady, setup, sessions],
  );
  const sweep = useSweep(input);
  const isSample = isReady && corpus.all.length > corpus.rows.length;
  const whole = useWhole(
    useMemo(() => (isSample ? wholeInput(choice, setup) : null), [isSample, choice, setup]),
  );
  const region = useMemo(() => regionOf(setup, sweep), [setup, sweep]);
  const heat = useMemo(
    () => (region === null ? null : heatInput(setup, sweep, region)),
    [setup, sweep, region],
  );
  const rows = useMemo(() => (heat === null ? null : heatRows(heat)), [heat]);
  const tried = useMemo(() => triedOf(setup, sweep, at), [setup, sweep, at]);
  const axes = {
    x: { field: setup.x.field, values: setup.x.axis.values },
    y: setup.y && { field: setup.y.field, values: setup.y.axis.values },
  };
  return {
    region,
    corpus,
    setup,
    sweep,
    whole,
    heat: rows,
    input: heat,
    tried,
    selected: nearestPlace(axes, tried),
  };
}

/** What is asked of all sessions of a corpus. */
function wholeInput(choice: CorpusChoice, setup: TuneSetup): EvidenceInput {
  const { policy, today, under } = setup;
  const { kind: _, ...ratios } = ratioQuestion(setup, 'step');
  // The schema on the server checks it: settings are plain values.
  return { ...choice, policy: policy.id, settings: today, limit: under, ratios } as EvidenceInput;
}

function sweepInput(setup: TuneSetup, sessions: TuneCorpusState['sessions']): SweepInput {
  const { policy, today, x, y, tune } = setup;
  const values = y === null ? [x.today] : [y.today, x.today];
  const aim = { today, values, settable: settableSettings(policy) };
  return { ids: sessions.map(({ facts }) => facts.id), plan: tune.plan, aim };
}

/** The values of the view, else what is recommended, else what generated sessions ask for, else today's. */
function triedOf({ x, y, tune }: TuneSetup, { end }: Sweep, at: TuneView['at']): Tried {
  if (at !== null) return { x: at[0], y: at[1] };
  const today = { x: x.today, y: y?.today ?? 0 };
  const recommendation = end?.recommendation ?? null;
  if (recommendation === null) return today;
  const { choice, generated } = recommendation;
  const wish = choice.kind === 'keep' ? generated?.choice : choice;
  if (wish === undefined || wish.kind === 'none') return today;
  const values = tune.grid.axes.map((axis, index) => axis.values[wish.place[index] ?? 0] ?? NaN);
  const [first = NaN, second = NaN] = values;
  return y === null ? { x: first, y: 0 } : { x: second, y: first };
}

/** The recorded sessions' sums; the generated ones' where none is recorded. */
export const shownSums = ({ recorded, generated }: RunSums): CellSums =>
  recorded.sessions > 0 ? recorded : generated;

/** The grid as far as it is computed; of the generated sessions where none is recorded. */
function regionOf({ limit, tune }: TuneSetup, { sums, end }: Sweep): Region | null {
  if (end?.recommendation) return end.recommendation.region;
  if (sums === null) return null;
  const { grid } = tune;
  const shown = shownSums(sums.grid);
  const breaches = gridPlaces(grid).map((place, index): Breach | undefined => {
    const values = place.map((at, axis) => grid.axes[axis]?.values[at] ?? NaN);
    const above = aboveLimit(grid, { column: 0, values }, { limit });
    return breachOf(shown, index, above, { overflowing: 0, looping: 0, limit });
  });
  return { column: grid, first: 0, sums: shown, breaches };
}

function heatInput({ x, y, limit }: TuneSetup, { sums, end }: Sweep, region: Region): HeatInput {
  const size = x.axis.values.length * (y?.axis.values.length ?? 1);
  const axes = {
    x: { field: x.field, values: x.axis.values },
    y: y && { field: y.field, values: y.axis.values },
  };
  const today = nearestPlace(axes, { x: x.today, y: y?.today ?? 0 });
  const own = (): readonly number[] => plateau(region, y === null ? [today.x] : [today.y, today.x]);
  return {
    ...axes,
    recorded: region.sums,
    generated: sums?.grid.generated ?? region.sums,
    breaches: region.breaches.slice(0, size),
    plateau: end?.recommendation?.plateau ?? (end === null ? [] : own()),
    today,
    limit,
    jump: '',
    marks:
      y === null
        ? []
        : [{ y: today.y, text: `today ${valueText(y.field, y.today)}`, strong: true }],
  };
}
