/** The model of a session's cost beside what its usage says, step by step. */
import { cacheEvidence } from '@/lib/analysis/cost/cache-evidence';
import { cachedPrompts } from '@/lib/analysis/cost/cache-model';
import { responseSize, sizedOutputs } from '@/lib/analysis/cost/sized-output';
import { TokenErrors, type TokenError } from '@/lib/analysis/cost/token-error';
import { floatAt, intAt } from '@/lib/engine/base/read';
import { densityOf } from '@/lib/engine/replay/projection/density';
import type { Replay } from '@/lib/engine/replay/replay';

/**
 * What lies between a step and the one before: nothing; a compaction; the agent was started anew; a
 * pause longer than the cache lives. The first that applies of the last three counts.
 */
export const stepPlaces = ['plain', 'compaction', 'resume', 'idle'] as const;
export type StepPlace = (typeof stepPlaces)[number];

/** What is predicted of a step. */
export const costParts = ['reads', 'writes', 'output'] as const;
export type CostPart = (typeof costParts)[number];

/** Errors at the steps of one place; null where no recording tells. */
export type CostErrors = Readonly<Record<CostPart, TokenError | null>>;

const errorsOf = <T>(make: () => T): Record<CostPart, T> => ({
  reads: make(),
  writes: make(),
  output: make(),
});

/** Adds up, over sessions, how far the model of the cost is from what usage counts. */
export class CostScore {
  readonly #errors = new Map(
    stepPlaces.map((place) => [place, errorsOf(() => new TokenErrors())] as const),
  );

  /**
   * Adds a session as it ran; `resumed`: its steps at which the agent was started anew. Reads and
   * writes are measured by the prompt, a write where its provider charges for any; sized outputs by
   * the count, where that is whole.
   */
  add(run: Replay, resumed: ReadonlySet<number>): void {
    const { session } = run;
    const { profile, projection } = session;
    const { steps, stepCount } = profile;
    const cache = cacheEvidence(profile);
    const { read } = cachedPrompts(run, cache);
    const charged = steps.cacheWrite.some((tokens) => tokens > 0);
    const placeholders = new Set(sizedOutputs(session).placeholders);
    for (let step = 1; step < stepCount; step++) {
      const errors = this.#errors.get(placeOf(run, step, { resumed, lifetime: cache.lifetime }));
      const real = intAt(steps.real, step);
      if (errors === undefined || real <= 0) continue;
      const predicted = floatAt(read, step);
      errors.reads.add(predicted, intAt(steps.cacheRead, step), real);
      if (charged) errors.writes.add(real - predicted, intAt(steps.cacheWrite, step), real);
      const { said, thought } = responseSize(profile, step);
      if (said === 0 || placeholders.has(step)) continue;
      const sized = densityOf(profile, projection.texts, step).value * (said + thought);
      const output = intAt(steps.output, step);
      errors.output.add(Math.round(sized), output, output);
    }
  }

  /** The errors by place. */
  errors(place: StepPlace): CostErrors {
    const sums = this.#errors.get(place) ?? errorsOf(() => new TokenErrors());
    return {
      reads: sums.reads.error(),
      writes: sums.writes.error(),
      output: sums.output.error(),
    };
  }
}

function placeOf(
  { columns, session }: Replay,
  step: number,
  { resumed, lifetime }: { readonly resumed: ReadonlySet<number>; readonly lifetime: number },
): StepPlace {
  const { time } = session.profile.steps;
  if (columns.compacted[step] === 1) return 'compaction';
  if (resumed.has(step)) return 'resume';
  return floatAt(time, step) - floatAt(time, step - 1) > lifetime ? 'idle' : 'plain';
}
