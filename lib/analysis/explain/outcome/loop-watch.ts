import { intAt } from '@/lib/engine/base/read';
import { reaches } from '../ledger-decision';
import type { CompactionWatch } from '@/lib/engine/policy/totals';
import type { Replay } from '@/lib/engine/replay/replay';

/** Percent of the request that a compaction without progress leaves. */
export const NO_PROGRESS_PERCENT = 95;

/** Three compactions without relief, within so many steps, make a loop. */
const WITHIN_STEPS = 10;

/** The rule of the detector `loop`, which also judges outcomes of scenarios and sweeps. */
export const loopRule = {
  id: 'compaction-no-progress',
  definition: `A loop: a compaction that leaves at least ${NO_PROGRESS_PERCENT} % of the request's estimate (of its tokens, if it is recorded), or 3 compactions within ${WITHIN_STEPS} steps, each followed by a step that reaches the threshold again.`,
} as const;

/** Finds a loop while a run goes on; steps come in order. */
export class LoopWatch implements CompactionWatch {
  found = false;
  /** The newest compaction, and the two newest whose next step reached the threshold. */
  #newest = -2;
  #vain = NaN;
  #vainBefore = NaN;

  /** Forgets the run before. */
  begin(): void {
    this.found = false;
    this.#newest = -2;
    this.#vain = NaN;
    this.#vainBefore = NaN;
  }

  reached(step: number): void {
    if (step !== this.#newest + 1) return;
    const vain = this.#newest;
    if (vain - this.#vainBefore < WITHIN_STEPS) this.found = true;
    this.#vainBefore = this.#vain;
    this.#vain = vain;
  }

  compacted(step: number, heuristic: number, sent: number): void {
    if (100 * sent >= NO_PROGRESS_PERCENT * heuristic) this.found = true;
    this.#newest = step;
  }
}

/** The compaction at which a replay turns out to loop; −1 where it does not. */
export function loopStep(replay: Replay): number {
  const { compacted, heuristic, heuristicSent } = replay.columns;
  const watch = new LoopWatch();
  const { countedFrom = 0 } = replay.session;
  for (
    let step = compacted.indexOf(1, countedFrom);
    step >= 0;
    step = compacted.indexOf(1, step + 1)
  ) {
    watch.compacted(step, intAt(heuristic, step), intAt(heuristicSent, step));
    if (step + 1 < compacted.length && reaches(replay, step + 1)) watch.reached(step + 1);
    if (watch.found) return step;
  }
  return -1;
}

/** Ids of the rules that judge an outcome and find something in a replay. */
export const findingsOf = (replay: Replay): readonly string[] =>
  loopStep(replay) >= 0 ? [loopRule.id] : [];

/** Definitions of such findings by their ids; an unknown id has none. */
export const definitionsOf = (findings: readonly string[]): readonly string[] =>
  findings.includes(loopRule.id) ? [loopRule.definition] : [];
