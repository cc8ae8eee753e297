/**
 * The version of ContextGuard that recorded a session, found by the state it left: every version is
 * replayed, and the one whose five state keys agree on the most steps is it.
 */
import { counted, formatInteger } from '@/lib/engine/base/format';
import { sessionSettings } from '@/lib/engine/policy/session-settings';
import type { Settings } from '@/lib/engine/policy/fields';
import type { Policy, Preset } from '@/lib/engine/policy/policy';
import { policies } from '@/lib/policies/registry';
import { guardAgreement, IMPORTED_WRAPPER } from '@/lib/engine/replay/guard-agreement';
import { prepare } from '@/lib/engine/replay/prepare';
import { replay } from '@/lib/engine/replay/replay';
import type { Profile } from '@/lib/engine/tokens/profile';
import type { ClaimedPolicy, ClaimSource } from './claimed-policy';

/** A version of a policy: a preset with a source of its own; null for the policy's own. */
interface Version {
  readonly policy: Policy;
  readonly preset: Preset<unknown> | null;
}

/** Every version that leaves ContextGuard's state, the ones to prefer first: the latest. */
const versions: readonly Version[] = policies
  .filter(({ guardState }) => guardState !== undefined)
  .flatMap((policy): readonly Version[] => {
    const own = policy.presets.filter(({ provenance }) => provenance !== undefined).reverse();
    return own.length === 0
      ? [{ policy, preset: null }]
      : own.map((preset) => ({ policy, preset }));
  })
  .sort((a, b) => Number(rank(a)) - Number(rank(b)));

/** Full summaries before tails and sliding windows. */
function rank({ policy }: Version): number {
  return (policy.decision?.unit === 'entries' ? 2 : 0) + (policy.traits.splitsPairs ? 1 : 0);
}

/**
 * ContextGuard in the version that recorded a session, under settings that the recording shows; null if
 * the session holds no state of it.
 */
export function guardPolicy(
  { agent }: ClaimSource,
  profile: Profile,
  prefixTokens: number,
  shown: Settings = {},
): ClaimedPolicy | null {
  const { head } = profile;
  if (head.guard.length === 0) return null;
  const session = prepare(profile, prefixTokens);
  // The true sizes of the stored summaries, whatever a version wraps around them.
  const script = head.compactions
    .filter(({ kind }) => kind === 'summary')
    .map(({ summaryBytes }) => ({ bytes: Math.max(0, summaryBytes - IMPORTED_WRAPPER) }));
  const tried = versions.map(({ policy, preset }) => {
    const opening = sessionSettings(policy, head) as object;
    const settings = policy.settings.parse({
      ...opening,
      ...(preset?.settings as object | undefined),
      ...shown,
    }) as Readonly<Record<string, unknown>>;
    const run = replay(session, policy, settings, script.length > 0 ? { script } : {});
    return { policy, preset, settings, ...guardAgreement(profile, run) };
  });
  const best = tried.reduce((a, b) =>
    b.agreeing > a.agreeing ||
    (b.agreeing === a.agreeing && b.mismatches.length < a.mismatches.length)
      ? b
      : a,
  );
  const { policy, preset, settings, agreeing, steps } = best;
  const named = preset === null ? policy.label : `${policy.label} (${preset.label})`;
  const state = `same state on ${formatInteger(agreeing)} of ${counted(steps, 'step')}`;
  const words = `${named}, recorded by ${agent}, ${state}`;
  return { policy, preset: preset?.id ?? null, settings, words, windows: 'any' };
}
