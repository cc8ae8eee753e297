import type { Session } from '@/lib/engine/session/schema';
import type { StepOutcome } from '../outcome/step-outcome';

/** What a file says of one step. */
export interface RecordedFacts {
  readonly policy: StepOutcome['policy'];
  readonly provider: StepOutcome['provider'];
  /** Prompt tokens of the request; null where the file has none. */
  readonly real: number | null;
}

/** What a file says of each step: read from its canonical form alone, without the engine. */
export function recordedFacts({
  steps,
  compactions,
  failedCompactions = [],
}: Session): readonly RecordedFacts[] {
  const compacted = new Set(
    compactions.filter(({ kind }) => kind === 'summary').map(({ step }) => step),
  );
  const failed = new Set(failedCompactions.map(({ step }) => step));
  return steps.map(({ real, rejected }, step) => ({
    policy: compacted.has(step) ? 'compacted' : failed.has(step) ? 'failed' : 'held',
    provider: rejected ? 'refused' : real === null ? 'no usage' : 'answered',
    real,
  }));
}
