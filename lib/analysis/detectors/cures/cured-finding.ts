import type { Replayable } from '@/lib/engine/replay/prepare';
import type { Replay } from '@/lib/engine/replay/replay';
import type { Finding } from '../finding';
import { candidatesOf } from './candidates';
import { cureEffect } from './cure-effect';
import { provenAdvice, type ProvenAdvice } from './proven-advice';

/** A finding whose advice was replayed. */
export interface ProvenFinding extends Omit<Finding, 'advice'> {
  readonly advice: readonly ProvenAdvice[];
}

/** A finding with the effects of its advice, and of other single changes that cure it. */
export function provenFinding(session: Replayable, base: Replay, finding: Finding): ProvenFinding {
  const candidates = candidatesOf(base, finding);
  const effects = candidates.map(({ settings }) =>
    cureEffect(session, base, finding.detector, settings),
  );
  return { ...finding, advice: provenAdvice(finding, candidates, effects) };
}
