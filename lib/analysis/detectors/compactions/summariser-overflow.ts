import { formatInteger } from '@/lib/engine/base/format';
import { intAt } from '@/lib/engine/base/read';
import { stepList } from '@/lib/analysis/explain/step-list';
import { limitAt } from '@/lib/analysis/explain/step-events';
import type { ReadShare } from '@/lib/engine/policy/summariser';
import { densityOf } from '@/lib/engine/replay/projection/density';
import type { Replay } from '@/lib/engine/replay/replay';
import { settingsAt } from '@/lib/engine/replay/replay';
import { partKinds, type PartKind } from '@/lib/engine/session/schema';
import type { Profile } from '@/lib/engine/tokens/profile';
import { defineDetector } from '../detector';
import { replayedCompactions, type CompactionFacts } from '../evidence/compactions';
import { advise, stepCount, tokens } from '../finding';

/** A summariser that is given more than the model takes: D11 of the field. */
export const summariserOverflow = defineDetector({
  id: 'summariser-overflow',
  title: 'The summariser’s own request is too large',
  definition:
    'What a compaction gives the summariser, with the cap of its answer, is more than the model’s limit: the whole request, or what its prompt takes of each part where it writes the entries anew and does not cut them to fit.',
  of: 'replay',
  find: ({ replay }) => {
    if (replay.policy.traits.serverSide === true) return null;
    const found = replayedCompactions(replay).flatMap((one) => {
      if (!one.summarised) return [];
      const input = inputOf(replay, one);
      const limit = limitAt(replay, one.step);
      const answer = replay.policy.summariser?.cap(settingsAt(replay, one.step)) ?? 0;
      const over = input !== null && limit !== null && input + answer > limit;
      return over ? [{ ...one, input, limit, answer }] : [];
    });
    const [first] = found;
    if (first === undefined) return null;
    const at = found.map(({ step }) => step);
    const { input, limit, answer } = first;
    const room = answer === 0 ? '' : ` and ${formatInteger(answer)} for the answer`;
    return {
      at,
      severity: 'error',
      figures: [
        tokens('input', input),
        ...(answer === 0 ? [] : [tokens('cap of the answer', answer)]),
        tokens('limit', limit),
        stepCount('compactions', at.length),
      ],
      sentence: `~${formatInteger(input)} tokens to summarise${room}, limit ${formatInteger(limit)}: ${stepList(at)}.`,
      advice: [
        ...('truncate' in replay.settings
          ? [{ text: 'Cut the summariser’s input', settings: { truncate: true } }]
          : []),
        advise('Compact earlier: the summariser needs room for the request and its own answer'),
      ],
    };
  },
});

/** Real tokens that the summariser is given, projected; null where the policy cuts them to fit. */
function inputOf(replay: Replay, one: CompactionFacts): number | null {
  const { step } = one;
  const { policy, session } = replay;
  const { summariser } = policy;
  if (summariser === undefined || partKinds.every((kind) => summariser.gives[kind] === 'whole')) {
    return Math.round(one.before);
  }
  if (summariser.budget(settingsAt(replay, step)) !== null) return null;
  const { profile, projection } = session;
  const from = intAt(replay.columns.watermarkBefore, step);
  const given = partKinds.reduce(
    (sum, kind) => sum + givenOf(profile, kind, summariser.gives[kind], [from, one.covered]),
    0,
  );
  return Math.round(densityOf(profile, projection.densities, step).value * given);
}

/** Heuristic tokens that a prompt takes of one kind of parts in the entries [from, to). */
function givenOf(
  { entries, responseStart }: Profile,
  kind: PartKind,
  given: ReadShare,
  [from, to]: readonly [from: number, to: number],
): number {
  // The name of a tool is a few bytes.
  if (given === 'nothing' || given === 'name') return 0;
  let tokens = 0;
  if (given === 'whole' || kind !== 'response') {
    const most = given === 'whole' ? Infinity : given >> 2;
    for (let i = from; i < to; i++) tokens += Math.min(most, intAt(entries.kinds[kind], i));
    return tokens;
  }
  for (let k = intAt(responseStart, from); k < intAt(responseStart, to); k++) {
    tokens += Math.min(given, intAt(entries.responseBytes, k)) >> 2;
  }
  return tokens;
}
