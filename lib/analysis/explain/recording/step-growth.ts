import { floatAt, intAt, numberAt, sumBetween } from '@/lib/base/read';
import { densityOf } from '@/lib/replay/projection/density';
import type { Replayable } from '@/lib/replay/prepare';

/** Growth of the recorded request between two neighbouring steps of a run, in real tokens. */
export interface StepGrowth {
  readonly step: number;
  /** The newest earlier step with usage. */
  readonly since: number;
  readonly grown: number;
  /** Share of the entries added, at the learnt density; images at what they are charged. */
  readonly explained: number;
  /** The rest: grown − explained. */
  readonly hidden: number;
  /** Entries added: [from, to). */
  readonly from: number;
  readonly to: number;
  /** The rest is more than an ordinary step's, and stayed in later requests. */
  readonly joined: boolean;
}

const known = new WeakMap<Replayable, readonly StepGrowth[]>();

/** The growths of a session, in step order; the first of each run teaches nothing and is left out. */
export function growthOf(session: Replayable): readonly StepGrowth[] {
  const found = known.get(session) ?? measure(session);
  known.set(session, found);
  return found;
}

function measure({ profile, projection }: Replayable): readonly StepGrowth[] {
  const { real, entries } = profile.steps;
  const { charges, joined, runs, densities } = projection;
  return runs.pairs.flatMap(({ from: since, to: step, first }): StepGrowth[] => {
    if (first || since < 0) return [];
    const from = intAt(entries, since);
    const to = Math.max(from, intAt(entries, step));
    const thoughts = intAt(runs.thoughts, step) - intAt(runs.thoughts, since);
    const text = sumBetween(charges.text, from, to) + thoughts;
    const charged = numberAt(charges.tokens, to) - numberAt(charges.tokens, from);
    const { value } = densityOf(profile, densities, step);
    const explained = Math.round(value * text) + Math.round(charged);
    const grown = intAt(real, step) - intAt(real, since);
    return [
      {
        step,
        since,
        grown,
        explained,
        hidden: grown - explained,
        from,
        to,
        joined: floatAt(joined, step) > floatAt(joined, since),
      },
    ];
  });
}
