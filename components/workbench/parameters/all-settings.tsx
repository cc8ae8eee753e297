'use client';

import { X } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { settingFields } from '@/lib/engine/policy/fields';
import { happenedDraft, sameDraft } from '../state/draft';
import { useLateFrame, useWorkbench } from '../state/use-workbench';
import { FaultsPanel } from './faults-panel';
import { LimitField } from './limit-field';
import { PolicyPicker } from './policy-picker';
import { PrefixNote } from './prefix-note';
import { KeepButtons } from './keep-buttons';
import { otherFields } from './primary-fields';
import { SettingControl } from './setting-control';
import { SettingGroups } from './setting-groups';

/** Everything that the three sliders leave out, over the ledger: the chart stays in view. */
export function AllSettings(props: {
  readonly onFreeze: () => void;
  readonly onClose: () => void;
}) {
  const { onFreeze, onClose } = props;
  const panel = useRef<HTMLElement>(null);
  const [opener] = useState(() => document.activeElement);
  useEffect(() => {
    panel.current?.focus({ preventScroll: true });
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected)
        opener.focus({ preventScroll: true });
    };
  }, [opener]);
  const { policy } = useLateFrame();
  return (
    <aside
      ref={panel}
      tabIndex={-1}
      aria-label="All settings"
      className="fixed inset-x-0 top-11 bottom-0 z-20 flex flex-col border-line bg-panel shadow-xl outline-none sm:left-auto sm:w-[360px] sm:border-l lg:absolute lg:top-0 print:hidden"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
    >
      <div className="flex items-center justify-between border-b border-line2 py-1.5 pr-2 pl-4">
        <h2 className="font-semibold">All settings</h2>
        <Button variant="quiet" size="icon" aria-label="Close the settings" onClick={onClose}>
          <X size={15} aria-hidden="true" />
        </Button>
      </div>
      <div className="relative min-h-0 flex-1 overflow-y-auto px-4 py-3">
        <PolicyPicker />
        <Fields key={policy.id} />
        <LimitField />
        <PrefixNote />
        <FaultsPanel />
        <Keep onFreeze={onFreeze} />
      </div>
    </aside>
  );
}

/** The policy's settings without the sliders' ones; first those that were changed when this was opened. */
function Fields() {
  const { store } = useWorkbench();
  const { policy, settings } = useLateFrame();
  const initial = useMemo(() => store.initialSettings(policy.id), [store, policy]);
  const fields = otherFields(policy);
  // A setting stays where it is while it is changed.
  const [keys] = useState(() =>
    fields.filter(({ key }) => settings[key] !== initial[key]).map(({ key }) => key),
  );
  const changed = fields.filter(({ key }) => keys.includes(key));
  const rest = fields.filter(({ key }) => !keys.includes(key));
  return (
    <>
      {changed.length === 0 ? null : (
        <section aria-label="Changed" className="border-t border-line2 py-2">
          <h3 className="text-xs font-semibold text-accent">Changed</h3>
          {changed.map((field) => (
            <SettingControl key={field.key} field={field} initial={initial[field.key]} />
          ))}
        </section>
      )}
      {rest.length > 0 ? <SettingGroups fields={rest} initial={initial} /> : null}
    </>
  );
}

/** What is made of the settings; a what-if has the first two beside its verdict. */
function Keep({ onFreeze }: { readonly onFreeze: () => void }) {
  const { store, opening } = useWorkbench();
  const frame = useLateFrame();
  const happened = sameDraft(frame, happenedDraft(opening));
  const { policy, settings } = frame;
  const initial = store.initialSettings(policy.id);
  const changed = settingFields(policy).some(({ key }) => settings[key] !== initial[key]);
  return (
    <div className="flex gap-2 border-t border-line2 pt-3">
      <Button size="small" disabled={!changed} onClick={() => store.reset()}>
        Reset all
      </Button>
      {happened ? <KeepButtons onFreeze={onFreeze} /> : null}
    </div>
  );
}
