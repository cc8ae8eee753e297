import { formatInteger, formatSigned } from '@/lib/engine/base/format';
import { quantile } from '@/lib/engine/base/stats';
import { flipPoints } from '@/lib/analysis/explain/flip-points';
import { compacts, limitAt, overflows, realAsked } from '@/lib/analysis/explain/step-events';
import { reaches } from '@/lib/analysis/explain/ledger-decision';
import type { Replay } from '@/lib/engine/replay/replay';
import { defineDetector } from '../detector';
import { comparesTokens, tokenThresholdAt, valueAt, windowAt } from '../evidence/decided';
import { runGrowths, type StepGrowth } from '@/lib/analysis/explain/growth/session-growth';
import { advise, tokens, type Advice } from '../finding';

/** Growth that the policy does not see when it decides: D6 of the field. */
export const growthOverBuffer = defineDetector({
  id: 'growth-over-buffer',
  title: 'One step grew by more than the buffer',
  definition:
    'Since the newest count the request grew by more than window − threshold, and went over the threshold while the decision stayed below it.',
  of: 'replay',
  find: ({ replay }) => {
    if (!comparesTokens(replay)) return null;
    const growths = runGrowths(replay.session);
    const found = growths.filter((one) => isUnseen(replay, one));
    const worst = found.reduce<StepGrowth | null>(
      (most, one) => (most === null || one.grew > most.grew ? one : most),
      null,
    );
    if (worst === null) return null;
    const grown = growths.map((one) => one.grew).sort((a, b) => a - b);
    const usual = Math.round(quantile(grown, 0.5));
    // One that was measured: the smallest that 95 % do not exceed.
    const most = grown[Math.ceil(0.95 * grown.length) - 1] ?? 0;
    const buffer = bufferAt(replay, worst.step);
    return {
      at: found.map(({ step }) => step),
      first: worst.step,
      severity: found.some(({ step }) => overflows(replay, step)) ? 'error' : 'warning',
      figures: [
        tokens('grew by', worst.grew),
        tokens('entries', inEntries(worst)),
        tokens('not in the recording', worst.unexplained),
        tokens('buffer', buffer),
        tokens('median growth of a step', usual),
        tokens('95 % of steps grow by at most', most),
      ],
      sentence: `${formatSigned(worst.grew)} real; the buffer is ${formatInteger(buffer)} and the decision looks one step back.`,
      detail: detail(replay, worst, buffer),
      advice: remedies(replay, worst),
    };
  },
});

/** Tokens of the entries that came in, less thoughts that the source left out. */
const inEntries = ({ explained, stripped }: StepGrowth): number => explained + stripped;

/** Tokens left above the threshold. */
const bufferAt = (replay: Replay, step: number): number =>
  (windowAt(replay, step) ?? limitAt(replay, step) ?? Infinity) - tokenThresholdAt(replay, step);

function isUnseen(replay: Replay, { step, grew }: StepGrowth): boolean {
  if (grew <= bufferAt(replay, step) || compacts(replay, step)) return false;
  return realAsked(replay, step) >= tokenThresholdAt(replay, step) && !reaches(replay, step);
}

function detail(replay: Replay, worst: StepGrowth, buffer: number): string {
  const n = formatInteger;
  const parts =
    worst.unexplained > 0
      ? `${n(inEntries(worst))} are entries and ${n(worst.unexplained)} are not in the recording`
      : 'all are entries';
  return `The decision compares ${n(valueAt(replay, worst.step))} with the threshold. It leaves ${n(buffer)} for what comes next; step ${n(worst.step)} brought ${n(worst.grew)}, of which ${parts}.`;
}

function remedies(replay: Replay, worst: StepGrowth): readonly Advice[] {
  const flips = flipPoints(replay, worst.step).flatMap((flip): readonly Advice[] =>
    flip.relation === null
      ? []
      : [{ text: `${flip.label} ${flip.text}`, settings: { [flip.setting]: flip.value } }],
  );
  return [
    ...(worst.joined ? [advise('Count tool definitions when a server connects')] : []),
    ...flips,
    advise('Cut large tool results before they enter the log'),
  ];
}
