import { settingFields, unusedBy } from '@/lib/engine/policy/fields';
import { sliderScale } from '../parameters/slider-scales';
import type { Action } from './action';

type ActionRun = Action['run'];

/** The keys 1, 2 and 3 select the policy's first settings with a slider. */
export const NUDGE_KEYS = 3;

const nudge =
  (by: number): ActionRun =>
  ({ store, nudged }) => {
    const { policy, settings } = store.frame();
    const field = settingFields(policy).find(({ key }) => key === nudged);
    const scale = field && sliderScale(field, store.session);
    if (!scale || unusedBy(field, policy, settings) !== null) return;
    const moved = Math.round((Number(settings[field.key]) + by * scale.step) * 1e6) / 1e6;
    const value = Math.min(field.max, Math.max(field.min, moved));
    store.set({ [field.key]: value }, { by: 'keys' });
  };

const change = (id: string, title: string, key: string, by: number): Action => ({
  ...{ id, group: 'Settings', title, keys: [key] },
  isOffered: ({ nudged }) => nudged !== null,
  run: nudge(by),
});

const places = ['first', 'second', 'third'] as const;

const select = (index: number): Action => ({
  ...{ id: `setting-${index + 1}`, group: 'Settings', keys: [`${index + 1}`] },
  title: `select the ${places[index] ?? ''} setting`,
  run: ({ store, setNudged, nudged }) => {
    const sliders = settingFields(store.frame().policy).filter((field) => field.slider);
    const key = sliders[index]?.key ?? null;
    setNudged(nudged === key ? null : key);
  },
});

/** An action with one key, or none. */
const one = (id: string, title: string, key: string | null, run: ActionRun): Action => ({
  ...{ id, group: 'Settings', title, run },
  ...(key === null ? {} : { keys: [key] }),
});

/** Actions that change the what-if. */
export const settingActions: readonly Action[] = [
  ...Array.from({ length: NUDGE_KEYS }, (_, index) => select(index)),
  change('raise', 'raise it', 'ArrowUp', 1),
  change('lower', 'lower it', 'ArrowDown', -1),
  change('raise-10', 'raise it ten times as much', 'Shift+ArrowUp', 10),
  change('lower-10', 'lower it ten times as much', 'Shift+ArrowDown', -10),
  {
    ...one('deselect', 'deselect; again: back to the recording', 'Escape', (host) =>
      host.nudged !== null
        ? host.setNudged(null)
        : host.store.frame().marked === null
          ? host.back()
          : host.store.mark(null),
    ),
    isOffered: ({ nudged, store, isChanged }) =>
      nudged !== null || store.frame().marked !== null || isChanged(),
  },
  one(
    'start-over',
    'start from ContextGuard, or from the agent’s own policy again',
    'c',
    ({ store }) => store.startOver(),
  ),
  one('undo', 'undo', 'z', ({ store }) => store.undo()),
  one('redo', 'redo', 'Shift+z', ({ store }) => store.redo()),
  one('freeze', 'freeze the result as a run', 'Enter', ({ freeze }) => freeze()),
  one('reset', 'reset all settings', null, ({ store }) => store.reset()),
];
