import type { Settings } from '@/lib/engine/policy/fields';
import type { NetEffect } from '../../net-effect';

/** A single change on top of the settings in force that turns a step's decision, all steps before as they were. */
export interface Remedy {
  /** "Cap 7.5×". */
  readonly label: string;
  /** Key of the setting and its value. */
  readonly setting: string;
  readonly value: number | boolean | string;
  /** Complete settings: those in force with the change. */
  readonly settings: Settings;
  /** Decision value − threshold at the step, all steps before as they were. */
  readonly margin: number;
}

/** What a change is asked for at a step: to compact, to hold, or to compact with more room and no harm. */
export const remedyAims = ['compact', 'hold', 'safer'] as const;
export type RemedyAim = (typeof remedyAims)[number];

/** Effect of a remedy on the session, by a replay with it: before is the replay that it changes. */
export interface RemedyEffect extends NetEffect {
  /** The step that compacts, the asked one or an earlier; null where the asked one holds. */
  readonly at: number | null;
  /** Decision value − threshold there; null where nothing is compared. */
  readonly margin: number | null;
  /** "at 143; overflows 1 → 0, compactions 0 → 1". */
  readonly text: string;
  /** Steps whose request overflows with it. */
  readonly overflows: readonly number[];
}
