'use client';

import type { SettingField } from '@/lib/engine/policy/fields';
import { adviceOn } from '@/lib/engine/policy/help/advice';
import { settingFormula, settingOrigin, type SettingOrigin } from '@/lib/policies/settable';
import { useLateFrame } from '../state/use-workbench';

const origins: Readonly<Record<SettingOrigin['kind'], string>> = {
  setting: 'Users set it in ',
  patch: 'A constant in the program; to change it, patch ',
  fixed: '',
  assumed: '',
};

/** What a setting does, its formula, when to move it, and where it is set: only drawn while the help is open. */
export function SettingHelp({ field }: { readonly field: SettingField }) {
  const { policy, settings } = useLateFrame();
  const origin = settingOrigin(policy, field, settings);
  const { description } = field;
  const advice = adviceOn(field);
  const formula = settingFormula(policy, field, settings);
  return (
    <span className="grid gap-1.5">
      {description === undefined ? null : <span>{description}.</span>}
      {formula === undefined ? null : <span className="font-mono text-xs">{formula}</span>}
      {advice === undefined ? null : <span>{advice}.</span>}
      <span className="text-ink2">
        {origins[origin.kind]}
        {origin.text}
      </span>
    </span>
  );
}
