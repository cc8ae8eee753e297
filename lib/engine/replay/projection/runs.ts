import type { Profile } from '@/lib/engine/tokens/profile';
import { recordedViews } from '../recorded-view';

/** Two neighbouring steps with known real tokens. */
interface StepPair {
  /** −1 before the first. */
  readonly from: number;
  readonly to: number;
  /**
   * True if `to` is the first step with a known real in its run: the difference teaches nothing.
   */
  readonly first: boolean;
  /** True if a recorded compaction lies between them. */
  readonly crosses: boolean;
}

/** The recording cut into runs of steps. */
export interface RecordedRuns {
  readonly pairs: readonly StepPair[];
  /** Heuristic of the entries of each step's log, thoughts of the turn included. */
  readonly visible: Int32Array;
  /** Thoughts of the turn in the recorded request: none from before a compaction. */
  readonly thoughts: Int32Array;
}

/** Cuts at recorded compactions and at changes of the model. */
export function recordedRuns(profile: Profile): RecordedRuns {
  const { steps, sum, thoughtSum, stepCount } = profile;
  const visible = new Int32Array(stepCount);
  const thoughts = new Int32Array(stepCount);
  const views = recordedViews(profile).filter((view) => view.boundary);
  const boundaries = new Map(views.map((view) => [view.step, view]));
  const pairs: StepPair[] = [];
  let newest = -1;
  let cut = false;
  let crosses = false;
  let from = 0;
  for (let i = 0; i < stepCount; i++) {
    const n = steps.entries[i] ?? 0;
    const turn = steps.turnStart[i] ?? 0;
    const boundary = boundaries.get(i);
    if (boundary) {
      crosses = true;
      from = boundary.from;
    }
    visible[i] = (sum[n] ?? 0) + (thoughtSum[n] ?? 0) - (thoughtSum[turn] ?? 0);
    thoughts[i] = (thoughtSum[n] ?? 0) - (thoughtSum[Math.max(turn, from)] ?? 0);
    if (i > 0 && steps.model[i] !== steps.model[i - 1]) cut = true;
    if ((steps.real[i] ?? -1) < 0) continue;
    pairs.push({ from: newest, to: i, first: cut || crosses || newest < 0, crosses });
    newest = i;
    cut = false;
    crosses = false;
  }
  return { pairs, visible, thoughts };
}
