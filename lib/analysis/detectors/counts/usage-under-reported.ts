import { acceptedSteps, type ScoredStep } from '@/lib/analysis/score/scored-steps';
import { underReports } from '@/lib/engine/tokens/usage/normalize-usage';
import { defineDetector, type Draft } from '../detector';
import { advise, stepCount } from '../finding';

/** A request holds so many times what it held when its run began. */
const TWICE = 2;

/** Fewer steps than this may be the provider's odd moment. */
const FEW = 2;

/** Counts below what the request visibly holds. */
export const usageUnderReported = defineDetector({
  id: 'usage-under-reported',
  title: 'Usage counts the uncached share only',
  definition:
    'Real is below half of what a request visibly holds, or stands still while the request doubles.',
  of: 'recording',
  find: ({ replay: { session } }) => {
    const scored = acceptedSteps(session);
    return [
      ...draft(
        scored.filter(isUnder).map(({ step }) => step),
        'Real is below half of what the request visibly holds: the provider reports only the uncached share.',
      ),
      ...draft(
        standingStill(scored),
        'Real is no more than at the beginning, and less than half of what the request visibly holds by now: the provider reports only the uncached share.',
      ),
    ];
  },
});

const isUnder = (step: ScoredStep): boolean => underReports(step.real, step.visible);

function draft(at: readonly number[], sentence: string): readonly Draft[] {
  if (at.length === 0) return [];
  return [
    {
      at,
      severity: 'error',
      figures: [stepCount('too low', at.length)],
      sentence,
      advice: [
        advise(
          'Add cache reads and writes to the input: a policy that decides with this count compacts too late',
        ),
      ],
    },
  ];
}

/** Counts that do not grow though the request does, and are less than it shows: of short sessions too. */
function standingStill(scored: readonly ScoredStep[]): readonly number[] {
  const found: number[] = [];
  let begin: ScoredStep | undefined;
  for (const one of scored) {
    if (one.first || begin === undefined) begin = one;
    const held = begin.visible;
    const grown = held > 0 && one.visible >= TWICE * held;
    const still = one.real <= begin.real && one.real < one.visible / 2;
    if (grown && still && !isUnder(one)) found.push(one.step);
  }
  return found.length < FEW ? [] : found;
}
