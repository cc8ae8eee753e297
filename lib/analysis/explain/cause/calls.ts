import type { Replay } from '@/lib/replay/replay';

/** Names of the tools that an entry calls, in order; none where the recording holds no names. */
export type CallNames = (entry: number) => readonly string[];

/** Entries that came into the log between a step and the newest request that its policy knows. */
export function newEntries(
  { session }: Pick<Replay, 'session'>,
  step: number,
  from = step - 1,
): readonly [from: number, to: number] {
  const { entries } = session.profile.steps;
  return [from < 0 ? 0 : (entries[from] ?? 0), entries[step] ?? 0];
}
