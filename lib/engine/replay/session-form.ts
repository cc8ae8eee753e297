import type { Policy } from '@/lib/engine/policy/policy';
import type { Replayable } from './prepare';
import { SessionRequests, type RequestBase } from './requests';

/** Requests counted in a policy's form, and the settings that the form read. */
interface KnownForm {
  readonly policy: Policy;
  readonly read: readonly (readonly [string, unknown])[];
  readonly requests: SessionRequests;
}

/**
 * A session's newest form: sizing every request again takes up to half of a replay, and most replays
 * of a session differ in settings that the form does not read.
 */
const newest = new WeakMap<RequestBase, KnownForm>();

/** The session's requests as a policy counts them. */
export function requestsOf(
  session: Replayable,
  policy: Policy,
  settings: unknown,
): SessionRequests {
  const known = newest.get(session.base);
  if (known?.policy === policy && holds(known, settings as object)) return known.requests;
  const read = new Map<string, unknown>();
  const requests = sized(session, policy, watched(settings as object, read));
  newest.set(session.base, { policy, read: [...read], requests });
  return requests;
}

const holds = ({ read }: KnownForm, settings: object): boolean =>
  read.every(([key, value]) => Reflect.get(settings, key) === value);

/** The same settings; what is read of them is noted. */
const watched = (settings: object, read: Map<string, unknown>): object =>
  new Proxy(settings, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key);
      if (typeof key === 'string') read.set(key, value);
      return value;
    },
  });

function sized(session: Replayable, policy: Policy, settings: unknown): SessionRequests {
  const { profile, prefixTokens, base, requests } = session;
  const form = policy.form?.(settings, profile, prefixTokens) ?? requests;
  const same =
    form.estimator.id === requests.estimator.id && form.wrapperBytes === requests.wrapperBytes;
  return same ? requests : new SessionRequests(base, form);
}
