import { formatInteger } from '@/lib/engine/base/format';
import { byteAt, intAt } from '@/lib/engine/base/read';
import { stepList } from '@/lib/analysis/explain/step-list';
import type { Replay } from '@/lib/engine/replay/replay';
import { stepFlag } from '@/lib/engine/tokens/profile';
import { defineDetector, type Draft } from '../detector';
import { comparesTokens, numberSetting, tokenThresholdAt } from '../evidence/decided';
import { advise, tokens } from '../finding';

/** A window that the provider does not serve: D16 of the field. */
export const wrongWindow = defineDetector({
  id: 'wrong-window',
  title: 'The served window is smaller than assumed',
  definition:
    'The provider refused a request below the window that is set, or named a limit at or below the threshold; or the threshold is no less than the known limit; or it accepted a request above the window.',
  of: 'replay',
  find: ({ replay }) => {
    const window = numberSetting(replay, 'window');
    if (!comparesTokens(replay) || window === null || window <= 0) return null;
    const refused = refusedBelow(replay);
    const served = Math.min(...refused.map(({ limit }) => limit), replay.limit ?? Infinity);
    const threshold = tokenThresholdAt(replay, 0);
    const above = threshold >= served;
    if (refused.length === 0 && !above) return larger(replay, window);
    const n = formatInteger;
    const at = refused.length > 0 ? refused.map(({ step }) => step) : [0];
    const how =
      refused.length > 0
        ? `the provider accepts ${n(served)} at most, ${stepList(at)}`
        : `the limit is ${n(served)}`;
    return {
      at,
      severity: 'error',
      figures: [
        tokens('window set', window),
        tokens('served', served),
        tokens('threshold', threshold),
      ],
      sentence: `A window of ${n(window)} is set; ${how}. The threshold is ${n(threshold)}${above ? ', above it' : ''}.`,
      advice: [
        { text: `Set the window to ${n(served)}`, settings: { window: served } },
        advise(
          'Check which catalogue or alias the window came from: an accepted or refused request overrules it',
        ),
      ],
    };
  },
});

/** The provider accepted more than the window that is set: a choice, or a wrong catalogue. */
function larger(replay: Replay, window: number): Draft | null {
  const { session, limit } = replay;
  const { real, flags } = session.profile.steps;
  const at = [...real.keys()].filter(
    (step) =>
      intAt(real, step) > (numberSetting(replay, 'window', step) ?? window) &&
      (byteAt(flags, step) & stepFlag.rejected) === 0,
  );
  if (at.length === 0) return null;
  const most = at.reduce((sum, step) => Math.max(sum, intAt(real, step)), 0);
  const n = formatInteger;
  return {
    at,
    severity: 'info',
    title: 'The served window is larger than the one set',
    figures: [tokens('window set', window), tokens('accepted', most)],
    sentence: `A window of ${n(window)} is set; the provider accepted ${n(most)}: ${stepList(at)}.`,
    advice: [
      limit === null || limit <= window
        ? advise('Raise the window, unless it is smaller on purpose')
        : { text: `Set the window to the limit, ${n(limit)}`, settings: { window: limit } },
    ],
  };
}

/** Refused steps whose named limit, or whose own size, is below the window in force. */
function refusedBelow(replay: Replay) {
  const { real, limit, flags } = replay.session.profile.steps;
  return [...flags.keys()].flatMap((step) => {
    if ((byteAt(flags, step) & stepFlag.rejected) === 0) return [];
    const named = intAt(limit, step);
    const size = intAt(real, step);
    const most = named > 0 ? named : size > 0 ? size - 1 : Infinity;
    return most < (numberSetting(replay, 'window', step) ?? 0) ? [{ step, limit: most }] : [];
  });
}
