'use client';

import { ChevronRight } from 'lucide-react';
import { useMemo, useState } from 'react';
import { classNames } from '@/components/ui/class-names';
import { FaultsPanel } from './faults-panel';
import { LimitField } from './limit-field';
import { ParameterRow } from './parameter-row';
import { PolicyPicker } from './policy-picker';
import { PrefixNote } from './prefix-note';
import { SettingGroups } from './setting-groups';
import { settingFields } from '@/lib/engine/policy/fields';
import { NUDGE_KEYS } from '../actions/setting-actions';
import { useLateFrame, useWorkbench } from '../state/use-workbench';

/** Policy, presets and every setting of the what-if; the main three have a slider. */
export function Parameters({ onFreeze }: { readonly onFreeze: () => void }) {
  const { store } = useWorkbench();
  const { policy, settings } = useLateFrame();
  const [more, setMore] = useState(false);
  const fields = useMemo(() => settingFields(policy), [policy]);
  const initial = useMemo(() => store.initialSettings(policy.id), [store, policy]);
  const main = fields.filter(({ slider }) => slider !== undefined);
  const rest = fields.filter(({ slider }) => slider === undefined);
  const changed = fields.filter(({ key }) => settings[key] !== initial[key]).length;
  return (
    <section
      aria-label="Parameters"
      className="relative flex min-h-0 flex-col overflow-y-auto bg-panel px-4 py-3 lg:border-r lg:border-line"
    >
      <PolicyPicker changed={changed} onFreeze={onFreeze} />
      {fields.length === 0 ? (
        <p className="border-t border-line2 py-3 text-ink2">This policy has no settings.</p>
      ) : null}
      <div className="grid gap-x-6 md:grid-cols-3 lg:grid-cols-1">
        {main.map((field, index) => (
          <ParameterRow
            key={field.key}
            field={field}
            initial={initial[field.key]}
            hotkey={index < NUDGE_KEYS ? `${index + 1}` : ''}
          />
        ))}
      </div>
      <button
        type="button"
        aria-expanded={more}
        className="flex items-center gap-1.5 border-t border-line2 py-2 text-ink2 hover:text-ink lg:hidden"
        onClick={() => setMore(!more)}
      >
        <ChevronRight size={13} aria-hidden="true" className={more ? 'rotate-90' : ''} />
        {rest.length > 0 ? 'More settings, limit, prefix' : 'Limit, prefix'}
      </button>
      <div className={classNames('lg:block', !more && 'hidden')}>
        {rest.length > 0 ? <SettingGroups fields={rest} initial={initial} /> : null}
        <div className="grid gap-x-6 border-t border-line2 md:grid-cols-2 lg:grid-cols-1">
          <LimitField />
          <PrefixNote />
        </div>
        <FaultsPanel />
      </div>
    </section>
  );
}
