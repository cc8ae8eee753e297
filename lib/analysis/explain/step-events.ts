import { oncePer } from '@/lib/engine/base/once/once-per';
import { byteAt, intAt } from '@/lib/engine/base/read';
import { firstAtLeast, spanAt } from '@/lib/engine/base/search';
import { mark } from '@/lib/engine/replay/prepare';
import { isRecording, type Replay } from '@/lib/engine/replay/replay';
import { stepFlag, type Profile } from '@/lib/engine/tokens/profile';
import type { StepRange } from '@/lib/engine/base/decimate';
import { cacheBreaks } from './recording/cache-breaks';
import { unexplainedDrops } from './recording/unexplained-drops';

/** Event kinds of a step: six in the recording, two in the replay. */
export const stepEventKinds = [
  'recorded',
  'elision',
  'recorded-overflow',
  'drop',
  'cache-break',
  'doubtful',
  'replayed',
  'overflow',
] as const;
type StepEventKind = (typeof stepEventKinds)[number];

/** Steps with events of each kind, ascending. */
export type StepEvents = Readonly<Record<StepEventKind, readonly number[]>>;

/**
 * True where a step's real tokens are estimated. Never where the recording is read, which then has none
 * (NaN), and never in a session that knows its ratio:
 * there real is heuristic × ratio by definition, whatever the policy did.
 */
export function isProjected({ marks, session, observation }: Replay, step: number): boolean {
  if (observation !== null || session.profile.steps.ratio !== null) return false;
  return (byteAt(marks, step) & (mark.diverged | mark.unreported)) !== 0;
}

/** Some real tokens are more than a projection: reported, or known by a scenario's ratio. */
export function hasReal({ session: { profile } }: Replay): boolean {
  return profile.steps.ratio !== null || profile.steps.real.some((real) => real >= 0);
}

/**
 * The limit of a step: what a fault switched to, else what its own rejection named, else the
 * session's; null where unknown.
 */
export function limitAt(replay: Replay, step: number): number | null {
  const span = limitSpanAt(replay, step);
  return span?.by === 'fault' ? span.tokens : recordedLimitAt(replay, step);
}

/** The limit that is in force at a step because it changed on the way; undefined for none. */
export const limitSpanAt = ({ limits }: Pick<Replay, 'limits'>, step: number) =>
  spanAt(limits, step);

/** The limit that the recording's own request of a step had. */
export function recordedLimitAt({ session, limit, limits }: Replay, step: number): number | null {
  const named = intAt(session.profile.steps.limit, step);
  if (named > 0) return named;
  const span = spanAt(limits, step);
  const own = span?.by === 'fault' ? limits.findLast(({ by }) => by === 'recording') : span;
  return own === undefined ? limit : own.tokens;
}

/** Real tokens of the request a step was about to send, before it compacted; NaN where nobody says. */
export function realAsked({ columns }: Replay, step: number): number {
  return (columns.compacted[step] === 1 ? columns.realBefore[step] : columns.real[step]) ?? 0;
}

/**
 * True where nobody measured {@link realAsked}. At the first compaction that the recording lacks, the
 * request that was about to be sent is still the recorded one; where it compacted too, usage counts
 * what was sent.
 */
export function isAskedProjected(replay: Replay, step: number): boolean {
  const { divergence, session, columns, observation } = replay;
  if (observation !== null) return false;
  const projected = isProjected(replay, step);
  if (columns.compacted[step] !== 1) return projected;
  const same = realAsked(replay, step) === session.profile.steps.real[step];
  return !same || (projected && step !== divergence);
}

/** The recording overflowed here: refused by the provider, or more than the limit. */
export function overflowedAsRecorded(replay: Replay, step: number): boolean {
  const { flags, real } = replay.session.profile.steps;
  const limit = recordedLimitAt(replay, step);
  const refused = (byteAt(flags, step) & stepFlag.rejected) !== 0;
  return refused || (limit !== null && intAt(real, step) > limit);
}

/** The replayed request overflows here. */
export const overflows = (replay: Replay, step: number): boolean =>
  (byteAt(replay.marks, step) & mark.overflow) !== 0;

/** The policy compacted here by its own decision (the policy `recorded` decides nothing). */
export const compacts = (replay: Replay, step: number): boolean =>
  !isRecording(replay) && replay.columns.compacted[step] === 1;

/** Everything that happens in a range of steps; the whole session when left out. */
export const stepEvents = (replay: Replay, range?: StepRange): StepEvents =>
  range === undefined ? sessionEvents(replay) : eventsIn(replay, range);

const sessionEvents = oncePer((replay: Replay) =>
  eventsIn(replay, { from: 0, to: replay.session.profile.stepCount - 1 }),
);

type Limits = Pick<Replay, 'limit' | 'limits'>;

/** The recorded overflows of a session under the limits that it was replayed with last. */
const overflowed = new WeakMap<
  Profile,
  { readonly under: Limits; readonly steps: readonly number[] }
>();

/** Steps at which {@link overflowedAsRecorded}: no setting changes them, and a drag asks at every frame. */
function recordedOverflows(replay: Replay): readonly number[] {
  const { profile } = replay.session;
  const before = overflowed.get(profile);
  if (before !== undefined && sameLimits(before.under, replay)) return before.steps;
  const steps: number[] = [];
  for (let i = 0; i < profile.stepCount; i++) if (overflowedAsRecorded(replay, i)) steps.push(i);
  const { limit, limits } = replay;
  overflowed.set(profile, { under: { limit, limits }, steps });
  return steps;
}

const sameLimits = (a: Limits, b: Limits): boolean =>
  a.limit === b.limit &&
  a.limits.length === b.limits.length &&
  a.limits.every(({ from, tokens, by }, k) => {
    const other = b.limits[k];
    return from === other?.from && tokens === other.tokens && by === other.by;
  });

function eventsIn(replay: Replay, { from, to }: StepRange): StepEvents {
  const { profile } = replay.session;
  const within = (found: readonly { readonly step: number }[]): number[] =>
    found.map(({ step }) => step).filter((step) => step >= from && step <= to);
  const events: Record<StepEventKind, number[]> = {
    recorded: [],
    elision: [],
    'recorded-overflow': [],
    drop: unexplainedDrops(replay.session, { from, to }).map(({ step }) => step),
    'cache-break': within(cacheBreaks(profile)),
    doubtful: within(profile.head.counted.filter(({ kind }) => kind === 'doubtful')),
    replayed: [],
    overflow: [],
  };
  for (const { step, kind } of profile.head.compactions) {
    if (step >= from && step <= to) events[kind === 'summary' ? 'recorded' : kind].push(step);
  }
  const refused = recordedOverflows(replay);
  for (let k = firstAtLeast(refused, from); k < refused.length; k++) {
    const step = refused[k] ?? Infinity;
    if (step > to) break;
    events['recorded-overflow'].push(step);
  }
  const { marks, columns } = replay;
  const decides = !isRecording(replay);
  for (let i = from; i <= to; i++) {
    if (decides && columns.compacted[i] === 1) events.replayed.push(i);
    if (((marks[i] as number) & mark.overflow) !== 0) events.overflow.push(i);
  }
  return events;
}
