import { breakCost } from '@/lib/analysis/cost/break-cost';
import { formatDollars, formatInteger } from '@/lib/engine/base/format';
import { cacheBreaks, type CacheBreak } from '@/lib/analysis/explain/recording/cache-breaks';
import { stepList } from '@/lib/analysis/explain/step-list';
import { defineDetector } from '../detector';
import { advise, stepCount, tokens, type Advice } from '../finding';

const causes: Readonly<Record<CacheBreak['cause'], string>> = {
  model: 'the model changed',
  fork: 'the session was forked',
  idle: 'nobody asked for longer than the cache lives',
  turn: 'at the beginning of a turn: the session was resumed, or what stands first in the request changed',
  prefix: 'what stands first in the request changed',
};

const remedies: Readonly<Record<CacheBreak['cause'], string>> = {
  model: 'Change the model behind a compaction, where little is cached',
  fork: 'Fork early, or behind a compaction: a fork writes its history again',
  idle: 'Compact before a pause, or keep the cache for an hour where pauses are long',
  turn: 'Keep what stands first the same over a resume: tools, system prompt, reminders',
  prefix: 'Keep what stands first the same: tools, system prompt, reminders',
};

/** Requests whose prompt was in the cache at the step before, and was written to it again. */
export const cacheBreak = defineDetector({
  id: 'cache-break',
  title: 'The cache was lost',
  definition:
    'A step reads less than half of what the step before had in the provider’s cache, 10,000 tokens less or more, and no compaction lies between.',
  of: 'recording',
  find: ({ replay: { session }, about: { ratesOf } }) => {
    const found = cacheBreaks(session.profile);
    const [first] = found;
    if (first === undefined) return null;
    const at = found.map(({ step }) => step);
    const again = found.reduce((sum, { unread }) => sum + unread, 0);
    const named = [...new Set(found.map(({ cause }) => cause))];
    const dollars = (ratesOf && breakCost(session, ratesOf)?.dollars) ?? 0;
    const n = formatInteger;
    return {
      at,
      severity: 'warning',
      figures: [
        tokens('sent again', again),
        stepCount('breaks', at.length),
        ...(dollars > 0 ? [{ name: 'lost', value: dollars, unit: 'dollars' } as const] : []),
      ],
      sentence: `${n(again)} tokens were sent uncached at ${stepList(at)}, where ${n(first.read)} of ${n(first.before)} were read: ${named.map((cause) => causes[cause]).join('; ')}.`,
      detail:
        dollars > 0
          ? `They were charged ${formatDollars(dollars)} more than from a warm cache.`
          : 'The cost page says what they were charged above a warm cache.',
      advice: named.map((cause): Advice => advise(remedies[cause])),
    };
  },
});
