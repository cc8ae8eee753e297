'use client';

import { useEffect } from 'react';
import { railEvents, railKinds, type RailKind } from '@/lib/analysis/explain/policy-events';
import { hasTimes } from '@/lib/report/chart/chart-axis';
import {
  axisNames,
  defaultLook,
  seriesNames,
  toggled,
  trackNames,
  type TrackName,
} from '@/lib/report/chart/chart-look';
import { settingFields } from '@/lib/policies/contract/fields';
import { sliderScale } from '../parameters/slider-scales';
import { within } from './draft';
import type { WorkbenchStore } from './workbench-store';

/** Actions of the page that keys call. */
export interface ShortcutHost {
  readonly store: WorkbenchStore;
  /** The setting that ↑ and ↓ nudge; null for none. */
  readonly nudged: string | null;
  readonly setNudged: (key: string | null) => void;
  readonly copyLink: () => void;
  /** Pins the what-if as B, or takes B away; `swap` exchanges the two. */
  readonly pin: (swap: boolean) => void;
  readonly freeze: () => void;
  readonly addNote: () => void;
  readonly openSheet: () => void;
  readonly openGoTo: () => void;
  readonly openReport: () => void;
}

/** The keys 1, 2 and 3 select the policy's first settings with a slider. */
export const NUDGE_KEYS = 3;

/** The keys 4 to 9 and 0 switch the chart's lines, in the order of the legend. */
const FIRST_LINE_KEY = NUDGE_KEYS + 1;

/** The usual tracks, then all, then none. */
function nextTracks(tracks: readonly TrackName[]): readonly TrackName[] {
  if (tracks.length === trackNames.length) return [];
  return tracks.length === 0 ? defaultLook.tracks : trackNames;
}

type KeyPress = Pick<KeyboardEvent, 'key' | 'shiftKey'>;
type Action = (host: ShortcutHost, event: KeyPress) => void;

/** Handles a key of the workbench; false if the key has no action. */
function pressKey(host: ShortcutHost, event: KeyPress): boolean {
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

/** The range scaled about the selected step, or moved by a share of its width; inside the session. */
const view =
  (scale: number, shift: number): Action =>
  ({ store }) => {
    const { range, step: selected } = store.frame();
    const last = store.session.profile.stepCount - 1;
    const width = range.to - range.from;
    const wide = Math.min(last, Math.max(Math.min(10, last), Math.round(width * scale)));
    const inside = within(range, selected);
    const share = width === 0 ? 0.5 : (inside - range.from) / width;
    const start = Math.round(inside - share * wide + shift * width);
    const from = Math.max(0, Math.min(start, last - wide));
    store.show({ from, to: from + wide }, scale === 1 ? 'pan' : 'keys');
  };

const nudge =
  (direction: 1 | -1): Action =>
  ({ store, nudged }, { shiftKey }) => {
    const { policy, settings } = store.frame();
    const field = settingFields(policy).find(({ key }) => key === nudged);
    const scale = field && sliderScale(field, store.session);
    if (!scale) return;
    const by = direction * scale.step * (shiftKey ? 10 : 1);
    const moved = Math.round((Number(settings[field.key]) + by) * 1e6) / 1e6;
    const value = Math.min(field.max, Math.max(field.min, moved));
    store.set({ [field.key]: value }, { by: 'keys' });
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
  f: ({ store }) => {
    const { range } = store.frame();
    const last = store.session.profile.stepCount - 1;
    if (range.from === 0 && range.to === last) store.toggleFit();
    else store.show({ from: 0, to: last });
  },
  Backspace: ({ store }) => store.zoomOut(),
  x: ({ store }) => {
    const { axis } = store.frame().look;
    const offered = axisNames.filter((name) => name !== 'time' || hasTimes(store.session.profile));
    const next = offered[(offered.indexOf(axis) + 1) % offered.length];
    if (next !== undefined) store.changeLook({ axis: next });
  },
  t: ({ store }) => {
    const { tracks } = store.frame().look;
    store.changeLook({ tracks: nextTracks(tracks) });
  },
  h: ({ store }) => store.toggleFit(),
  o: ({ store }) => store.openTab('compactions'),
  g: ({ openGoTo }) => openGoTo(),
  c: ({ store }) => store.startOver(),
  z: ({ store }, { shiftKey }) => (shiftKey ? store.redo() : store.undo()),
  y: ({ copyLink }) => copyLink(),
  b: ({ pin }, { shiftKey }) => pin(shiftKey),
  Enter: ({ freeze }) => freeze(),
  e: ({ addNote }) => addNote(),
  r: ({ openReport }) => openReport(),
  '?': ({ openSheet }) => openSheet(),
  ...Object.fromEntries(
    Array.from({ length: NUDGE_KEYS }, (_, index): [string, Action] => [
      `${index + 1}`,
      ({ store, setNudged, nudged }) => {
        const sliders = settingFields(store.frame().policy).filter((field) => field.slider);
        const key = sliders[index]?.key ?? null;
        setNudged(nudged === key ? null : key);
      },
    ]),
  ),
  ...Object.fromEntries(
    seriesNames.map((name, index): [string, Action] => [
      `${(index + FIRST_LINE_KEY) % 10}`,
      ({ store }) => {
        const { lines } = store.frame().look;
        store.changeLook({ lines: toggled(seriesNames, lines, name) });
      },
    ]),
  ),
  Escape: ({ setNudged }) => setNudged(null),
};

/** Keys and their actions, as the sheet lists them. */
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
      [['o'], 'open the compaction of the step'],
      [['m'], 'next overflow; previous with Shift'],
      [['v'], 'first divergence from the recording'],
      [['g'], 'go to a step'],
      [['e'], 'write a note on the step'],
    ],
  },
  {
    title: 'View',
    keys: [
      [['w', 's'], 'zoom in, out'],
      [['a', 'd'], 'earlier, later'],
      [['f'], 'all steps; again: fit the values'],
      [['⌫'], 'back to the range zoomed from'],
      [['4', '–', '9'], 'real, heuristic, calibrated, decision, window, as recorded: on or off'],
      [['t'], 'tracks: the usual two, all, none'],
      [['x'], 'by step, by turn, by time'],
      [['h'], 'fit values to the data, or to the window'],
      [['y'], 'copy the link'],
      [['r'], 'report, to share'],
      [['?'], 'this sheet'],
    ],
  },
  {
    title: 'Settings',
    keys: [
      [['1', '2', '3'], 'select window, cap, factor'],
      [['↑', '↓'], 'change it; ten times as much with Shift'],
      [['Esc'], 'deselect'],
      [['c'], 'start from ContextGuard, or from the agent’s own policy again'],
      [['b'], 'pin the settings as B; again: unpin; with Shift: exchange what-if and B'],
      [['z'], 'undo; redo with Shift'],
      [['Enter'], 'freeze the result as a run'],
    ],
  },
];

/** Elements that handle keys themselves. */
const TYPING = 'input, textarea, select, [contenteditable]';
const PRESSED = 'a, button, summary, [role=button], [role=option], [role=row], [role=gridcell]';
const OWN_ARROWS = '[role=slider], [role=tab], [role=grid], [role=listbox]';

/** Listens for the workbench's keys, except while someone types or a dialog is open. */
export function useShortcuts(host: ShortcutHost): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const target = event.target instanceof Element ? event.target : null;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (target?.closest(TYPING) || document.querySelector('[role=dialog]')) return;
      if (event.key === 'Enter' && (event.repeat || target?.closest(PRESSED))) return;
      if (target?.closest(OWN_ARROWS) && /^(Arrow|Home|End|Page)/.test(event.key)) return;
      if (pressKey(host, event)) event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [host]);
}
