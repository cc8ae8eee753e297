import { REGRET_FORECAST, REGRET_OF_ALL_NAMES } from '@/lib/analysis/recall/evidence';
import { counted, formatDollars, formatShort, formatShortDollars } from '@/lib/base/format';
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
  /** What recordings say of it, in sentences; empty where nothing has to be said. */
  readonly evidence: string;
  /** What a session must have beside its numbers. */
  readonly needs: 'prices' | 'names';
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
  evidence: '',
  needs: 'prices',
  text: (dollars) => `~${formatDollars(dollars)}`,
  short: formatShortDollars,
  missing: 'without a price of its model',
};

const ofNames = {
  version: 1,
  needs: 'names',
  text: (tokens: number) => counted(tokens, 'token'),
  short: formatShort,
  missing: 'not available: numbers alone, without the names in its texts',
} as const;

const regret: Figure = {
  ...ofNames,
  id: 'regret',
  field: 'regretTokens',
  sessionsField: 'regretSessions',
  name: 'regret',
  about:
    'tokens that compactions cover and a later step of the recording names again, at least (lines that hold the names, chance level left in), with hindsight',
  evidence: `${REGRET_FORECAST} ${REGRET_OF_ALL_NAMES}`,
};

const rework: Figure = {
  ...ofNames,
  id: 'rework',
  field: 'reworkTokens',
  sessionsField: 'reworkSessions',
  name: 'rework',
  about:
    'tokens of calls that the recording repeats with the same result although a compaction took the first one',
  evidence:
    'What an agent would do again under settings that nobody ran is not known: only the recording’s own repeats count.',
};

const byId: Readonly<Record<FigureId, Figure>> = { cost, regret, rework };

/** All figures. */
export const figures: readonly Figure[] = figureIds.map((id) => byId[id]);

/** A figure by its name. */
export const figureOf = (id: FigureId): Figure => byId[id];
