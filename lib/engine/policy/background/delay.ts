import { floatAt } from '@/lib/engine/base/read';
import type { Profile } from '@/lib/engine/tokens/profile';
import { wholeSetting } from '../settings';

/**
 * How long a summariser takes. No recording says it of a compaction that it does not hold, so both are
 * assumptions; the pages say so.
 */
export const delaySettings = {
  delaySeconds: wholeSetting(30, [0, 86_400], {
    label: 'Summary takes',
    short: 'Delay',
    unit: 's',
    description:
      'Assumed: the summary lands before the first request so long after the start, by the recording’s times',
    advice: 'Set it to what your summariser takes: about its tokens ÷ the model’s tokens a second',
    slider: { min: 0, max: 300, step: 5 },
  }),
  delaySteps: wholeSetting(3, [1, 10_000], {
    label: 'Summary takes, without times',
    short: 'Delay in steps',
    unit: 'steps',
    description: 'Assumed: it lands so many steps after the start where the steps have no times',
    advice: 'Set it to the steps that your agent makes while its summariser writes',
  }),
} as const;

/** How long a summariser takes: seconds where the steps have times, steps where not. */
export interface Delay {
  readonly delaySeconds: number;
  readonly delaySteps: number;
}

/**
 * The first step whose request begins with the summary of a compaction that started at `start`, at
 * least the next one; the count of steps where the recording ends before. Steps without a time count.
 */
export function landingStep({ steps, stepCount }: Profile, start: number, delay: Delay): number {
  const from = floatAt(steps.time, start);
  const most = delay.delaySeconds * 1_000;
  for (let step = start + 1; step < stepCount; step++) {
    const passed = floatAt(steps.time, step) - from;
    if (Number.isNaN(passed) ? step - start >= delay.delaySteps : passed >= most) return step;
  }
  return stepCount;
}
