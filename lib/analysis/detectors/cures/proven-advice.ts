import type { Advice, Finding } from '../finding';
import type { Candidate } from './candidates';
import type { CureEffect } from './cure-effect';

/** Something to do, and what a replay with it shows; null where no setting brings it about. */
export interface ProvenAdvice extends Advice {
  readonly effect: string | null;
}

/**
 * A finding's advice as far as it is known to help: changes of settings that a replay has shown to cure it,
 * then what only words advise. `effects` are those of the candidates, in their order, as far as they are
 * known.
 */
export function provenAdvice(
  { advice }: Pick<Finding, 'advice'>,
  candidates: readonly Candidate[],
  effects: readonly (CureEffect | null)[],
): readonly ProvenAdvice[] {
  const cures = candidates.flatMap(({ text, settings }, i): readonly ProvenAdvice[] => {
    const effect = effects[i] ?? null;
    return effect?.cures === true ? [{ text, settings, effect: effect.text }] : [];
  });
  const words = advice.filter(({ settings }) => settings === null);
  return [...cures, ...words.map((one) => ({ ...one, effect: null }))];
}
