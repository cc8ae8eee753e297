import type { Settings } from '@/lib/policies/contract/fields';

/** A single change that turns a step's decision, all steps before as they were. */
export interface Remedy {
  /** "Cap 7.5×". */
  readonly label: string;
  /** Key of the setting and its value. */
  readonly setting: string;
  readonly value: number | boolean | string;
  /** Complete settings with the change. */
  readonly settings: Settings;
  /** Decision value − threshold at the step, all steps before as they were. */
  readonly margin: number;
}

/** Effect of a remedy on the whole session, by a replay with it. */
export interface RemedyEffect {
  /** The step that compacts, the asked one or an earlier; null where the asked one holds. */
  readonly at: number | null;
  /** Decision value − threshold there; null where nothing is compared. */
  readonly margin: number | null;
  /** "at 143; no other step changes". */
  readonly text: string;
  /** Compactions beyond those of the replay it is compared with; negative for fewer. */
  readonly more: number;
  /** Steps whose request overflows with it. */
  readonly overflows: readonly number[];
}
