import { formatInteger, formatPercent } from '@/lib/engine/base/format';
import { formAt, operandsAt } from '@/lib/analysis/explain/ledger-decision';
import type { Replay } from '@/lib/engine/replay/replay';
import { defineDetector } from '../detector';
import { comparesTokens, stepsOf, windowAt } from '../evidence/decided';
import { prefixSize } from '@/lib/analysis/explain/recording/prefix-size';
import { advise, share, tokens as tokenCount } from '../finding';

const LEAST = 2_000;
const LEAST_SHARE = 0.05;

/** A hidden prefix below an estimate that does not know of it: D5 of the field. */
export const prefixNotCounted = defineDetector({
  id: 'prefix-not-counted',
  title: 'The prefix is not counted',
  definition:
    'Requests hold at least 2,000 tokens and 5 % of the window beside their entries that the policy’s estimate does not count, by the provider’s count or, without one, by the recorded system prompt and tools, and its decision multiplies that estimate or uses it alone.',
  of: 'replay',
  find: ({ replay }) => {
    const { session, form } = replay;
    const window = windowAt(replay, 0);
    const size = prefixSize(session);
    const { system, tools } = session.profile.head;
    // Without usage the recorded prefix itself tells, by the same estimator.
    const [step, least] =
      size.step < 0 ? [0, (system ?? 0) + (tools ?? 0)] : [size.step, size.least];
    const counted = form.estimator.prefix;
    if (window === null || !usesEstimate(replay)) return null;
    if (least - counted < Math.max(LEAST, LEAST_SHARE * window)) return null;
    const part = least / window;
    return {
      at: Array.from({ length: stepsOf(replay) - step }, (_, i) => step + i),
      severity: 'warning',
      figures: [
        tokenCount('prefix, at least', least),
        share('of the window', part),
        tokenCount('counted', counted),
      ],
      sentence: `${formatInteger(least)} tokens in every request, ${formatPercent(part)} of the window; ${formatInteger(counted)} are counted.`,
      detail:
        'System prompt and tool definitions are sent with each request. What is not counted makes the first ratio of real to heuristic large and every later one wrong: it is no share of the entries, it is added to them.',
      advice: [
        advise('Count system prompt and tool definitions in the estimate'),
        ...('estimator' in replay.settings
          ? [
              {
                text: 'Decide with last real + density × growth',
                settings: { estimator: 'anchor' },
              },
            ]
          : []),
      ],
    };
  },
});

/** Some step decides with the heuristic itself, or with a multiple of it. */
function usesEstimate(replay: Replay): boolean {
  if (!comparesTokens(replay)) return false;
  const { correction } = replay.columns;
  if (correction.some((value) => !Number.isNaN(value))) return true;
  const by = formAt(replay, 0)?.decidedBy(operandsAt(replay, 0)) ?? null;
  return by === 'heuristic';
}
