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

/** What is kept of a session to tell whether it begins with another's calls. */
export interface Calls {
  readonly calls: readonly (string | null)[];
  /** The recording says of calls that they are another's: it gives way to one that does not. */
  readonly isCopy: boolean;
}

/** The calls of a session. */
export const callsOf = (profile: Profile): Calls => ({
  calls: Array.from({ length: profile.stepCount }, (_, step) => callAt(profile, step)),
  isCopy: profile.head.counted.some(({ kind }) => kind === 'copied'),
});

/** Steps from the first on that two sessions have in common. */
function shared({ calls }: Calls, { calls: others }: Calls): number {
  const first = calls.findIndex((call, step) => call === null || call !== others[step]);
  return first < 0 ? calls.length : first;
}

/** Of each session the steps at its beginning that another one counts already. */
export function copiedFrom(sessions: readonly Calls[]): readonly number[] {
  const begun = new Map<string, Calls[]>();
  const from = new Map<Calls, number>();
  for (const one of [...sessions].sort((a, b) => Number(a.isCopy) - Number(b.isCopy))) {
    const first = one.calls[0] ?? null;
    if (first === null) continue;
    const alike = begun.get(first) ?? [];
    from.set(one, Math.max(0, ...alike.map((other) => shared(one, other))));
    begun.set(first, [...alike, one]);
  }
  return sessions.map((one) => from.get(one) ?? 0);
}

/**
 * The sessions, each with the steps at its beginning that another session counts already. They are replayed,
 * because what comes later depends on them, and counted nowhere.
 */
export function countedOnce<S extends CorpusSession>(sessions: readonly S[]): readonly S[] {
  const copied = copiedFrom(sessions.map(({ session }) => callsOf(session.profile)));
  return sessions.map((one, i) => {
    const step = copied[i] ?? 0;
    return step === 0 ? one : { ...one, session: countedAfter(one.session, step) };
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
