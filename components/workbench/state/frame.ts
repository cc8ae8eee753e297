import type { StepRange } from '@/lib/base/decimate';
import type { Policy } from '@/lib/policies/contract/policy';
import type { Replay } from '@/lib/replay/replay';
import type { Draft } from './draft';
import type { ValueFit, WorkbenchTab } from './view-url';

/** One state of the workbench; replaced on every change. */
export interface Frame extends Draft {
  readonly policy: Policy;
  readonly replay: Replay;
  /** Selected step. */
  readonly step: number;
  readonly range: StepRange;
  readonly tab: WorkbenchTab;
  readonly fit: ValueFit;
  /** Key of the chosen compaction; null: the one that the step shows. */
  readonly compaction: string | null;
  /** The part of the request that the request tab shows; null: all. */
  readonly part: string | null;
  /** True during a drag: draw less, push no history. */
  readonly moving: boolean;
}
