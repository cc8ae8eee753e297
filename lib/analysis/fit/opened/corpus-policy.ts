/** The policies that the sessions of a corpus open with, and the one that speaks for most of them. */
import { counted, formatInteger } from '@/lib/engine/base/format';
import type { Policy, Preset } from '@/lib/engine/policy/policy';
import { DEFAULT_POLICY, findPolicy, policyOrDefault } from '@/lib/policies/registry';

/** What one session opens with. */
interface OpenedWith {
  readonly policy: string;
  readonly preset: string | null;
  /** False where no policy models its agent. */
  readonly own: boolean;
}

/** A policy, and the sessions that open with it. */
export interface PolicyShare {
  readonly policy: string;
  readonly own: boolean;
  readonly sessions: number;
}

/** The policy that a corpus is asked under where none is named. */
export interface CorpusPolicy {
  readonly policy: Policy;
  /** The version that recorded all of its sessions; null where it is the policy's own, or they differ. */
  readonly preset: Preset<unknown> | null;
  /** All policies, that of the most sessions first. */
  readonly shares: readonly PolicyShare[];
}

/** The policy that the most sessions open with; of equally many one that models its agent, then by id. */
export function corpusPolicy(
  sessions: readonly OpenedWith[],
  allowed: (policy: Policy) => boolean = () => true,
): CorpusPolicy {
  const shares = sharesOf(sessions);
  const first = shares.find(({ policy }) => {
    const known = findPolicy(policy);
    return known !== undefined && allowed(known);
  });
  const policy = policyOrDefault(first?.policy ?? DEFAULT_POLICY);
  const presets = new Set(
    sessions.filter((one) => one.policy === policy.id && one.own).map(({ preset }) => preset),
  );
  const [id] = presets;
  const preset = presets.size === 1 ? policy.presets.find((one) => one.id === id) : undefined;
  return { policy, preset: preset ?? null, shares };
}

function sharesOf(sessions: readonly OpenedWith[]): readonly PolicyShare[] {
  const counts = new Map<string, { policy: string; own: boolean; sessions: number }>();
  for (const { policy, own } of sessions) {
    const key = `${policy} ${own}`;
    const share = counts.get(key) ?? { policy, own, sessions: 0 };
    share.sessions++;
    counts.set(key, share);
  }
  return [...counts.values()].sort(
    (a, b) =>
      b.sessions - a.sessions || Number(b.own) - Number(a.own) || (a.policy < b.policy ? -1 : 1),
  );
}

/** "20 of Claude Code, 5 of Codex, 3 of an agent that no policy models". */
export const shareWords = (shares: readonly PolicyShare[]): string =>
  shares
    .map(({ policy, own, sessions }) =>
      own
        ? `${formatInteger(sessions)} of ${findPolicy(policy)?.label ?? policy}`
        : `${formatInteger(sessions)} of agents that no policy models`,
    )
    .join(', ');

/** Which policy a mixed corpus is asked under, in a sentence; null where all its sessions share one. */
export function mixedWords({ policy, shares }: CorpusPolicy): string | null {
  if (shares.length < 2) return null;
  const all = shares.reduce((sum, { sessions }) => sum + sessions, 0);
  return `These ${counted(all, 'session')} ran under ${counted(shares.length, 'policy', 'policies')}: ${shareWords(shares)}. All are asked under ${policy.label}.`;
}
