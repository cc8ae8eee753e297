import { formatFactor, formatSigned } from '@/lib/engine/base/format';
import { decisionProjected, decisionUnit } from '@/lib/analysis/explain/ledger-decision';
import { clampAt } from '@/lib/analysis/explain/correction';
import { isAskedProjected, realAsked } from '@/lib/analysis/explain/step-events';
import type { Replay } from '@/lib/engine/replay/replay';
import type { TrackName } from '../chart-look';

/** Tracks of one line below the plot. */
export type StripTrack = Exclude<TrackName, 'composition'>;

/** Those of one number a step that the replay alone has. */
export type NumberTrack = Exclude<StripTrack, 'cost'>;

/** A track's name for readers, and its meaning. */
export const trackMeanings: Readonly<Record<TrackName, readonly [name: string, about: string]>> = {
  deviation: [
    'decision − real',
    'what the policy compared, less the tokens the request really had',
  ],
  composition: ['composition', 'the request as sent by what it is made of; hatched: not recorded'],
  correction: ['correction', 'last real ÷ last heuristic as applied, between floor and cap'],
  ratio: ['ratio', 'real ÷ heuristic of the same step, on a logarithmic scale'],
  margin: ['margin', 'decision − threshold; at 0 or above it fires'],
  cost: ['cost', 'dollars of each step: by the recording’s usage, and of the what-if as modelled'],
};

/** A track's value at a step; NaN where it has none. */
export function trackValue(replay: Replay, track: NumberTrack, step: number): number {
  const { columns } = replay;
  const at = (column: ArrayLike<number>): number => column[step] ?? NaN;
  const inTokens = decisionUnit(replay.policy) === 'tokens' && at(columns.threshold) >= 0;
  switch (track) {
    case 'deviation': {
      const real = realAsked(replay, step);
      return inTokens && real > 0 ? at(columns.decision) - real : NaN;
    }
    case 'correction':
      return at(columns.correction);
    case 'ratio': {
      const real = realAsked(replay, step);
      return real > 0 && at(columns.heuristic) > 0 ? real / at(columns.heuristic) : NaN;
    }
    case 'margin':
      return inTokens ? at(columns.decision) - at(columns.threshold) : NaN;
  }
}

/** True if the value rests on a projected count. */
export function isTrackProjected(replay: Replay, track: NumberTrack, step: number): boolean {
  const decided = track !== 'ratio' && decisionProjected(replay, step);
  const real = (track === 'deviation' || track === 'ratio') && isAskedProjected(replay, step);
  return decided || real;
}

/** "−50,819", "5×", "~5×" for a projected factor; "–" where there is no value. */
export function trackText(replay: Replay, track: NumberTrack, step: number): string {
  const value = trackValue(replay, track, step);
  if (Number.isNaN(value)) return '–';
  if (track !== 'correction' && track !== 'ratio') return formatSigned(value);
  return `${isTrackProjected(replay, track, step) ? '~' : ''}${formatFactor(value)}`;
}

/** Floor and cap of the correction at a step; null for a policy without them, and for a cap that is off. */
export function correctionBounds(
  replay: Replay,
  step: number,
): { readonly floor: number | null; readonly cap: number | null } {
  const { floor, cap = Infinity } = clampAt(replay, step) ?? {};
  return { floor: floor ?? null, cap: Number.isFinite(cap) ? cap : null };
}
