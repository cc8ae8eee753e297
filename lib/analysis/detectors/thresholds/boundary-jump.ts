import { formatInteger } from '@/lib/engine/base/format';
import { windowThreshold, LARGE_WINDOW, type BufferBoundary } from '@/lib/engine/mechanisms/buffer';
import { stepList } from '@/lib/analysis/explain/step-list';
import { defineDetector } from '../detector';
import {
  comparesTokens,
  numberSetting,
  stepsOf,
  tokenThresholdAt,
  valueAt,
} from '../evidence/decided';
import { settingsAt, type Replay } from '@/lib/engine/replay/replay';
import { stepCount, tokens } from '../finding';

/** The buffer rule's jump at a window of 200,000 decides: one token of window, 20,000 of threshold. */
export const boundaryJump = defineDetector({
  id: 'boundary-jump',
  title: 'One token of window decides',
  definition:
    'The window is one token short of the buffer rule’s edge at 200,000, where the threshold rises by 20,000, and some decision lies between the two thresholds.',
  of: 'replay',
  find: ({ replay }) => {
    const other = otherSide(replay);
    if (other === null) return null;
    const here = tokenThresholdAt(replay, 0);
    const [low, high] = [Math.min(here, other.threshold), Math.max(here, other.threshold)];
    const at = Array.from({ length: stepsOf(replay) }, (_, step) => step).filter((step) => {
      const value = valueAt(replay, step);
      return value >= low && value < high;
    });
    const [first] = at;
    if (first === undefined) return null;
    const n = formatInteger;
    return {
      at,
      severity: 'warning',
      figures: [
        tokens('threshold', here),
        tokens(`threshold of a window of ${n(other.window)}`, other.threshold),
        stepCount('between the two', at.length),
      ],
      sentence: `${n(valueAt(replay, first))} at step ${n(first)} lies between ${n(low)} and ${n(high)}: a window of ${n(other.window)} ${other.threshold < here ? 'compacts' : 'holds'} there. ${stepList(at).replace('step', 'Step')}.`,
      advice: [
        { text: `Set the window to ${n(other.window)}`, settings: { window: other.window } },
      ],
    };
  },
});

/** The neighbouring window on the other side of the edge; null where the policy has no such edge near. */
function otherSide(replay: Replay): { readonly window: number; readonly threshold: number } | null {
  const window = numberSetting(replay, 'window');
  const { boundary } = settingsAt(replay, 0);
  if (!comparesTokens(replay) || window === null || !isBoundary(boundary)) return null;
  const large = boundary === '>=' ? LARGE_WINDOW : LARGE_WINDOW + 1;
  if (window !== large - 1) return null;
  const other = large;
  if (tokenThresholdAt(replay, 0) !== windowThreshold(window, boundary)) return null;
  return { window: other, threshold: windowThreshold(other, boundary) };
}

const isBoundary = (value: unknown): value is BufferBoundary => value === '>=' || value === '>';
