'use client';

import { Kbd } from '@/components/ui/kbd';
import { settingFields } from '@/lib/engine/policy/fields';
import { valueText } from '@/lib/engine/policy/setting-text';
import { useLateFrame, useOfFrame } from '../state/use-workbench';

/** The selected setting, which the arrow keys change. */
export function NudgeHint({ setting }: { readonly setting: string | null }) {
  const { policy } = useLateFrame();
  const field = settingFields(policy).find(({ key }) => key === setting);
  const value = useOfFrame(({ settings }) => settings[setting ?? '']);
  if (!field) return null;
  return (
    <div
      role="status"
      className="fixed bottom-4 left-1/2 z-30 flex -translate-x-1/2 items-center gap-2 rounded-md border border-line bg-panel px-3 py-1.5 shadow-lg"
    >
      <span className="font-medium">{field.label}</span>
      <span className="font-mono text-sm">{valueText(field, value)}</span>
      <Kbd>↑</Kbd>
      <Kbd>↓</Kbd>
      <span className="text-sm text-ink3">change</span>
      <Kbd>Esc</Kbd>
      <span className="text-sm text-ink3">deselect</span>
    </div>
  );
}
