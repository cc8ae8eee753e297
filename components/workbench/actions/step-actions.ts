import { railEvents, railKinds, type RailKind } from '@/lib/analysis/explain/policy-events';
import type { Action, ActionHost } from './action';

type ActionRun = Action['run'];

const lastStep = ({ store }: ActionHost): number => store.session.profile.stepCount - 1;

const by =
  (steps: number): ActionRun =>
  ({ store }) =>
    store.select(store.frame().step + steps);

/** To the nearest of some steps in a direction, around the end. */
const seek =
  (kinds: readonly RailKind[], direction: 1 | -1): ActionRun =>
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

/** True if the replay has a step of these kinds. */
const has =
  (kinds: readonly RailKind[]) =>
  ({ store }: ActionHost): boolean => {
    const events = railEvents(store.frame().replay);
    return kinds.some((kind) => events[kind].length > 0);
  };

const compactions: readonly RailKind[] = ['replayed', 'recorded'];
const overflows: readonly RailKind[] = ['overflow', 'recorded-overflow'];

/** An action that goes to a step of some kinds, if the replay has one. */
const to = (
  id: string,
  title: string,
  key: string,
  [kinds, direction]: readonly [readonly RailKind[], 1 | -1],
): Action => ({
  ...{ id, group: 'Steps', title, keys: [key] },
  isOffered: has(kinds),
  run: seek(kinds, direction),
});

const steps = 'Steps';

/** Actions that select a step. */
export const stepActions: readonly Action[] = [
  { id: 'step-back', group: steps, title: 'previous step', keys: ['ArrowLeft'], run: by(-1) },
  { id: 'step-on', group: steps, title: 'next step', keys: ['ArrowRight'], run: by(1) },
  { id: 'back-10', group: steps, title: 'ten steps back', keys: ['Shift+ArrowLeft'], run: by(-10) },
  { id: 'on-10', group: steps, title: 'ten steps on', keys: ['Shift+ArrowRight'], run: by(10) },
  {
    ...{ id: 'first-step', group: steps, title: 'first step', keys: ['Home'] },
    run: ({ store }) => store.select(0),
  },
  {
    ...{ id: 'last-step', group: steps, title: 'last step', keys: ['End'] },
    run: (host) => host.store.select(lastStep(host)),
  },
  {
    ...{ id: 'mark-back', group: steps, title: 'mark steps backwards', keys: ['['] },
    run: ({ store }) => store.markTo(store.frame().step - 1),
  },
  {
    ...{ id: 'mark-on', group: steps, title: 'mark steps onwards', keys: [']'] },
    run: ({ store }) => store.markTo(store.frame().step + 1),
  },
  to('event-back', 'previous event', ',', [railKinds, -1]),
  to('event-on', 'next event', '.', [railKinds, 1]),
  to('compaction-on', 'next compaction', 'n', [compactions, 1]),
  to('compaction-back', 'previous compaction', 'Shift+n', [compactions, -1]),
  {
    ...{ id: 'open-compaction', group: steps, title: 'open the compaction of the step' },
    keys: ['o'],
    run: ({ store }) => store.openTab('compactions'),
  },
  to('overflow-on', 'next overflow', 'm', [overflows, 1]),
  to('overflow-back', 'previous overflow', 'Shift+m', [overflows, -1]),
  {
    ...{ id: 'divergence', group: steps, title: 'first divergence from the recording' },
    keys: ['v'],
    isOffered: ({ store }) => store.frame().replay.divergence >= 0,
    run: ({ store }) => store.select(store.frame().replay.divergence),
  },
  {
    ...{ id: 'go-to-step', group: steps, title: 'go to a step …', keys: ['g'] },
    run: ({ openGoTo }) => openGoTo(),
  },
  {
    ...{ id: 'note', group: steps, title: 'write a note on the step', keys: ['e'] },
    run: ({ addNote }) => addNote(),
  },
];
