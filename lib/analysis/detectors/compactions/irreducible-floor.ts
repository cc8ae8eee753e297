import { formatInteger } from '@/lib/engine/base/format';
import { floatAt, intAt } from '@/lib/engine/base/read';
import { densityOf } from '@/lib/engine/replay/projection/density';
import type { Replay } from '@/lib/engine/replay/replay';
import { compactedAt } from '@/lib/analysis/fit/next/compacted-at';
import { defineDetector, type Draft } from '../detector';
import { comparesTokens, stepsOf, tokenThresholdAt } from '../evidence/decided';
import { prefixAt } from '@/lib/analysis/explain/recording/prefix-size';
import { advise, tokens, type Figure } from '../finding';

/** Less of the threshold is gone in a few steps. */
const LITTLE = 0.1;

/** A prefix of this share of the threshold leaves the rest to the work. */
const HALF = 0.5;

/** What no compaction removes, against the threshold: D4 and D13 of the field. */
export const irreducibleFloor = defineDetector({
  id: 'irreducible-floor',
  title: 'Compaction would leave little room',
  definition:
    'Prefix, summary, kept entries and what is put back are together above the threshold, or less than 10 % of it below; or the prefix alone is half of it.',
  of: 'replay',
  find: ({ replay }) => {
    const { traits, decision } = replay.policy;
    if (!comparesTokens(replay) || traits.serverSide === true) return null;
    // What a request holds is no count of a policy that never reads the provider's.
    if (decision?.ownCount === true) return null;
    const step = stepsOf(replay) - 1;
    const threshold = tokenThresholdAt(replay, step);
    const parts = floorAt(replay, step);
    const floor = parts.reduce((sum, { value }) => sum + value, 0);
    const [prefix] = parts;
    if (prefix === undefined || threshold <= 0) return null;
    const left = threshold - floor;
    if (left <= 0) return draft(replay, step, parts, 'error');
    if (left < LITTLE * threshold) return draft(replay, step, parts, 'warning');
    if (prefix.value < HALF * threshold) return null;
    const half = draft(replay, step, parts, 'warning');
    return { ...half, title: 'The prefix takes half of the threshold' };
  },
});

function draft(
  replay: Replay,
  step: number,
  parts: readonly Figure[],
  severity: 'error' | 'warning',
): Draft {
  const n = formatInteger;
  const threshold = tokenThresholdAt(replay, step);
  const floor = parts.reduce((sum, { value }) => sum + value, 0);
  const sum = parts.map(({ name, value }) => `${name} ${n(value)}`).join(' + ');
  const left = threshold - floor;
  const against =
    left > 0
      ? `${n(left)} below the threshold`
      : `${n(-left)} above the threshold of ${n(threshold)}`;
  const text = `${sum} = ${n(floor)}: ${left === 0 ? 'the threshold itself' : against}`;
  return {
    at: [step],
    severity,
    ...(severity === 'error' ? { title: 'No compaction gets below the threshold' } : {}),
    figures: [...parts, tokens('left after a compaction', floor), tokens('threshold', threshold)],
    sentence: `${text.charAt(0).toUpperCase()}${text.slice(1)}.`,
    detail: `What a compaction at step ${n(step)} would leave; projected, with this policy’s own size of a summary.`,
    advice: [
      advise(
        'Make the prefix smaller: fewer tool definitions, servers connected only while they are needed',
      ),
      advise('Use a model with a larger window for this prefix'),
      ...('summaryBytes' in replay.settings ? [advise('Cap the summary lower')] : []),
    ],
  };
}

/** The parts of a request that a step would send if it compacted, in real tokens; the prefix first. */
function floorAt(replay: Replay, step: number): readonly Figure[] {
  const { session, policy } = replay;
  const run = compactedAt(replay, [step]);
  const { columns } = run;
  const prefix = tokens('prefix', Math.round(prefixAt(session, step)));
  // Where messages are dropped without a summary, what is left is as much as was kept of this log: no floor.
  if (columns.compacted[step] !== 1 || columns.injected[step] !== 1) return [prefix];
  const { texts, prefix: first, joined } = session.projection;
  const density = densityOf(session.profile, texts, step).value;
  const bytes = intAt(columns.summaryBytes, step);
  const counted = run.form.estimator.text(bytes);
  const stated = intAt(columns.summaryTokens, step);
  const summary = stated >= 0 ? stated : density * counted;
  const whole = intAt(columns.covered, step) >= intAt(session.profile.steps.entries, step);
  // Everything but prefix and summary: a continuation's text, or a tail of entries with known sizes.
  const added = intAt(columns.heuristicSent, step) - run.form.estimator.prefix - counted;
  const rest =
    whole && run.sizes === null
      ? density * added
      : floatAt(columns.real, step) - first - floatAt(joined, step) - summary;
  const name =
    whole && run.sizes === null ? (policy.adds ?? 'added text') : 'tail and what is put back';
  return [
    prefix,
    ...(bytes > 0 ? [tokens('summary', Math.round(summary))] : []),
    ...(Math.round(rest) > 0 ? [tokens(name, Math.round(rest))] : []),
  ];
}
