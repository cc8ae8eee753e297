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
import type { Evidence } from '../evidence/evidence';
import { refillWords } from '../evidence/refill';
import { advise, stepCount } from '../finding';

/** So many compactions in a row … */
const IN_A_ROW = 3;
/** … each at most so many steps after the last, */
const WITHIN = 5;
/** or within so many turns of the user, */
const WITHIN_TURNS = 3;
/** which are short: one long turn between two compactions is work. */
const WITHIN_SHORT_TURNS = 15;

/** Compactions that follow one another: D3 of the field. */
export const thrash = defineDetector({
  id: 'refill-thrash',
  title: 'Compactions follow one another',
  definition: `${IN_A_ROW} compactions or more in a row, each at most ${WITHIN} steps after the one before, or at most ${WITHIN_TURNS} turns of the user and ${WITHIN_SHORT_TURNS} steps.`,
  of: 'replay',
  find: (evidence) => [
    ...drafts(evidence, recordedCompactions(evidence.replay.session.profile)),
    ...drafts(evidence, replayedCompactions(evidence.replay)),
  ],
});

function drafts(evidence: Evidence, all: readonly CompactionFacts[]): readonly Draft[] {
  const chains = chainsOf(evidence.replay.session.profile, all).filter(
    (chain) => chain.length >= IN_A_ROW,
  );
  const longest = chains.reduce<readonly CompactionFacts[]>(
    (best, one) => (one.length > best.length ? one : best),
    [],
  );
  const [first, second] = longest;
  if (first === undefined || second === undefined) return [];
  const at = chains.flat().map(({ step }) => step);
  const refill = refillWords(evidence, first, second);
  const steps = longest.map(({ step }) => step);
  return [
    {
      of: first.of,
      at,
      severity: 'warning',
      figures: [stepCount('compactions in a row', longest.length), ...refill.figures],
      sentence: `${formatInteger(longest.length)} compactions within ${formatInteger((steps.at(-1) ?? 0) - first.step + 1)} steps: ${stepList(steps)}.`,
      detail: refill.detail,
      advice: [
        advise('Shorten what comes back in: large results, files that are read again, a long tail'),
        advise(
          'Leave more room: what remains after a compaction and one turn’s growth must fit below the threshold',
        ),
      ],
    },
  ];
}

/** Compactions cut where more than {@link WITHIN} steps, or their turns, lie between two. */
function chainsOf(
  profile: Profile,
  all: readonly CompactionFacts[],
): readonly (readonly CompactionFacts[])[] {
  const chains: CompactionFacts[][] = [];
  for (const one of all) {
    const chain = chains.at(-1);
    const last = chain?.at(-1);
    if (chain === undefined || last === undefined || !isSoon(profile, last.step, one.step))
      chains.push([one]);
    else if (one.step > last.step) chain.push(one);
  }
  return chains;
}

/** A compaction comes soon after another. */
function isSoon({ steps }: Profile, from: number, to: number): boolean {
  if (to - from <= WITHIN) return true;
  if (to - from > WITHIN_SHORT_TURNS) return false;
  let turns = 0;
  for (let step = from + 1; step <= to; step++)
    if (intAt(steps.turnStart, step) !== intAt(steps.turnStart, step - 1)) turns++;
  // Without a word of the user the steps alone count.
  return turns > 0 && turns <= WITHIN_TURNS;
}
