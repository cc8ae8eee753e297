'use client';

import { ChevronRight, RotateCcw } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { formatInteger } from '@/lib/base/format';
import { policies } from '@/lib/policies/registry';
import { LimitField } from './limit-field';
import { ParameterRow } from './parameter-row';
import { PrefixNote } from './prefix-note';
import { settingFields, type SettingField } from './settings-fields';
import { SettingControl } from './setting-control';
import { sliderScales } from './slider-scales';
import { useLateFrame, useWorkbench } from './use-workbench';

/** Policy, presets and every setting of the draft; the three that matter most have a slider. */
export function Parameters() {
  const { store } = useWorkbench();
  const { policy, settings } = useLateFrame();
  const [more, setMore] = useState(false);
  const fields = useMemo(() => settingFields(policy), [policy]);
  const scales = useMemo(() => sliderScales(store.session), [store]);
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
        {main.map((field, index) => (
          <ParameterRow
            key={field.key}
            field={field}
            initial={initial[field.key]}
            scale={scales[field.key]}
            hotkey={`${index + 1}`}
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
        {rest.length > 0 ? <MoreSettings fields={rest} initial={initial} /> : null}
        <div className="grid gap-x-6 border-t border-line2 md:grid-cols-2 lg:grid-cols-1">
          <LimitField />
          <PrefixNote />
        </div>
      </div>
    </section>
  );
}

const fidelity = {
  exact: 'exact',
  documented: 'as documented',
  reconstructed: 'reconstructed',
  ours: 'Highwater’s own',
} as const;

function PolicyPicker({ changed }: { readonly changed: number }) {
  const { store } = useWorkbench();
  const { policy, settings } = useLateFrame();
  const { provenance, presets } = policy;
  const initial = store.initialSettings(policy.id);
  const preset = presets.find(({ settings: chosen }) =>
    Object.entries({ ...initial, ...(chosen as object) }).every(
      ([key, value]) => settings[key] === value,
    ),
  );
  return (
    <div className="pb-3">
      <div className="mb-1 flex h-6 items-center justify-between">
        <h2 className="text-xs font-semibold text-ink3">
          Draft{changed > 0 ? ` · ${formatInteger(changed)} changed` : ''}
        </h2>
        <Button
          size="small"
          variant="quiet"
          className="-mr-2"
          disabled={changed === 0}
          onClick={() => store.reset()}
        >
          <RotateCcw size={12} aria-hidden="true" /> Reset all
        </Button>
      </div>
      <div className="flex flex-wrap gap-2 lg:flex-col lg:gap-1.5">
        <select
          aria-label="Policy"
          className="h-7 min-w-0 flex-1 rounded-md border border-line bg-panel px-1.5 font-medium lg:flex-none"
          value={policy.id}
          onChange={(event) => store.usePolicy(event.currentTarget.value)}
        >
          {policies.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </select>
        {presets.length > 0 ? (
          <select
            aria-label="Preset"
            className="h-7 min-w-0 flex-1 rounded-md border border-line bg-panel px-1.5 text-ink2 lg:flex-none"
            value={preset?.id ?? ''}
            onChange={(event) => {
              const chosen = presets.find(({ id }) => id === event.currentTarget.value);
              if (chosen) store.set({ ...initial, ...(chosen.settings as object) }, true);
            }}
          >
            {preset ? null : <option value="">Own settings</option>}
            {presets.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </select>
        ) : null}
      </div>
      <p
        className="mt-1 truncate text-sm text-ink3"
        title={[provenance.repository, provenance.path].filter(Boolean).join('/')}
      >
        {[provenance.version, fidelity[provenance.fidelity], provenance.repository]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </div>
  );
}

function MoreSettings({
  fields,
  initial,
}: {
  readonly fields: readonly SettingField[];
  readonly initial: Readonly<Record<string, unknown>>;
}) {
  const { settings } = useLateFrame();
  // Sizes belong to their own summary model only.
  const shown = fields.filter(
    ({ key }) =>
      (key !== 'summaryBytes' || settings['summary'] === 'bytes') &&
      (key !== 'summaryShare' || settings['summary'] === 'share'),
  );
  return (
    <div className="grid gap-x-6 border-t border-line2 py-2 md:grid-cols-2 lg:grid-cols-1">
      {shown.map((field) => (
        <SettingControl key={field.key} field={field} initial={initial[field.key]} />
      ))}
    </div>
  );
}
