import type { Session } from '@/lib/session/schema';
import type { StepOutcome } from '../outcome/step-outcome';

/** What a file says of one step. */
export interface RecordedFacts {
  readonly compacted: boolean;
  readonly provider: StepOutcome['provider'];
  /** Prompt tokens of the request; null where the file has none. */
  readonly real: number | null;
}

/** What a file says of each step: read from its canonical form alone, without the engine. */
export function recordedFacts({ steps, compactions }: Session): readonly RecordedFacts[] {
  const compacted = new Set(
    compactions.filter(({ kind }) => kind === 'summary').map(({ step }) => step),
  );
  return steps.map(({ real, rejected }, step) => ({
    compacted: compacted.has(step),
    provider: rejected ? 'refused' : real === null ? 'no usage' : 'answered',
    real,
  }));
}
