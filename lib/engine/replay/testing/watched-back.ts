import type { Settings } from '@/lib/engine/policy/fields';
import type { Watching } from '@/lib/engine/policy/observed/watching';
import type { Policy } from '@/lib/engine/policy/policy';
import type { Profile } from '@/lib/engine/tokens/profile';
import { observe } from '../observed/observe';
import { prepare, type Replayable } from '../prepare';
import { replay, type Replay } from '../replay';
import { SessionRequests } from '../requests';
import { uncompacted, writtenDown } from './written-down';

/** What differs between a policy's replay and the policy watching the recording of it, in steps. */
export const differenceNames = [
  /** It compacted, and nothing is asked for. */
  'missed',
  /** It did not, and the policy asks for it. */
  'extra',
  /** The value is another, or there is none: the file does not hold it. */
  'values',
  'unknown',
  /** The last real is another. */
  'lastReals',
  /** The value is another where nothing was asked before. */
  'leaks',
] as const;
export type DifferenceName = (typeof differenceNames)[number];

export interface WatchedBack extends Readonly<Record<DifferenceName, number>> {
  readonly steps: number;
  readonly compactions: number;
  /** Compactions before the first request, about which nobody can be asked. */
  readonly atStart: number;
  /** The first step with a difference; empty for none. */
  readonly first: string;
}

export const nothingWatched: WatchedBack = {
  steps: 0,
  compactions: 0,
  atStart: 0,
  missed: 0,
  extra: 0,
  values: 0,
  unknown: 0,
  lastReals: 0,
  leaks: 0,
  first: '',
};

const counts = ['steps', 'compactions', 'atStart', ...differenceNames] as const;

/** The sum of two. */
export const added = (a: WatchedBack, b: WatchedBack): WatchedBack => ({
  ...a,
  ...Object.fromEntries(counts.map((name) => [name, a[name] + b[name]])),
  first: a.first === '' ? b.first : a.first,
});

/** A recording ready to be watched, whose texts weigh what they weighed in the session it was written from. */
function asBefore(recording: Profile, { prefixTokens, projection }: Replayable): Replayable {
  const made = prepare(recording, prefixTokens);
  const { density } = projection;
  const base = { ...made.base, projection: { ...made.projection, density } };
  return { ...made, base, requests: new SessionRequests(base, made.requests) };
}

/** Replays a policy over a session without its compactions, writes that down, and watches it. */
export function watchedBack(given: Profile, policy: Policy, settings: Settings): WatchedBack {
  const free = replay(prepare(uncompacted(given)), policy, settings);
  const session = asBefore(writtenDown(free, 'acts'), free.session);
  // Its summaries are what was recorded.
  const known = 'summary' in settings ? { ...settings, summary: 'recorded' } : settings;
  const seen = observe(session, policy, known, { own: true });
  const quiet = observe(session, unasked(policy), known, { own: true });
  let sum: WatchedBack = { ...nothingWatched, steps: session.profile.stepCount };
  const asks = asksOf(seen, free);
  for (let step = 0; step < session.profile.stepCount; step++) {
    sum = added(sum, differenceAt(step, { free, seen, quiet, asks: asks[step] === 1 }));
  }
  return sum;
}

/** The policy, whose decisions are never asked while it watches. */
export const unasked = (policy: Policy): Policy => ({
  ...policy,
  begin: (settings, { watching, ...input }) =>
    policy.begin(settings, { ...input, watching: watching && withoutAsking(watching) }),
});

const withoutAsking = (watching: Watching): Watching =>
  new Proxy(watching, {
    get(target, key) {
      if (key === 'ask') return () => undefined;
      const found: unknown = Reflect.get(target, key, target);
      return typeof found === 'function' ? (found.bind(target) as unknown) : found;
    },
  });

/** 1 at each step where a compaction is asked for; beside the agent, where one that was asked for lands. */
function asksOf({ observation, policy }: Replay, free: Replay): Uint8Array {
  const asks = Uint8Array.from(observation?.fires ?? [], (fires) => (fires > 0 ? 1 : 0));
  if (policy.traits.background !== true) return asks;
  const made = new Set(free.notes.background.map(({ start }) => start));
  let started = false;
  for (let step = 0; step < asks.length; step++) {
    const lands = free.columns.compacted[step] === 1;
    const starts = asks[step] === 1;
    asks[step] = lands ? Number(started) : Number(starts && !made.has(step));
    started = starts || (started && !lands);
  }
  return asks;
}

interface Watched {
  readonly free: Replay;
  readonly seen: Replay;
  readonly quiet: Replay;
  readonly asks: boolean;
}

function differenceAt(step: number, { free, seen, quiet, asks }: Watched): WatchedBack {
  const did = free.columns.compacted[step] === 1;
  const compactions = Number(did);
  if (did && step === 0) return { ...nothingWatched, compactions, atStart: 1 };
  const [was, is, unaskedIs] = [free, seen, quiet].map(({ columns }) => columns.decision[step]);
  const [before, now] = [free, seen].map(({ columns }) => columns.lastReal[step]);
  const isUnknown = Number.isNaN(is) && !Number.isNaN(was);
  const found = {
    missed: Number(did && !asks),
    extra: Number(asks && !did),
    values: Number(!isUnknown && !Object.is(is, was)),
    unknown: Number(isUnknown),
    lastReals: Number(!Object.is(now, before)),
    leaks: Number(!Object.is(is, unaskedIs)),
  };
  const first = Object.values(found).every((count) => count === 0)
    ? ''
    : `step ${step}: value ${is}, was ${was}; last real ${now}, was ${before}; ${did ? 'compacted' : 'held'}, ${asks ? 'asks' : 'asks for nothing'}`;
  return { ...nothingWatched, compactions, ...found, first };
}
