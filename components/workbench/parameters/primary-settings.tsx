'use client';

import { SlidersHorizontal } from 'lucide-react';
import { useMemo } from 'react';
import { Button } from '@/components/ui/button';
import { formatInteger } from '@/lib/engine/base/format';
import { settingFields } from '@/lib/engine/policy/fields';
import { useLateFrame, useWorkbench } from '../state/use-workbench';
import { otherFields, primaryFields } from './primary-fields';
import { SettingSlider } from './setting-slider';

/** The policy's primary settings in one row, each over its outcomes, and the way to all others. */
export function PrimarySettings({ onAll }: { readonly onAll: () => void }) {
  const { store } = useWorkbench();
  const { policy, settings, faults } = useLateFrame();
  const primary = useMemo(() => primaryFields(policy), [policy]);
  const initial = useMemo(() => store.initialSettings(policy.id), [store, policy]);
  const changed =
    otherFields(policy).filter(({ key }) => settings[key] !== initial[key]).length + faults.length;
  return (
    <section
      aria-label="Parameters"
      className="grid shrink-0 items-start gap-x-6 gap-y-2 border-t border-line px-4 py-1.5 sm:grid-cols-3 lg:grid-cols-[repeat(3,minmax(0,1fr))_auto] print:hidden"
    >
      {primary.length === 0 ? (
        <p className="self-center text-ink2 lg:col-span-3">
          {settingFields(policy).length === 0
            ? 'This policy has no settings.'
            : 'No setting of this policy has a slider.'}
        </p>
      ) : null}
      {primary.map((field, index) => (
        <SettingSlider
          key={field.key}
          field={field}
          initial={initial[field.key]}
          hotkey={`${index + 1}`}
        />
      ))}
      <div className="self-center sm:col-span-3 lg:col-span-1 lg:col-start-4">
        <Button variant="quiet" data-all-settings="" onClick={onAll}>
          <SlidersHorizontal size={14} aria-hidden="true" />
          All settings…
          {changed > 0 ? (
            <span className="text-accent">{formatInteger(changed)} changed</span>
          ) : null}
        </Button>
      </div>
    </section>
  );
}
