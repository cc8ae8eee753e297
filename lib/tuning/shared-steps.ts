/** Calls that several sessions hold, because one was forked from another or goes on in a new file. */
import { counted } from '@/lib/engine/base/format';
import type { Replayable } from '@/lib/engine/replay/prepare';
import type { Profile } from '@/lib/engine/tokens/profile';
import type { CorpusSession } from './corpus-session';

/** What tells a call from every other: its moment and what was counted of it; null where the file lacks either. */
function callAt({ head, steps }: Profile, step: number): string | null {
  const [time, real] = [steps.time[step] ?? NaN, steps.real[step] ?? -1];
  if (Number.isNaN(time) || real < 0) return null;
  const model = head.models[steps.model[step] ?? -1] ?? '';
  return [time, real, steps.output[step], steps.cacheRead[step], model].join(' ');
}

/** Steps from the first on that two sessions have in common. */
function shared(one: Profile, other: Profile): number {
  const most = Math.min(one.stepCount, other.stepCount);
  for (let step = 0; step < most; step++) {
    const call = callAt(one, step);
    if (call === null || call !== callAt(other, step)) return step;
  }
  return most;
}

/** A recording that says of its calls that they are another's gives way to one that does not. */
const isCopy = ({ head }: Profile): boolean => head.counted.some(({ kind }) => kind === 'copied');

/**
 * The sessions, each with the steps at its beginning that another session counts already. They are replayed,
 * because what comes later depends on them, and counted nowhere.
 */
export function countedOnce<S extends CorpusSession>(sessions: readonly S[]): readonly S[] {
  const begun = new Map<string, Profile[]>();
  const from = new Map<S, number>();
  const originals = [...sessions].sort(
    (a, b) => Number(isCopy(a.session.profile)) - Number(isCopy(b.session.profile)),
  );
  for (const one of originals) {
    const { profile } = one.session;
    const first = callAt(profile, 0);
    if (first === null) continue;
    const alike = begun.get(first) ?? [];
    const most = Math.max(0, ...alike.map((other) => shared(profile, other)));
    if (most > 0) from.set(one, most);
    begun.set(first, [...alike, profile]);
  }
  return sessions.map((one) => {
    const step = from.get(one);
    return step === undefined ? one : { ...one, session: countedAfter(one.session, step) };
  });
}

/** A session that counts its steps from one on; 0: all of them. */
export const countedAfter = (session: Replayable, step: number): Replayable =>
  step === 0 ? session : { ...session, countedFrom: step };

/** Steps of each session that it counts itself. */
export const ownSteps = (sessions: readonly Pick<CorpusSession, 'session'>[]): readonly number[] =>
  sessions.map(({ session: { profile, countedFrom = 0 } }) => profile.stepCount - countedFrom);

/** Steps at the beginning of each session that another one counts. */
export const copiedSteps = (
  sessions: readonly Pick<CorpusSession, 'session'>[],
): readonly number[] => sessions.map(({ session }) => session.countedFrom ?? 0);

/** "8 steps of 1 session are copies of another’s calls: they count once."; null for none. */
export function sharedWords(copied: readonly number[]): string | null {
  const copies = copied.filter((steps) => steps > 0);
  const steps = copies.reduce((sum, one) => sum + one, 0);
  return steps === 0
    ? null
    : `${counted(steps, 'step')} of ${counted(copies.length, 'session')} ${steps === 1 ? 'is a copy of another’s call: it counts' : 'are copies of another’s calls: they count'} once.`;
}
