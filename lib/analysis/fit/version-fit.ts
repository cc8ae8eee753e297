/**
 * Thresholds fitted over many sessions: those that one version of an agent recorded at one window.
 * Constants change between versions, and the threshold with the window, so neither is mixed.
 */
import { formatInteger } from '@/lib/engine/base/format';
import type { Profile } from '@/lib/engine/tokens/profile';
import type { ClaimSource } from './claimed-policy';
import { fidelityOf } from './fidelity';
import { fitThreshold, type FittedThreshold } from './fitted-threshold';
import type { JudgedCompaction } from './judgement';
import { openSession } from './opening';

/** Sessions of one group were recorded by the same policy, version and window. */
export interface FitGroup {
  readonly policy: string;
  /** From the recording; version null if it is not recorded. */
  readonly agent: string;
  readonly version: string | null;
  /** Tokens: the window of the claimed settings. */
  readonly window: number;
}

/** A session's recorded compactions as judged, and the group it belongs to. */
export interface SessionEvidence {
  readonly group: FitGroup;
  readonly compactions: readonly JudgedCompaction[];
}

/** A threshold fitted to all sessions of a group. */
interface VersionFit {
  readonly group: FitGroup;
  readonly fitted: FittedThreshold;
}

/** A session's evidence of its agent's threshold; null if no policy models the agent. */
export function sessionEvidence(source: ClaimSource, profile: Profile): SessionEvidence | null {
  const { own, prefixTokens } = openSession(source, profile);
  // A threshold is fitted to the policies that take one.
  if (own === null || !('observed' in own.settings)) return null;
  const { agent, agentVersion: version } = source;
  const window = Number(own.settings['window'] ?? 0);
  const group = { policy: own.policy.id, agent, version, window };
  const some = profile.head.compactions.some(({ kind }) => kind === 'summary');
  return { group, compactions: some ? fidelityOf(profile, own, prefixTokens).compactions : [] };
}

/** True if two sessions may be fitted together. */
export const isSameGroup = (a: FitGroup, b: FitGroup): boolean =>
  a.policy === b.policy && a.agent === b.agent && a.version === b.version && a.window === b.window;

/** One fit for every group that several sessions are evidence of, in the order of the sessions. */
export function fitVersions(sessions: readonly SessionEvidence[]): readonly VersionFit[] {
  const groups: { readonly group: FitGroup; readonly members: SessionEvidence[] }[] = [];
  for (const session of sessions) {
    const known = groups.find(({ group }) => isSameGroup(group, session.group));
    if (known === undefined) groups.push({ group: session.group, members: [session] });
    else known.members.push(session);
  }
  return groups.flatMap(({ group, members }): readonly VersionFit[] => {
    const fitted = fitThreshold(members);
    return fitted === null || fitted.sessions < 2 ? [] : [{ group, fitted }];
  });
}

/** "Claude Code 2.1.37 at a window of 200,000". */
export function groupWords({ agent, version, window }: Omit<FitGroup, 'policy'>): string {
  const named = version === null ? `${agent}, version not recorded,` : `${agent} ${version}`;
  return `${named} at a window of ${formatInteger(window)}`;
}
