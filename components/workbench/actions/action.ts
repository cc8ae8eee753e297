import type { WorkbenchStore } from '../state/workbench-store';

/** What actions of the workbench work on. */
export interface ActionHost {
  readonly store: WorkbenchStore;
  /** The setting that ↑ and ↓ nudge; null for none. */
  readonly nudged: string | null;
  readonly setNudged: (key: string | null) => void;
  readonly copyLink: () => void;
  readonly freeze: () => void;
  readonly addNote: () => void;
  readonly toggleLedger: () => void;
  /** Leaves the what-if, where there is one. */
  readonly back: () => void;
  readonly isChanged: () => boolean;
  readonly openSheet: () => void;
  readonly openGoTo: () => void;
  readonly openShare: () => void;
  readonly openReport: () => void;
}

/** Headings of the sheet of keys. */
export const actionGroups = ['Steps', 'View', 'Settings'] as const;

/**
 * Something that a user can have the workbench do. The keys, the sheet of keys and the palette are all
 * made of the list of these in `actions.ts`.
 */
export interface Action {
  /** Unique among the actions, and the same from version to version. */
  readonly id: string;
  readonly group: (typeof actionGroups)[number];
  /** What it does, from a small letter on, as the sheet and the palette say it. */
  readonly title: string;
  /** Presses that call it: names of `KeyboardEvent.key`, letters small, with `Shift+` before them or not. */
  readonly keys?: readonly string[];
  /** False where it would do nothing now: a key is left to the browser, the palette leaves it out. */
  readonly isOffered?: (host: ActionHost) => boolean;
  readonly run: (host: ActionHost) => void;
}
