import type { ChangedBy } from '@/components/ui/numbers/number-field';
import type { StepRange } from '@/lib/engine/base/decimate';
import type { Policy } from '@/lib/engine/policy/policy';
import type { Replay } from '@/lib/engine/replay/replay';
import type { ChartLook } from '@/lib/answers/report/chart/chart-look';
import type { CostView } from './cost-url';
import type { Draft } from './draft';
import type { RangeTrail } from './range-trail';
import type { ValueFit, WorkbenchState, WorkbenchTab } from './view-url';

/** One state of the workbench; replaced on every change. */
export interface Frame extends Draft {
  readonly policy: Policy;
  readonly replay: Replay;
  /** Selected step. */
  readonly step: number;
  readonly range: StepRange;
  /** See {@link WorkbenchState.marked}. */
  readonly marked: StepRange | null;
  readonly tab: WorkbenchTab;
  readonly fit: ValueFit;
  readonly look: ChartLook;
  readonly cost: CostView;
  /** The part of the request that the request tab shows; null: all. */
  readonly part: string | null;
  /** Key of the chosen compaction; null: the one that the step shows. */
  readonly compaction: string | null;
  /** Question of the answers tab; null: the first. */
  readonly question: string | null;
  /** Ranges around the shown one, from which it was zoomed to. */
  readonly trail: RangeTrail;
  /** True during a drag: draw less, push no history. */
  readonly moving: boolean;
}

/**
 * Writes a view to the address bar. With `before` the history gets a new entry, and the entry left
 * shows `before` again instead of a value passed during the drag.
 */
export type WriteUrl = (view: WorkbenchState, before: WorkbenchState | null) => void;

/** The way a setting is changed; key presses on one setting are one gesture, as a drag is. */
export interface SetOptions extends ChangedBy {
  /** False while a hand is on it. */
  readonly last?: boolean;
}
