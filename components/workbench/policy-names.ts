import type { Fidelity, Policy, Preset } from '@/lib/policies/policy';

/** How close a policy is to its system: a badge, and what the badge means. */
export const fidelityWords: Readonly<
  Record<Fidelity, { readonly badge: string; readonly text: string }>
> = {
  exact: {
    badge: 'exact',
    text: 'integer-equal to the system’s own code, or read from the trace itself',
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

/** The preset whose settings these are: a version before a mere choice of settings. */
export function presetOf(
  { presets }: Policy,
  initial: Readonly<Record<string, unknown>>,
  settings: Readonly<Record<string, unknown>>,
): Preset<unknown> | undefined {
  const same = presets.filter(({ settings: chosen }) =>
    Object.entries({ ...initial, ...(chosen as object) }).every(
      ([key, value]) => settings[key] === value,
    ),
  );
  return same.find(({ provenance }) => provenance !== undefined) ?? same[0];
}
