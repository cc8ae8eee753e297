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
import { settingFields } from './settings-fields';
import { NUDGED } from './shortcuts';
import { sliderScales } from './slider-scales';
import { useLateFrame, useWorkbench } from './use-workbench';

/** Policy, presets and every setting of the draft; the three that matter most have a slider. */
export function Parameters() {
  const { store } = useWorkbench();
  const { policy, settings } = useLateFrame();
  const [more, setMore] = useState(false);
  const fields = useMemo(() => settingFields(policy), [policy]);
  const scales = useMemo(() => sliderScales(store.session, policy.id), [store, policy]);
  const initial = useMemo(() => store.initialSettings(policy.id), [store, policy]);
  const main = fields.filter(({ key }) => key in scales);
  const rest = fields.filter(({ key }) => !(key in scales));
  const changed = fields.filter(({ key }) => settings[key] !== initial[key]).length;
  return (
    <section
      aria-label="Parameters"
      className="flex min-h-0 flex-col overflow-y-auto bg-panel px-4 py-3 lg:border-r lg:border-line"
    >
      <PolicyPicker changed={changed} />
      {fields.length === 0 ? (
        <p className="border-t border-line2 py-3 text-ink2">This policy has no settings.</p>
      ) : null}
      <div className="grid gap-x-6 md:grid-cols-3 lg:grid-cols-1">
        {main.map((field) => (
          <ParameterRow
            key={field.key}
            field={field}
            initial={initial[field.key]}
            scale={scales[field.key]}
            hotkey={hotkeyOf(field.key)}
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

/** The key that takes a setting in hand; empty for none. */
function hotkeyOf(key: string): string {
  const index = (NUDGED as readonly string[]).indexOf(key);
  return index < 0 ? '' : `${index + 1}`;
}
