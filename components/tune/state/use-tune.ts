'use client';

import { useMemo } from 'react';
import type { HeatPlace, HeatRows } from '@/components/charts/tune/heat-rows';
import type { CorpusChoice } from '@/lib/host/api/contract/filter-address';
import { aboveLimit, breachOf, type Breach } from '@/lib/tuning/region/constraints';
import { gridPlaces } from '@/lib/tuning/recommend/tune-field';
import { plateau } from '@/lib/tuning/region/plateau';
import { heatRows, nearestPlace, type HeatInput } from '../model/heat-view';
import { valueText } from './axis-text';
import { settableOf, tuneSetup, type TuneSetup } from './tune-setup';
import type { TuneView } from './tune-view';
import { useTuneCorpus, type TuneCorpusState } from './use-corpus';
import { useSweep, type Sweep, type SweepInput } from './use-sweep';

/** Values of the columns' and the rows' setting. */
export interface Tried {
  readonly x: number;
  readonly y: number;
}

/** Everything that the page shows of a corpus. */
export interface Tune {
  readonly corpus: TuneCorpusState;
  readonly setup: TuneSetup;
  readonly sweep: Sweep;
  /** Null until the first cells are computed. */
  readonly heat: HeatRows | null;
  readonly input: HeatInput | null;
  /** The values that are compared with today's. */
  readonly tried: Tried;
  readonly selected: HeatPlace;
}

/** Lists, loads and sweeps a corpus as the view says. */
export function useTune(choice: CorpusChoice, view: TuneView): Tune {
  const corpus = useTuneCorpus(choice);
  const { policy, x, y, fixed, under, compared } = view;
  const setup = useMemo(
    () =>
      tuneSetup({ choice, policy, x, y, fixed, under, compared }, corpus.sessions, corpus.sources),
    [choice, policy, x, y, fixed, under, compared, corpus.sessions, corpus.sources],
  );
  const isReady = corpus.status === 'ready' && corpus.sessions.length > 0;
  const input = useMemo(
    () => (isReady ? sweepInput(setup, corpus) : null),
    // The corpus changes with its sessions alone.
    [isReady, setup, corpus.sessions],
  );
  const sweep = useSweep(input);
  const heat = useMemo(() => heatInput(setup, sweep), [setup, sweep]);
  const rows = useMemo(() => (heat === null ? null : heatRows(heat)), [heat]);
  const tried = useMemo(() => triedOf(setup, sweep, view.at), [setup, sweep, view.at]);
  const axes = {
    x: { field: setup.x.field, values: setup.x.axis.values },
    y: setup.y && { field: setup.y.field, values: setup.y.axis.values },
  };
  return {
    corpus,
    setup,
    sweep,
    heat: rows,
    input: heat,
    tried,
    selected: nearestPlace(axes, tried),
  };
}

function sweepInput(setup: TuneSetup, { sessions }: TuneCorpusState): SweepInput {
  const { policy, today, x, y, tune } = setup;
  const values = y === null ? [x.today] : [y.today, x.today];
  const aim = { today, values, settable: settableOf(policy, today) };
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

function heatInput(setup: TuneSetup, { sums, end }: Sweep): HeatInput | null {
  if (sums === null) return null;
  const { x, y, limit, tune } = setup;
  const { grid } = tune;
  const size = x.axis.values.length * (y?.axis.values.length ?? 1);
  const { recorded, generated } = sums;
  // Without a recorded session the generated ones are what is shown; they still decide nothing.
  const shown = recorded.sessions > 0 ? recorded : generated;
  const places = gridPlaces(grid);
  const breaches =
    end?.recommendation?.region.breaches ??
    places.map((place, index): Breach | undefined => {
      const values = place.map((at, axis) => grid.axes[axis]?.values[at] ?? NaN);
      const above = aboveLimit(grid, { column: 0, values }, { limit });
      return breachOf(shown, index, above, { overflowing: 0, looping: 0, limit });
    });
  const axes = {
    x: { field: x.field, values: x.axis.values },
    y: y && { field: y.field, values: y.axis.values },
  };
  const today = nearestPlace(axes, { x: x.today, y: y?.today ?? 0 });
  const place = y === null ? [today.x] : [today.y, today.x];
  const region = { column: grid, first: 0, sums: shown, breaches };
  return {
    ...axes,
    recorded: shown,
    generated,
    breaches: breaches.slice(0, size),
    plateau: end?.recommendation?.plateau ?? (end === null ? [] : plateau(region, place)),
    today,
    limit,
    jump: '',
    marks:
      y === null
        ? []
        : [{ y: today.y, text: `today ${valueText(y.field, y.today)}`, strong: true }],
  };
}
