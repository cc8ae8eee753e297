import {
  policyEventKinds,
  type PolicyEvent,
  type PolicyEventKind,
  type PolicyNotes,
} from '@/lib/engine/policy/notes';
import { firstWhere } from '@/lib/engine/base/search';
import type { Replay } from '@/lib/engine/replay/replay';
import type { StepRange } from '@/lib/engine/base/decimate';
import { stepEventKinds, stepEvents } from './step-events';

/** Event kinds of the rail: recording, replay, the policy's notes, faults. */
export const railKinds = [...stepEventKinds, ...policyEventKinds, 'fault'] as const;
export type RailKind = (typeof railKinds)[number];

/** Steps with events of each kind, ascending; a step is listed once a kind. */
export type RailEvents = Readonly<Record<RailKind, readonly number[]>>;

/** Short name of each event kind. */
export const railNames: Readonly<Record<RailKind, string>> = {
  recorded: 'recorded compaction',
  elision: 'recorded microcompaction',
  'recorded-overflow': 'recorded overflow',
  drop: 'drop without a recorded cause',
  'cache-break': 'cache lost',
  doubtful: 'doubtful count, not used',
  replayed: 'compaction',
  overflow: 'overflow',
  hook: 'hook',
  boundary: 'boundary message',
  prune: 'pruned',
  failure: 'summariser failed',
  reactive: 'reactive compaction',
  'no-op': 'fired, nothing changed',
  lost: 'entries lost',
  orphan: 'response without its call',
  exit: 'the run ends',
  requeued: 'request queued again',
  estimated: 'count estimated',
  breaker: 'stops compacting',
  'split-turn': 'turn split in two',
  unchecked: 'reached between checks',
  inflated: 'summary rejected: larger',
  start: 'starts beside the agent, lands later',
  blocked: 'the agent waits',
  added: 'a call that the recording lacks',
  fault: 'injected fault',
};

/** Lanes of the rail, from the top; the last two are there only where they hold something. */
export const railLanes = ['recorded', 'replay', 'notes', 'faults'] as const;
export type RailLane = (typeof railLanes)[number];

/** The lane of the rail a kind is drawn in. */
export const railLane = (kind: RailKind): RailLane => {
  if (kind === 'fault') return 'faults';
  if (kind === 'replayed' || kind === 'overflow' || kind === 'start') return 'replay';
  return (stepEventKinds as readonly string[]).includes(kind) ? 'recorded' : 'notes';
};

/** First index of a list sorted by step whose step is at least `step`. */
export const firstAtOrAfter = (list: readonly { readonly step: number }[], step: number): number =>
  firstWhere(0, list.length, (index) => (list[index]?.step ?? 0) >= step);

/** The policy's notes of one step. */
export function policyEventsAt({ notes }: Replay, step: number): readonly PolicyEvent[] {
  const { events } = notes;
  const found: PolicyEvent[] = [];
  for (let i = firstAtOrAfter(events, step); events[i]?.step === step; i++) {
    found.push(events[i] as PolicyEvent);
  }
  return found;
}

/** Steps with policy events of each kind within a range. */
function policySteps(
  { events }: PolicyNotes,
  { from, to }: StepRange,
): Record<PolicyEventKind, number[]> {
  const steps = Object.fromEntries(
    policyEventKinds.map((kind) => [kind, [] as number[]]),
  ) as Record<PolicyEventKind, number[]>;
  for (let i = firstAtOrAfter(events, from); i < events.length; i++) {
    const event = events[i] as PolicyEvent;
    if (event.step > to) break;
    const list = steps[event.kind];
    if (list[list.length - 1] !== event.step) list.push(event.step);
  }
  return steps;
}

/** Everything the rail shows of a range of steps; the whole session when left out. */
export function railEvents(replay: Replay, range?: StepRange): RailEvents {
  const within = range ?? { from: 0, to: replay.session.profile.stepCount - 1 };
  return {
    ...stepEvents(replay, range),
    ...policySteps(replay.notes, within),
    fault: faultSteps(replay, within),
  };
}

/** Steps of a range that faults touch first, ascending, each once. */
function faultSteps({ faults }: Replay, { from, to }: StepRange): readonly number[] {
  const steps = faults.map(({ step }) => step).filter((step) => step >= from && step <= to);
  return [...new Set(steps)].sort((a, b) => a - b);
}
