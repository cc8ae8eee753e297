import { formatInteger, formatPercent } from '@/lib/engine/base/format';
import { settingsAt, type Replay } from '@/lib/engine/replay/replay';
import { stepList } from '@/lib/analysis/explain/step-list';
import { realAsked } from '@/lib/analysis/explain/step-events';
import { defineDetector } from '../detector';
import { replayedCompactions } from '../evidence/compactions';
import { comparesTokens, tokenThresholdAt, windowAt } from '../evidence/decided';
import { advise, share, stepCount, tokens, type Advice } from '../finding';

/** Settings that reserve tokens of the window for the response. */
const RESERVES = ['reserve', 'maxOutput', 'output', 'reserved'] as const;
/** A smaller reserve is a buffer like any other. */
const LEAST_SHARE = 0.2;

/** Compactions that only the output's reserve brings about. */
export const outputReserve = defineDetector({
  id: 'output-reserve',
  title: 'The output’s reserve fires the compaction',
  definition:
    'At least 20 % of the window is reserved for the output, and the policy compacts requests that would fit without that reserve.',
  of: 'replay',
  find: ({ replay }) => {
    if (!comparesTokens(replay)) return null;
    const at = replayedCompactions(replay)
      .map(({ step }) => step)
      .filter((step) => byReserve(replay, step));
    const [first] = at;
    if (first === undefined) return null;
    const [name = '', reserve = 0] = reserveAt(replay, first) ?? [];
    const window = windowAt(replay, first) ?? 0;
    const real = realAsked(replay, first);
    const n = formatInteger;
    const less: Advice = {
      text: `Reserve less: ${n(Math.round(window * 0.1))} are 10 % of the window`,
      settings: { [name]: Math.round(window * 0.1) },
    };
    return {
      at,
      severity: 'warning',
      figures: [
        tokens('reserved', reserve),
        share('of the window', reserve / window),
        tokens('real', real),
        tokens('threshold', tokenThresholdAt(replay, first)),
        stepCount('compactions', at.length),
      ],
      sentence: `${n(reserve)} of ${n(window)} are reserved for the output, ${formatPercent(reserve / window)}: ${n(real)} real compact at ${stepList(at)}.`,
      advice: [less, advise('Ask the provider for a smaller largest output')],
    };
  },
});

/** The setting that reserves the most, by its name; null where the policy has none. */
function reserveAt(replay: Replay, step: number): readonly [string, number] | null {
  const settings = settingsAt(replay, step);
  const found = RESERVES.flatMap((name): (readonly [string, number])[] => {
    const value = settings[name];
    return typeof value === 'number' && value > 0 ? [[name, value]] : [];
  });
  return found.reduce<readonly [string, number] | null>(
    (most, one) => (most === null || one[1] > most[1] ? one : most),
    null,
  );
}

function byReserve(replay: Replay, step: number): boolean {
  const [, reserve = 0] = reserveAt(replay, step) ?? [];
  const window = windowAt(replay, step);
  if (window === null || reserve < LEAST_SHARE * window) return false;
  return realAsked(replay, step) + LEAST_SHARE * window < window;
}
