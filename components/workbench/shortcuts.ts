import { railEvents, railKinds, type RailKind } from '@/lib/report/policy-events';
import type { StepRange } from '@/lib/report/decimate';
import { settingFields } from './settings-fields';
import { sliderScales } from './slider-scales';
import type { WorkbenchStore } from './workbench-store';

/** What the page itself does for a key. */
export interface ShortcutHost {
  readonly store: WorkbenchStore;
  /** The setting that ↑ and ↓ nudge; null for none. */
  readonly nudged: string | null;
  readonly setNudged: (key: string | null) => void;
  readonly copyLink: () => void;
  readonly openSheet: () => void;
  readonly openGoTo: () => void;
}

/** The settings of the keys 1, 2 and 3. */
export const NUDGED = ['window', 'cap', 'factor'] as const;

type KeyPress = Pick<KeyboardEvent, 'key' | 'shiftKey'>;
type Action = (host: ShortcutHost, event: KeyPress) => void;

/** Handles a key of the workbench; false for a key that means nothing here. */
export function pressKey(host: ShortcutHost, event: KeyPress): boolean {
  const action = actions[event.key] ?? actions[event.key.toLowerCase()];
  if (!action) return false;
  if ((event.key === 'ArrowUp' || event.key === 'ArrowDown') && host.nudged === null) return false;
  action(host, event);
  return true;
}

const step =
  (by: number): Action =>
  ({ store }, { shiftKey }) =>
    store.select(store.frame().step + by * (shiftKey ? 10 : 1));

/** To the nearest of some steps in a direction, around the end. */
const seek =
  (kinds: readonly RailKind[], direction: 1 | -1): Action =>
  ({ store }) => {
    const { replay, step: from } = store.frame();
    const events = railEvents(replay);
    const steps = [...new Set(kinds.flatMap((kind) => events[kind]))].sort((a, b) => a - b);
    const next =
      direction > 0
        ? (steps.find((other) => other > from) ?? steps[0])
        : (steps.findLast((other) => other < from) ?? steps[steps.length - 1]);
    if (next !== undefined) store.select(next);
  };

/** The range scaled about the selected step, or moved by a share of its width. */
const view =
  (scale: number, shift: number): Action =>
  ({ store }) => {
    const { range, step: middle } = store.frame();
    store.show(
      changedRange(range, { scale, shift, middle, last: store.session.profile.stepCount - 1 }),
    );
  };

/** A range scaled about a step and shifted, inside the session. */
export function changedRange(
  { from, to }: StepRange,
  change: {
    readonly scale: number;
    readonly shift: number;
    readonly middle: number;
    readonly last: number;
  },
): StepRange {
  const { scale, shift, last } = change;
  const width = to - from;
  const wide = Math.min(last, Math.max(Math.min(10, last), Math.round(width * scale)));
  const inside = Math.min(to, Math.max(from, change.middle));
  const share = width === 0 ? 0.5 : (inside - from) / width;
  const start = Math.round(inside - share * wide + shift * width);
  const begin = Math.max(0, Math.min(start, last - wide));
  return { from: begin, to: begin + wide };
}

const nudge =
  (direction: 1 | -1): Action =>
  ({ store, nudged }, { shiftKey }) => {
    const { policy, settings } = store.frame();
    const scale = nudged === null ? undefined : sliderScales(store.session)[nudged];
    const field = settingFields(policy).find(({ key }) => key === nudged);
    if (!scale || !field) return;
    const by = direction * scale.step * (shiftKey ? 10 : 1);
    const moved = Math.round((Number(settings[field.key]) + by) * 1e6) / 1e6;
    store.set({ [field.key]: Math.min(field.max, Math.max(field.min, moved)) }, true);
  };

const actions: Readonly<Record<string, Action>> = {
  ArrowLeft: step(-1),
  ArrowRight: step(1),
  ArrowUp: nudge(1),
  ArrowDown: nudge(-1),
  Home: ({ store }) => store.select(0),
  End: ({ store }) => store.select(store.session.profile.stepCount - 1),
  '.': seek(railKinds, 1),
  ',': seek(railKinds, -1),
  n: (host, event) => seek(['replayed', 'recorded'], event.shiftKey ? -1 : 1)(host, event),
  m: (host, event) => seek(['overflow', 'recorded-overflow'], event.shiftKey ? -1 : 1)(host, event),
  v: ({ store }) => {
    const { divergence } = store.frame().replay;
    if (divergence >= 0) store.select(divergence);
  },
  w: view(0.5, 0),
  s: view(2, 0),
  a: view(1, -0.25),
  d: view(1, 0.25),
  f: ({ store }) => store.show({ from: 0, to: store.session.profile.stepCount - 1 }),
  g: ({ openGoTo }) => openGoTo(),
  z: ({ store }, { shiftKey }) => (shiftKey ? store.redo() : store.undo()),
  y: ({ copyLink }) => copyLink(),
  '?': ({ openSheet }) => openSheet(),
  ...Object.fromEntries(
    NUDGED.map((key, index): [string, Action] => [
      `${index + 1}`,
      ({ setNudged, nudged }) => setNudged(nudged === key ? null : key),
    ]),
  ),
  Escape: ({ setNudged }) => setNudged(null),
};

/** What the keys do, for the sheet. */
export const shortcutGroups: readonly {
  readonly title: string;
  readonly keys: readonly (readonly [readonly string[], string])[];
}[] = [
  {
    title: 'Steps',
    keys: [
      [['←', '→'], 'previous, next step; ten with Shift'],
      [['Home', 'End'], 'first, last step'],
      [[',', '.'], 'previous, next event'],
      [['n'], 'next compaction; previous with Shift'],
      [['m'], 'next overflow; previous with Shift'],
      [['v'], 'first divergence from the recording'],
      [['g'], 'go to a step'],
    ],
  },
  {
    title: 'View',
    keys: [
      [['w', 's'], 'zoom in, out'],
      [['a', 'd'], 'earlier, later'],
      [['f'], 'all steps'],
      [['y'], 'copy the link'],
      [['?'], 'this sheet'],
    ],
  },
  {
    title: 'Settings',
    keys: [
      [['1', '2', '3'], 'take window, cap, factor in hand'],
      [['↑', '↓'], 'nudge it; ten times as far with Shift'],
      [['Esc'], 'let go'],
      [['z'], 'undo; redo with Shift'],
    ],
  },
];
