import { stepEvents } from '@/lib/analysis/explain/step-events';
import type { Replay } from '@/lib/engine/replay/replay';

/** A step that a report explains, and why it does. */
export interface StepThatMatters {
  readonly step: number;
  /** "asked about", "first overflow", … in this order; never empty. */
  readonly why: readonly string[];
}

/** The step asked about, the first of each kind of event, and the divergence, ascending. */
export function stepsThatMatter(run: Replay, asked: number): readonly StepThatMatters[] {
  const events = stepEvents(run);
  const named: readonly (readonly [string, number | undefined])[] = [
    ['asked about', asked],
    ['first recorded compaction', events.recorded[0]],
    ['first compaction of the replay', events.replayed[0]],
    ['first recorded overflow', events['recorded-overflow'][0]],
    ['first overflow of the replay', events.overflow[0]],
    ['first divergence from the recording', run.divergence < 0 ? undefined : run.divergence],
  ];
  const whys = new Map<number, readonly string[]>();
  for (const [why, step] of named) {
    if (step === undefined || step >= run.session.profile.stepCount) continue;
    whys.set(step, [...(whys.get(step) ?? []), why]);
  }
  return [...whys].map(([step, why]) => ({ step, why })).sort((a, b) => a.step - b.step);
}
