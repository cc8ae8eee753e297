'use client';

import { valueText } from '@/lib/policies/contract/setting-text';
import type { SettingField } from '@/lib/policies/contract/fields';
import { useLateFrame } from '../state/use-workbench';
import { usePinned } from './use-pinned';

/** "B 7.5×" below a setting that B has otherwise. */
export function PinnedValue({ field }: { readonly field: SettingField }) {
  const pinned = usePinned();
  const { policy, settings } = useLateFrame();
  if (pinned === null || typeof pinned === 'string') return null;
  const { draft } = pinned;
  const value = draft.settings[field.key];
  const same = draft.policy.id === policy.id && value === settings[field.key];
  if (same || value === undefined) return null;
  return (
    <span data-pinned-value={field.key} className="w-full text-ink2">
      B {valueText(field, value)}
    </span>
  );
}
