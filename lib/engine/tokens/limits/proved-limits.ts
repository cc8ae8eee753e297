/** What the sessions of a model prove of its limit, for its other sessions, whose limit the shipped table assumes. */
import type { SessionDraft } from '@/lib/engine/session/draft';
import type { Limit } from '@/lib/engine/session/schema';
import { sessionUser } from '@/lib/engine/session/session-user';
import { stepFlag, type Profile } from '../profile';
import { raisedLimit } from './limits';
import { assumedLimits, modelNames, withModelLimits, type ModelLimits } from './model-limits';

/** A number of tokens, and the file of the session that shows it. */
interface Witness {
  readonly tokens: number;
  readonly file: string;
}

/** What is known of a model. */
interface ModelProof {
  /** The largest request that it accepted. */
  readonly accepted: Witness | null;
  /** The smallest limit that one of its refusals names. */
  readonly refused: Witness | null;
}

/** By the name of a model. */
export type LimitProofs = ReadonlyMap<string, ModelProof>;

const NOTHING: ModelProof = { accepted: null, refused: null };

/** What a session's requests show of its models; nothing of a generated one, whose requests no provider saw. */
export function sessionProofs(file: string, profile: Profile): LimitProofs {
  const proofs = new Map<string, ModelProof>();
  if (profile.head.generated) return proofs;
  const { real, limit, flags } = profile.steps;
  modelNames(profile).forEach((model, step) => {
    if (model === null) return;
    const { accepted, refused } = proofs.get(model) ?? NOTHING;
    const isRefused = ((flags[step] ?? 0) & stepFlag.rejected) !== 0;
    const tokens = real[step] ?? -1;
    const named = limit[step] ?? 0;
    proofs.set(model, {
      accepted: isRefused || tokens <= 0 ? accepted : larger(accepted, { tokens, file }),
      refused: named <= 0 ? refused : smaller(refused, { tokens: named, file }),
    });
  });
  return proofs;
}

/** What several sessions prove together; of equal proofs the first. */
export function joinedProofs(all: Iterable<LimitProofs>): LimitProofs {
  const joined = new Map<string, ModelProof>();
  for (const proofs of all) {
    for (const [model, { accepted, refused }] of proofs) {
      const before = joined.get(model) ?? NOTHING;
      joined.set(model, {
        accepted: larger(before.accepted, accepted),
        refused: smaller(before.refused, refused),
      });
    }
  }
  return joined;
}

const larger = (one: Witness | null, other: Witness | null): Witness | null =>
  one === null || (other !== null && other.tokens > one.tokens) ? other : one;

const smaller = (one: Witness | null, other: Witness | null): Witness | null =>
  one === null || (other !== null && other.tokens < one.tokens) ? other : one;

/**
 * A session under what its siblings prove: an accepted request above what is assumed of its model raises that to
 * the vendor's next limit; else the limit that a refusal names stands in for it, unless a larger request was
 * accepted elsewhere: then accounts differ, and nothing is proved. What the recording names stays.
 */
export function underProofs(profile: Profile, proofs: LimitProofs): Profile {
  if (profile.head.generated) return profile;
  const proved = new Map<string, Limit>();
  for (const [model, assumed] of assumedLimits(profile)) {
    const limit = provedLimit(model, assumed, proofs.get(model) ?? NOTHING);
    if (limit !== null && limit.tokens !== assumed.tokens) proved.set(model, limit);
  }
  return withModelLimits(profile, proved satisfies ModelLimits);
}

function provedLimit(model: string, assumed: Limit, { accepted, refused }: ModelProof) {
  const most = accepted?.tokens ?? 0;
  if (accepted !== null && most > assumed.tokens) {
    const proof = { file: accepted.file, accepted: most };
    return { tokens: raisedLimit(most, model), source: 'proved' as const, proof };
  }
  if (refused === null || refused.tokens < most) return null;
  const proof = { file: refused.file, accepted: null };
  return { tokens: refused.tokens, source: 'proved' as const, proof };
}

/** A session among others, with the user who ran it. */
interface OfUser {
  readonly profile: Profile;
  readonly draft: Pick<SessionDraft, 'user' | 'project'>;
}

/**
 * Sessions that were read together, each under what those of its user prove: the window of a model differs by account.
 * Where no user is named nothing is proved, nor of a session that compacted by itself: that shows what its agent
 * went by, and the same account may run a model with either window.
 */
export function underSiblings<S extends OfUser>(
  sessions: readonly S[],
  fileOf: (session: S) => string,
): readonly S[] {
  const users = new Map<string, LimitProofs[]>();
  for (const one of sessions) {
    const user = sessionUser(one.draft);
    if (user === null) continue;
    const proofs = users.get(user) ?? [];
    proofs.push(sessionProofs(fileOf(one), one.profile));
    users.set(user, proofs);
  }
  const joined = new Map([...users].map(([user, proofs]) => [user, joinedProofs(proofs)]));
  return sessions.map((one) => {
    const proofs = joined.get(sessionUser(one.draft) ?? '');
    if (proofs === undefined || compactedByItself(one.profile)) return one;
    const profile = underProofs(one.profile, proofs);
    return profile === one.profile ? one : { ...one, profile };
  });
}

const compactedByItself = ({ head }: Profile): boolean =>
  head.compactions.some(({ kind, trigger }) => kind === 'summary' && trigger !== 'manual');
