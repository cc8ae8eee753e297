/** Expectations from what settings do to sessions now. */
import { yamlText } from '@/lib/engine/base/text/yaml-text';
import type { Settings } from '@/lib/engine/policy/fields';
import { namedSettings } from '@/lib/engine/policy/named-settings';
import type { Policy } from '@/lib/engine/policy/policy';
import { PRODUCER } from '@/lib/engine/replay/engine';
import type { Replayable } from '@/lib/engine/replay/prepare';
import { compactionRate, evaluate } from './evaluate';
import { listedSession } from './match';
import type { SettingsPromise } from '../promises/schema';
import { EXPECTATIONS_VERSION, type Expectation, type Expectations } from './schema';

/** A session whose behaviour is to stay as it is. */
export interface BaselineSession {
  readonly name: string;
  readonly session: Replayable;
  /** Steps at which it compacts that are recorded one by one. */
  readonly fires?: readonly number[];
}

/** What expectations are recorded from. */
export interface Recording {
  readonly policy: Policy;
  /** Settings as given; a window left out is each session's own. */
  readonly settings: Settings;
  /** Limit of every session; null: its own. */
  readonly limit: number | null;
  readonly sessions: readonly BaselineSession[];
  /** Most compactions per 100 steps, of all sessions together; as many as now if left out. */
  readonly per100?: number;
  /** What a sweep recommended, and the share by which it may differ later. */
  readonly recommendation?: Omit<Extract<Expectation, { expect: 'recommendation' }>, 'expect'>;
  /** What is promised of the settings, behind what was promised before. */
  readonly promises?: readonly SettingsPromise[];
}

/**
 * The expectations that hold now: no overflow and no loop, but for the sessions that have one already;
 * no more compactions per 100 steps; each named compaction; the recommendation. Throws a RangeError for
 * a named compaction that the settings do not make.
 */
export function recordedExpectations(recording: Recording): Expectations {
  const { policy, limit, recommendation, promises = [] } = recording;
  const sessions = withOwnNames(recording.sessions);
  const settings = pinnedSettings(policy, recording.settings);
  const choice = { policy, preset: null };
  const failing = (one: Expectation): readonly string[] => {
    const file = { expectations: [one], settings, limit };
    const verdicts = evaluate(file, choice, sessions);
    return verdicts.flatMap(({ why, session }) => (why === null ? [] : (session ?? [])));
  };
  const unless = (expect: 'never overflows' | 'no loop'): Expectation => {
    const except = failing({ expect });
    return except.length === 0 ? { expect } : { expect, except: [...except] };
  };
  const fires = sessions.flatMap((one) =>
    (one.fires ?? []).map((step): Expectation => ({ expect: 'fires', session: one.name, step })),
  );
  const wrong = evaluate({ expectations: fires, settings, limit }, choice, sessions).find(
    ({ why }) => why !== null,
  );
  if (wrong !== undefined) {
    throw new RangeError(`${wrong.session ?? ''} does not compact there now: ${wrong.why ?? ''}`);
  }
  const rate = compactionRate({ settings, limit }, choice, sessions);
  return {
    version: EXPECTATIONS_VERSION,
    producer: PRODUCER,
    policy: policy.id,
    settings: { ...settings },
    limit,
    sessions: sessions.map(listedSession),
    expectations: [
      unless('never overflows'),
      unless('no loop'),
      { expect: 'compactions per 100 steps', most: recording.per100 ?? roundedUp(rate) },
      ...fires,
      ...(recommendation === undefined
        ? []
        : [{ expect: 'recommendation' as const, ...recommendation }]),
    ],
    ...(promises.length === 0 ? {} : { promises: [...promises] }),
  };
}

/** To one decimal, so that what was rounded holds. */
const roundedUp = (rate: number): number => Math.ceil(rate * 10) / 10;

/** The settings given, and today's defaults of what is tuned, which a later version may change. */
function pinnedSettings(policy: Policy, given: Settings): Expectations['settings'] {
  const defaults = namedSettings(policy, policy.settings.parse({}) as Settings);
  const { window: _session, ...tuned } = defaults;
  return { ...tuned, ...given } as Expectations['settings'];
}

/** Sessions under names of their own: the second of a name gets a number. */
function withOwnNames(sessions: readonly BaselineSession[]): readonly BaselineSession[] {
  const taken = new Set<string>();
  return sessions.map((one) => {
    const plain = one.name.slice(0, 900) || 'session';
    let name = plain;
    for (let i = 2; taken.has(name); i++) name = `${plain} (${i})`;
    taken.add(name);
    return { ...one, name };
  });
}

/** Text of highwater.yaml. */
export const expectationsText = (expectations: Expectations): string => yamlText(expectations);
