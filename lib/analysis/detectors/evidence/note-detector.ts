import { stepList } from '@/lib/analysis/explain/step-list';
import type { PolicyEventKind } from '@/lib/engine/policy/notes';
import type { Detector } from '../detector';
import { advise, stepCount, type Severity } from '../finding';

/** The finding that a kind of policy notes makes. */
interface NoteFinding {
  readonly kind: PolicyEventKind;
  readonly severity: Severity;
  readonly advice: readonly string[];
}

/** Finds the steps with notes of a kind; the first note says what happened. */
export const noteDetector =
  ({ kind, severity, advice }: NoteFinding): Detector['find'] =>
  ({ replay: { notes } }) => {
    const events = notes.events.filter((event) => event.kind === kind);
    const [first] = events;
    if (first === undefined) return null;
    const at = [...new Set(events.map(({ step }) => step))];
    return {
      at,
      severity,
      figures: [stepCount('steps', at.length)],
      sentence:
        at.length === 1 ? first.text : `${first.text} ${stepList(at).replace('step', 'Step')}.`,
      advice: advice.map(advise),
    };
  };
