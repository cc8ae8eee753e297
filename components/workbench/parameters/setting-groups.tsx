'use client';

import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { formatInteger } from '@/lib/engine/base/format';
import { SettingControl } from './setting-control';
import { isShown, type SettingField, type Settings } from '@/lib/engine/policy/fields';
import { useLateFrame } from '../state/use-workbench';

interface GroupProps {
  readonly fields: readonly SettingField[];
  readonly initial: Settings;
}

/** Settings without a slider: first those without a heading, then each heading's, folded away. */
export function SettingGroups({ fields, initial }: GroupProps) {
  const { settings } = useLateFrame();
  const plain = fields.filter((field) => field.group === undefined && isShown(field, settings));
  const names = [...new Set(fields.flatMap(({ group }) => (group === undefined ? [] : [group])))];
  return (
    <>
      {plain.length > 0 ? (
        <div className="border-t border-line2 py-2">
          {plain.map((field) => (
            <SettingControl key={field.key} field={field} initial={initial[field.key]} />
          ))}
        </div>
      ) : null}
      {names.map((name) => (
        <Group
          key={name}
          name={name}
          fields={fields.filter(({ group }) => group === name)}
          initial={initial}
        />
      ))}
    </>
  );
}

function Group({ name, fields, initial }: GroupProps & { readonly name: string }) {
  const { settings } = useLateFrame();
  const [open, setOpen] = useState(false);
  const changed = fields.filter(({ key }) => settings[key] !== initial[key]).length;
  const shown = fields.filter((field) => isShown(field, settings));
  return (
    <div className="border-t border-line2" data-group={name}>
      <button
        type="button"
        aria-expanded={open}
        className="flex w-full items-center gap-1.5 py-2 text-left text-ink2 hover:text-ink"
        onClick={() => setOpen(!open)}
      >
        <ChevronRight size={13} aria-hidden="true" className={open ? 'rotate-90' : ''} />
        <span className="flex-1">{name}</span>
        <span className={`text-sm ${changed > 0 ? 'text-accent' : 'text-ink3'}`}>
          {changed > 0 ? `${formatInteger(changed)} changed` : 'defaults'}
        </span>
      </button>
      {open ? (
        <div className="pb-2">
          {shown.map((field) => (
            <SettingControl key={field.key} field={field} initial={initial[field.key]} />
          ))}
        </div>
      ) : null}
    </div>
  );
}
