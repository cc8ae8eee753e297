import { formatInteger, formatPercent } from '@/lib/base/format';
import { stepEvents } from '@/lib/report/step-events';
import { stepList, type VerdictSegment } from '@/lib/report/verdict';
import type { Preview } from './preview';

/** What becomes of the scenario, in one sentence. */
export function outcomeOf(preview: Preview): readonly VerdictSegment[] {
  const { replay, totals, peak, peakStep, peakProjected, limit } = preview;
  const { replayed, overflow } = stepEvents(replay);
  const [firstOver] = overflow;
  const guess = peakProjected ? '~' : '';
  return [
    replayed.length === 0
      ? { text: 'Never compacts', tone: 'strong' }
      : { text: `${timesWord(totals.stepsCompacted)}, at ${stepList(replayed)}`, tone: 'strong' },
    ...(preview.loop ? [{ text: ', in a loop', tone: 'bad' } as const] : []),
    { text: '; ', tone: 'plain' },
    firstOver === undefined
      ? { text: 'nothing overflows', tone: 'plain' }
      : { text: overflowText(overflow.length, firstOver), tone: 'bad' },
    { text: '. ', tone: 'plain' },
    {
      text: `The largest request, at step ${formatInteger(peakStep)}, has ${guess}${formatInteger(peak)} tokens: ${formatPercent(peak / limit)} of the limit.`,
      tone: 'quiet',
    },
  ];
}

const timesWord = (times: number): string =>
  times === 1 ? 'Compacts once' : `Compacts ${formatInteger(times)} times`;

const overflowText = (steps: number, first: number): string =>
  steps === 1
    ? `overflows at step ${formatInteger(first)}`
    : `overflows on ${formatInteger(steps)} steps, first at step ${formatInteger(first)}`;
