import type { Replayable } from '@/lib/replay/prepare';
import type { Replay } from '@/lib/replay/replay';
import type { Advice, Finding } from '../finding';
import { candidatesOf } from './candidates';
import { cureEffect, type CureEffect } from './cure-effect';

/** Something to do, and what a replay with it shows; null where no setting brings it about. */
export interface ProvenAdvice extends Advice {
  readonly effect: string | null;
}

/** A finding whose advice was replayed. */
export interface ProvenFinding extends Omit<Finding, 'advice'> {
  readonly advice: readonly ProvenAdvice[];
}

/** A finding with the effects of its advice, and of other single changes that cure it. */
export function provenFinding(session: Replayable, base: Replay, finding: Finding): ProvenFinding {
  const effects = candidatesOf(base, finding).map(({ settings }) =>
    cureEffect(session, base, finding.detector, settings),
  );
  return { ...finding, advice: provenAdvice(base, finding, effects) };
}

/** The advice of a finding with the effects of its candidates, in their order; a later one may be missing. */
export function provenAdvice(
  base: Replay,
  finding: Finding,
  effects: readonly (CureEffect | null)[],
): readonly ProvenAdvice[] {
  const tried = candidatesOf(base, finding).map((one, i) => ({
    ...one,
    effect: effects[i] ?? null,
  }));
  const advised = finding.advice.map((one): ProvenAdvice => {
    const same = tried.find(({ settings }) => settings === one.settings);
    return { ...one, effect: same?.effect?.text ?? null };
  });
  const others = tried.flatMap(({ text, settings, advised: own, effect }) =>
    own || effect?.cures !== true ? [] : [{ text, settings, effect: effect.text }],
  );
  // What a replay proved stands before what only words advise.
  return [
    ...advised.filter(({ settings }) => settings !== null),
    ...others,
    ...advised.filter(({ settings }) => settings === null),
  ];
}
