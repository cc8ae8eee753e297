import { formatInteger } from '@/lib/engine/base/format';
import type { Clause } from '@/lib/analysis/explain/cause/cause';
import { realAsked } from '@/lib/analysis/explain/step-events';
import type { Replay } from '@/lib/engine/replay/replay';

/** A thing that the chart draws and that proves a sentence; values are in tokens. */
export type EvidencePlace =
  | { readonly kind: 'prefix' }
  | {
      readonly kind: 'jump';
      readonly from: number;
      readonly to: number;
      readonly low: number;
      readonly high: number;
    }
  | { readonly kind: 'level'; readonly level: 'threshold' | 'window' }
  | { readonly kind: 'track'; readonly track: 'deviation' | 'correction' }
  | { readonly kind: 'heuristic'; readonly step: number; readonly value: number }
  | { readonly kind: 'step'; readonly step: number };

/** The place of a sentence's evidence on a step's chart; null where the chart does not draw it. */
export function evidencePlace(
  { cause, evidence, figures }: Clause,
  replay: Replay,
  step: number,
): EvidencePlace | null {
  switch (evidence?.kind) {
    case 'operand':
      return cause === 'hidden-prefix'
        ? { kind: 'prefix' }
        : operandPlace(evidence.id, replay, step);
    case 'entries': {
      const from = figures['from'] ?? step - 1;
      const low = replay.columns.real[from] ?? NaN;
      return { kind: 'jump', from, to: step, low, high: realAsked(replay, step) };
    }
    case 'setting':
      return evidence.key === 'window' ? { kind: 'level', level: 'window' } : null;
    case 'step':
      return { kind: 'step', step: evidence.step };
    case undefined:
      return null;
  }
}

function operandPlace(id: string, { columns }: Replay, step: number): EvidencePlace | null {
  switch (id) {
    case 'correction':
      return { kind: 'track', track: 'correction' };
    case 'decision':
    case 'last-real':
    case 'calibrated':
    case 'estimate':
      return { kind: 'track', track: 'deviation' };
    case 'threshold':
      return { kind: 'level', level: 'threshold' };
    case 'heuristic':
      return { kind: 'heuristic', step, value: columns.heuristic[step] ?? NaN };
    default:
      return null;
  }
}

/** A place in words, for readers who do not see the chart. */
export function evidencePlaceText(place: EvidencePlace): string {
  switch (place.kind) {
    case 'prefix':
      return 'the hidden prefix';
    case 'jump':
      return `the jump of real from step ${formatInteger(place.from)} to ${formatInteger(place.to)}`;
    case 'level':
      return `the line of the ${place.level}`;
    case 'track':
      return place.track === 'deviation'
        ? 'the decision of the step'
        : 'the calibrated count of the step';
    case 'heuristic':
      return `the heuristic of step ${formatInteger(place.step)}`;
    case 'step':
      return `step ${formatInteger(place.step)}`;
  }
}
