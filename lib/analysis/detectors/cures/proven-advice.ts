import type { Advice, Finding } from '../finding';
import type { Candidate } from './candidates';
import type { CureEffect } from './cure-effect';

/** Something to do, and what a replay with it shows; null where no setting brings it about. */
export interface ProvenAdvice extends Advice {
  readonly effect: string | null;
}

/**
 * A finding's advice with the effects of its candidates, in their order; those that are not known yet are
 * left out. What settings bring about stands before what only words advise.
 */
export function provenAdvice(
  finding: Pick<Finding, 'advice'>,
  candidates: readonly Candidate[],
  effects: readonly (CureEffect | null)[],
): readonly ProvenAdvice[] {
  const tried = candidates.map((one, i) => ({ ...one, effect: effects[i] ?? null }));
  const all = finding.advice.map((one): ProvenAdvice => {
    const same = tried.find(({ settings }) => settings === one.settings);
    return { ...one, effect: same?.effect?.text ?? null };
  });
  const others = tried.flatMap(({ text, settings, advised, effect }) =>
    advised || effect?.cures !== true ? [] : [{ text, settings, effect: effect.text }],
  );
  return [
    ...all.filter(({ settings }) => settings !== null),
    ...others,
    ...all.filter(({ settings }) => settings === null),
  ];
}
