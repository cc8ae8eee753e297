import {
  counted,
  formatDollars,
  formatInteger,
  formatShortDollars,
} from '@/lib/engine/base/format';
import { figureIds, type FigureId } from './figure-ids';

/**
 * A number of a session under settings that a sweep computes only when it is asked for: it needs the
 * whole replay, not its totals. Sums over sessions are meaningful, and less is better.
 */
export interface Figure {
  readonly id: FigureId;
  /** Rises when its values change for the same replay: part of the key of stored ones. */
  readonly version: number;
  /** Its column in files, unit included, and the column of the sessions that have it. */
  readonly field: string;
  readonly sessionsField: string;
  readonly name: string;
  readonly about: string;
  readonly text: (value: number) => string;
  /** The same for a cell of a map. */
  readonly short: (value: number) => string;
  /** Why some sessions have none: "without a price". */
  readonly missing: string;
}

const cost: Figure = {
  id: 'cost',
  version: 1,
  field: 'costUsd',
  sessionsField: 'pricedSessions',
  name: 'cost',
  about: 'dollars of all requests and summariser’s calls, modelled with the provider’s cache',
  text: (dollars) => `~${formatDollars(dollars)}`,
  short: formatShortDollars,
  missing: 'without a price of its model',
};

const mayCompact: Figure = {
  id: 'mayCompact',
  version: 1,
  field: 'mayCompactSteps',
  sessionsField: 'mayCompactOfSessions',
  name: 'may compact',
  about: 'steps whose decision is not sure: the margin lies inside the band of a projected request',
  text: (steps) => counted(steps, 'unsure step'),
  short: formatInteger,
  missing: 'not replayed',
};

const byId: Readonly<Record<FigureId, Figure>> = { cost, mayCompact };

/** All figures. */
export const figures: readonly Figure[] = figureIds.map((id) => byId[id]);

/** A figure by its name. */
export const figureOf = (id: FigureId): Figure => byId[id];
