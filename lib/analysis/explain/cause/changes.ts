import { counted, formatInteger } from '@/lib/engine/base/format';
import {
  settingFields,
  unusedBy,
  type SettingField,
  type Settings,
} from '@/lib/engine/policy/fields';
import { valueText } from '@/lib/engine/policy/setting-text';
import type { Policy } from '@/lib/engine/policy/policy';
import type { Replay } from '@/lib/engine/replay/replay';

/** One difference between a what-if and what happened. */
export interface Change {
  readonly kind: 'policy' | 'setting' | 'faults';
  /** Key of the setting; empty for another kind. */
  readonly key: string;
  /** "cap 5× to 7.5×". */
  readonly text: string;
  /** "a cap of 7.5×", behind "with". */
  readonly object: string;
}

/** Differences of a replay to the policy and settings that a session opens with. */
export function changesOf(
  baseline: { readonly policy: Policy; readonly settings: Settings },
  { policy, settings, faults }: Pick<Replay, 'policy' | 'settings' | 'faults'>,
): readonly Change[] {
  const faultChange: readonly Change[] =
    faults.length === 0
      ? []
      : [
          {
            kind: 'faults',
            key: '',
            text: `${counted(faults.length, 'fault')} injected`,
            object: counted(faults.length, 'fault'),
          },
        ];
  if (policy.id !== baseline.policy.id) {
    const text = `policy ${baseline.policy.label} to ${policy.label}`;
    return [{ kind: 'policy', key: '', text, object: policy.label }, ...faultChange];
  }
  const changed = settingFields(policy)
    .filter(
      (field) =>
        settings[field.key] !== baseline.settings[field.key] &&
        unusedBy(field, policy, settings) === null,
    )
    .map((field) => settingChange(field, baseline.settings[field.key], settings[field.key]));
  return [...changed, ...faultChange];
}

function settingChange(field: SettingField, from: unknown, to: unknown): Change {
  const name = lower(field.short);
  const value = valueText(field, to);
  // A label of its own is a sentence of its own: “Counts tool definitions” off.
  const named = field.short === field.label ? `“${field.label}”` : name;
  return {
    kind: 'setting',
    key: field.key,
    text: `${typeof to === 'number' ? name : named} ${valueText(field, from)} to ${value}`,
    object: typeof to === 'number' ? `a ${name} of ${value}` : `${named} ${value}`,
  };
}

/** A name within a sentence. */
const lower = (text: string): string => `${text.charAt(0).toLowerCase()}${text.slice(1)}`;

/** "With a cap of 7.5×, "; empty where nothing differs. */
export function changePrefix(changes: readonly Change[]): string {
  const [first] = changes;
  if (first === undefined) return '';
  if (first.kind === 'policy') {
    return changes.length === 1
      ? `Under ${first.object}, `
      : `Under ${first.object} and with faults, `;
  }
  return changes.length === 1
    ? `With ${first.object}, `
    : `With ${formatInteger(changes.length)} changes, `;
}

/** "One setting changed: cap 5× to 7.5×."; null where nothing differs. */
export function changesText(changes: readonly Change[]): string | null {
  if (changes.length === 0) return null;
  const settings = changes.every(({ kind }) => kind === 'setting');
  const texts = changes.map(({ text }) => text).join(', ');
  if (!settings) return `Changed: ${texts}.`;
  const count = changes.length === 1 ? 'One setting' : `${formatInteger(changes.length)} settings`;
  return `${count} changed: ${texts}.`;
}
