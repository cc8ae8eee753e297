/** What the next request of a session meets under a model: its limit, and its agent's own policy with that window. */
import { byteAt, floatAt, intAt } from '@/lib/engine/base/read';
import type { Settings } from '@/lib/engine/policy/fields';
import { sessionSettings } from '@/lib/engine/policy/session-settings';
import { observe } from '@/lib/engine/replay/observed/observe';
import { prepare, type Replayable } from '@/lib/engine/replay/prepare';
import { bandOf } from '@/lib/engine/replay/projection/band';
import { replay, type Replay } from '@/lib/engine/replay/replay';
import type { Limit } from '@/lib/engine/session/schema';
import { shippedDensity } from '@/lib/engine/tokens/density';
import { nextProfile } from '@/lib/engine/tokens/next-profile';
import type { ProfileHead } from '@/lib/engine/tokens/profile';
import { recorded } from '@/lib/policies/highwater/recorded';
import { realAsked } from '@/lib/analysis/explain/step-events';
import type { SessionReplay } from '@/lib/analysis/subject/replay-session';
import { claimedPolicy } from '../claimed-policy';
import { compactedAt } from './compacted-at';

/** Real tokens of a request that nobody sent, with the projection's p10 and p90. */
export interface SizedRequest {
  readonly tokens: number;
  readonly low: number;
  readonly high: number;
}

/** A model that a session goes on under. */
export interface NextModel {
  readonly model: string | null;
  /** null: nobody knows it. */
  readonly limit: Limit | null;
  /** It is the one that the session ran under. */
  readonly isSame: boolean;
}

/** The next request of a session under a model. */
export interface NextRequest {
  /** Tokens of the model for one of the model that counted: 1 for the same, and where one of them was never measured. */
  readonly factor: { readonly value: number; readonly known: boolean };
  readonly request: SizedRequest;
  /** The policy at that request; it is the last step of its session. */
  readonly run: Replay;
  readonly step: number;
  /** The policy compacts before it is sent. */
  readonly compacts: boolean;
  /** What a compaction there leaves; null where the policy has none that changes it. */
  readonly after: (SizedRequest & { readonly covered: number; readonly run: Replay }) | null;
}

/** Sizes the next request, asks the policy about it, and compacts there. */
export function nextRequest(subject: SessionReplay, next: NextModel): NextRequest {
  const { measured, opening, policy, session: own } = subject;
  const settings = next.isSame ? subject.settings : switchedSettings(subject, next);
  const profile = nextProfile(measured.profile);
  const session = prepare(
    next.isSame ? profile : { ...profile, head: limitedTo(profile.head, next) },
    own.prefixTokens,
  );
  const step = profile.stepCount - 1;
  const limit = next.limit?.tokens ?? null;
  const decides = policy.traits.recording !== true;
  const isObserved = decides && profile.steps.ratio === null;
  const isOwn = opening.own?.policy === policy;
  const run = isObserved
    ? observe(session, policy, settings, { own: isOwn, limit })
    : replay(session, policy, settings, { limit });
  const factor = next.isSame ? SAME : factorOf(subject, next.model);
  const compacts = isObserved
    ? byteAt(run.observation?.fires ?? new Uint8Array(), step) !== 0
    : decides && byteAt(run.columns.compacted, step) === 1;
  return {
    factor,
    request: scaled(isObserved ? asRecorded(session) : run, step, factor.value),
    run,
    step,
    compacts,
    after: decides ? afterAt(run, step, factor.value) : null,
  };
}

const SAME = { value: 1, known: true } as const;

/** The recorded request with all that came since, whatever a policy thinks of it. */
const asRecorded = (session: Replayable): Replay =>
  replay(session, recorded, recorded.settings.parse({}));

function scaled(run: Replay, step: number, factor: number): SizedRequest {
  const { low, high } = bandOf(run);
  const asked = realAsked(run, step);
  const beside = asked - floatAt(run.columns.real, step);
  const at = (column: Float64Array): number =>
    Math.round(factor * (floatAt(column, step) + beside));
  return { tokens: Math.round(factor * asked), low: at(low), high: at(high) };
}

/** The recording's own compactions and one more. */
function afterAt(run: Replay, step: number, factor: number): NextRequest['after'] {
  const { compactions } = run.session.profile.head;
  const before = compactions.flatMap((one) =>
    one.kind === 'summary' && one.step < step ? [one.step] : [],
  );
  const forced = compactedAt(
    run,
    [...new Set([...before, step])].sort((a, b) => a - b),
  );
  const { columns } = forced;
  if (columns.compacted[step] !== 1) return null;
  const { low, high } = bandOf(forced);
  const at = (column: Float64Array): number => Math.round(factor * floatAt(column, step));
  const sized = { tokens: at(columns.real), low: at(low), high: at(high) };
  return { ...sized, covered: intAt(columns.covered, step), run: forced };
}

/** The settings, with what the other model says of the window and of the version of the rule. */
function switchedSettings(
  { policy, settings, opening, measured: { profile, draft } }: SessionReplay,
  next: NextModel,
): Settings {
  const isOwn = opening.own?.policy === policy;
  const begin = (head: ProfileHead): Settings =>
    ((isOwn ? claimedPolicy(draft.head.source, head)?.settings : undefined) ??
      sessionSettings(policy, head)) as Settings;
  const from = begin(profile.head);
  // A window that was asked for stays, as does whatever else differs from the model's own.
  const kept = Object.entries(settings).filter(
    ([key, value]) =>
      value !== from[key] &&
      key !== 'observed' &&
      (key !== 'window' || value !== opening.settings['window']),
  );
  const chosen = {
    ...begin({
      ...limitedTo(profile.head, next),
      models: [next.model ?? ''],
    }),
    ...Object.fromEntries(kept),
  };
  return policy.settings.parse(chosen) as Settings;
}

/** The facts of a session that goes on under one limit. */
function limitedTo(head: ProfileHead, { limit }: NextModel): ProfileHead {
  const { environments: _, ...rest } = head;
  return { ...rest, limit };
}

/** How many tokens another model counts, by the shipped densities. */
function factorOf({ measured: { profile } }: SessionReplay, model: string | null) {
  const own = shippedDensity(profile.head.models[profile.steps.model.at(-1) ?? -1] ?? null);
  const other = shippedDensity(model);
  const known = own.known && other.known;
  return { value: known ? other.value / own.value : 1, known };
}
