import type { Fidelity, Policy, Preset } from '@/lib/policies/policy';
import type { Settings } from './settings-fields';

/** How close a policy is to its system: a badge, and what the badge means. */
export const fidelityWords: Readonly<
  Record<Fidelity, { readonly badge: string; readonly text: string }>
> = {
  exact: {
    badge: 'exact',
    text: 'as its own code computes it',
  },
  documented: { badge: 'documented', text: 'as its document says, which its code may not do' },
  reconstructed: {
    badge: 'reconstructed',
    text: 'put together from public statements; the source is closed',
  },
  ours: { badge: 'ours', text: 'made by Highwater; no other system runs it' },
};

/** Beginnings of policy ids, with the systems they belong to; the picker's groups, in order. */
const systems = [
  ['contextguard', 'ContextGuard'],
  ['goat', 'Goat'],
  ['crush', 'Crush'],
  ['claude-code', 'Claude Code'],
  ['codex', 'Codex'],
  ['gemini-cli', 'Gemini CLI'],
  ['opencode', 'OpenCode'],
  ['pi', 'pi'],
  ['recorded', 'The recording'],
] as const;

const OURS = 'Highwater';

/** The system a policy belongs to. */
export function systemOf({ id, label, provenance }: Policy): string {
  const known = systems.find(([start]) => id.startsWith(start));
  return known?.[1] ?? (provenance.fidelity === 'ours' ? OURS : label);
}

/** Policies by system, systems in the order they are known here. */
export function bySystem(
  policies: readonly Policy[],
): readonly (readonly [system: string, policies: readonly Policy[]])[] {
  const groups = new Map<string, Policy[]>();
  for (const [, system] of systems) groups.set(system, []);
  for (const policy of policies) {
    const system = systemOf(policy);
    groups.set(system, [...(groups.get(system) ?? []), policy]);
  }
  return [...groups].filter(([, list]) => list.length > 0);
}

/** Settings that some preset of the policy names: what choosing a preset decides. */
const presetKeys = ({ presets }: Policy): ReadonlySet<string> =>
  new Set(presets.flatMap(({ settings }) => Object.keys(settings as object)));

/**
 * The draft's settings with a preset chosen. What no preset of the policy names stays as it is, so
 * that versions can be compared under the same summary model; the rest is as the session opens.
 */
export function withPreset(
  policy: Policy,
  initial: Settings,
  settings: Settings,
  preset: Preset<unknown>,
): Settings {
  const named = presetKeys(policy);
  const kept = Object.entries(settings).map(([key, value]): [string, unknown] => [
    key,
    named.has(key) ? initial[key] : value,
  ]);
  return { ...Object.fromEntries(kept), ...(preset.settings as object) };
}

/** The preset whose settings these are: a version before a mere choice of settings. */
export function presetOf(
  policy: Policy,
  initial: Settings,
  settings: Settings,
): Preset<unknown> | undefined {
  const named = [...presetKeys(policy)];
  const same = policy.presets.filter((preset) => {
    const chosen = withPreset(policy, initial, settings, preset);
    return named.every((key) => chosen[key] === settings[key]);
  });
  return same.find(({ provenance }) => provenance !== undefined) ?? same[0];
}
