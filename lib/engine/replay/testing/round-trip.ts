import type { Policy } from '@/lib/engine/policy/policy';
import { policies } from '@/lib/policies/registry';
import type { Profile } from '@/lib/engine/tokens/profile';
import { prepare } from '../prepare';
import { replay, type Replay } from '../replay';
import { uncompacted, writtenDown } from './written-down';

/** A session to be replayed, by its file's name. */
export interface Source {
  readonly name: string;
  readonly profile: Profile;
}

/** A policy replayed over a recording of its own replay. */
export interface RoundTrip {
  readonly name: string;
  readonly recording: Profile;
  readonly free: Replay;
  readonly again: Replay;
}

/** Policies that compact or shorten what is sent by a rule of their own. */
export const acting: readonly Policy[] = policies.filter(
  ({ id, traits }) => traits.recording !== true && !['none', 'clairvoyant'].includes(id),
);

/** Windows at which most policies compact an ordinary session, and bytes of their summaries. */
const WINDOWS = [60_000, 30_000] as const;
const SUMMARY_BYTES = 4_000;

/** Settings of a policy with these values, as far as it has such settings. */
export function settingsWith(policy: Policy, wanted: object): object {
  const defaults = policy.settings.parse({}) as object;
  const known = Object.entries(wanted).filter(([name]) => name in defaults);
  const parsed = policy.settings.safeParse({ ...defaults, ...Object.fromEntries(known) });
  return (parsed.success ? parsed.data : defaults) as object;
}

/** The windows to replay with, and the settings of the summary of the second replay. */
interface Trips {
  readonly windows?: readonly number[];
  /** Bytes of each written summary. */
  readonly bytes?: number | undefined;
  readonly summary?: object;
}

/**
 * Replays a policy over each session, writes that down as a recording, and replays it again under the same
 * settings, with the recorded summaries or those of `summary`; only replays that changed a request.
 */
export function roundTrips(
  policy: Policy,
  sources: readonly Source[],
  { windows = WINDOWS, bytes = SUMMARY_BYTES, summary = { summary: 'recorded' } }: Trips = {},
): readonly RoundTrip[] {
  return sources.flatMap(({ name, profile }) =>
    windows.flatMap((window) => {
      const sized = { window, summary: 'bytes', summaryBytes: bytes };
      const given = prepare(uncompacted(profile));
      const free = replay(given, policy, settingsWith(policy, sized));
      if (free.notes.standings.length === 0) return [];
      const recording = writtenDown(free);
      const session = prepare(recording, given.prefixTokens);
      const again = replay(session, policy, settingsWith(policy, { ...sized, ...summary }));
      return [{ name: `${name} at ${window}`, recording, free, again }];
    }),
  );
}

/** The step of a round trip's first compaction, if it is the recorded one; −1 otherwise. */
export function firstAlike({ free, again }: RoundTrip): number {
  const step = free.columns.compacted.indexOf(1);
  return again.columns.compacted.indexOf(1) === step ? step : -1;
}

/** Steps of a round trip whose recorded real is not the replayed one. */
export const wrongReals = ({ recording, again }: RoundTrip): readonly number[] =>
  [...recording.steps.real.keys()].filter((step) => {
    const real = recording.steps.real[step] as number;
    return real >= 0 && real !== again.columns.real[step];
  });
