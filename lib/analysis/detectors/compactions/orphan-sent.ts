import { formatInteger } from '@/lib/engine/base/format';
import { intAt } from '@/lib/engine/base/read';
import { stepList } from '@/lib/analysis/explain/step-list';
import type { Profile } from '@/lib/engine/tokens/profile';
import { defineDetector, type Draft } from '../detector';
import {
  recordedCompactions,
  replayedCompactions,
  type CompactionFacts,
} from '../evidence/compactions';
import { keptUpTo, type Ranges } from '../evidence/kept';
import { noteDetector } from '../evidence/note-detector';
import { advise, stepCount } from '../finding';

const ADVICE = 'Move the cut to the beginning of the pair';

const noted = noteDetector({ kind: 'orphan', severity: 'error', advice: [ADVICE] });

/** A cut between a call and its result: D9 of the field. */
export const orphanSent = defineDetector({
  id: 'orphan-sent',
  title: 'A call and its result are parted',
  definition:
    'The cut separates a tool result from its call, or one call of a batch from the others; most providers refuse such a request.',
  of: 'replay',
  find: (subject) => {
    const { replay } = subject;
    const said = [noted(subject) ?? []].flat();
    const { profile } = replay.session;
    const summaries = profile.head.compactions.filter(({ kind }) => kind === 'summary');
    const kept = new Map(summaries.map((one) => [one.step, one.kept]));
    const recorded = parted(
      profile,
      recordedCompactions(profile),
      ({ step }) => kept.get(step) ?? [],
    );
    if (said.length > 0) return [...recorded, ...said];
    return [
      ...recorded,
      ...parted(profile, replayedCompactions(replay), ({ step }) => keptUpTo(replay, step)),
    ];
  },
});

/** A call and its result of which only one is sent. */
interface Parted {
  readonly call: number;
  readonly result: number;
}

function parted(
  profile: Profile,
  all: readonly CompactionFacts[],
  keptOf: (one: CompactionFacts) => Ranges,
): readonly Draft[] {
  const reach = profile.entries.responseCalls.reduce((most, one) => Math.max(most, one), 0);
  const cut = all.flatMap((one) => {
    const pair = firstParted(profile, one, keptOf(one), reach);
    return pair === null ? [] : [{ ...one, pair }];
  });
  const [first] = cut;
  if (first === undefined) return [];
  const at = cut.map(({ step }) => step);
  const { call, result } = first.pair;
  return [
    {
      of: first.of,
      at,
      severity: 'error',
      figures: [stepCount('compactions', at.length)],
      sentence: `The call in entry ${formatInteger(call)} and its result in entry ${formatInteger(result)} are parted: one is sent, the other is not, from ${stepList(at)} on.`,
      advice: [advise(ADVICE)],
      tab: 'request',
    },
  ];
}

/** The first pair that a compaction parts; results that come later are another detector's. */
function firstParted(
  { entries, responseStart }: Profile,
  one: CompactionFacts,
  kept: Ranges,
  reach: number,
): Parted | null {
  const isSent = (entry: number): boolean =>
    entry >= one.covered || kept.some(([from, to]) => entry >= from && entry < to);
  // Only a pair across the border of what is sent can be parted.
  for (const border of new Set([...kept.flat(), one.covered])) {
    const end = Math.min(one.entries, border + reach);
    for (let result = Math.max(0, border); result < end; result++) {
      for (let k = intAt(responseStart, result); k < intAt(responseStart, result + 1); k++) {
        const distance = intAt(entries.responseCalls, k);
        const call = result - distance;
        if (distance > 0 && isSent(call) !== isSent(result)) return { call, result };
      }
    }
  }
  return null;
}
