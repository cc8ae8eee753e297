import { formatInteger } from '@/lib/base/format';
import { stepList } from '@/lib/analysis/explain/step-list';
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
/** … each at most so many steps after the last. */
const WITHIN = 5;

/** Compactions that follow one another: D3 of the field. */
export const thrash = defineDetector({
  id: 'refill-thrash',
  title: 'Compactions follow one another',
  definition: `${IN_A_ROW} compactions or more in a row, each at most ${WITHIN} steps after the one before.`,
  of: 'replay',
  find: (evidence) => [
    ...drafts(evidence, recordedCompactions(evidence.replay.session.profile)),
    ...drafts(evidence, replayedCompactions(evidence.replay)),
  ],
});

function drafts(evidence: Evidence, all: readonly CompactionFacts[]): readonly Draft[] {
  const chains = chainsOf(all).filter((chain) => chain.length >= IN_A_ROW);
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

/** Compactions cut where more than {@link WITHIN} steps lie between two. */
function chainsOf(all: readonly CompactionFacts[]): readonly (readonly CompactionFacts[])[] {
  const chains: CompactionFacts[][] = [];
  for (const one of all) {
    const chain = chains.at(-1);
    const last = chain?.at(-1);
    if (chain === undefined || last === undefined || one.step - last.step > WITHIN)
      chains.push([one]);
    else if (one.step > last.step) chain.push(one);
  }
  return chains;
}
