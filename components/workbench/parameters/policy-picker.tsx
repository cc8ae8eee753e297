'use client';

import { Options } from '@/components/ui/options';
import { badgeOf, badgeUnder, type Badge } from '@/lib/answers/report/systems/badge';
import { provenanceOf, type Policy, type Preset } from '@/lib/engine/policy/policy';
import { policies } from '@/lib/policies/registry';
import { presetOf, withPreset } from '@/lib/engine/policy/preset-of';
import { bySystem } from './policy-names';
import type { Settings } from '@/lib/engine/policy/fields';
import { initialSettings } from '../state/view-url';
import { useLateFrame, useWorkbench } from '../state/use-workbench';

const groups = bySystem(policies);

/** Every policy as an option, under its system. */
export const PolicyOptions = ({ text }: { readonly text: (policy: Policy) => string }) =>
  groups.map(([system, list]) => (
    <optgroup key={system} label={system}>
      <Options of={list.map((policy) => [policy.id, text(policy)])} />
    </optgroup>
  ));

/** Policy and preset in force, with their source. */
export function PolicyPicker() {
  const { store } = useWorkbench();
  const { policy, settings } = useLateFrame();
  // The agent's own settings are a version's already, so a version is chosen over the session's.
  const plain = initialSettings(policy, store.session.profile);
  const preset =
    presetOf(policy, plain, settings) ??
    presetOf(policy, store.initialSettings(policy.id), settings);
  const badge = badgeUnder(policy, settings, plain);
  return (
    <div className="grid gap-1.5 pb-3">
      <select
        aria-label="Policy"
        className="h-7 w-full min-w-0 rounded-md border border-line bg-panel pr-5 pl-1.5 font-medium text-ellipsis"
        value={policy.id}
        onChange={(event) => store.usePolicy(event.currentTarget.value)}
      >
        <PolicyOptions
          text={(one) => `${one.label} · ${one === policy ? badge.word : badgeOf(one).word}`}
        />
      </select>
      {policy.presets.length > 0 ? (
        <PresetPicker presets={policy.presets} chosen={preset} initial={plain} />
      ) : null}
      <ProvenanceNote badge={badge} preset={preset} />
    </div>
  );
}

function PresetPicker(props: {
  readonly presets: readonly Preset<unknown>[];
  readonly chosen: Preset<unknown> | undefined;
  readonly initial: Settings;
}) {
  const { presets, chosen, initial } = props;
  const { store } = useWorkbench();
  const versions = presets.filter(({ provenance }) => provenance !== undefined);
  const others = presets.filter(({ provenance }) => provenance === undefined);
  const options = (list: readonly Preset<unknown>[]) => (
    <Options of={list.map(({ id, label }) => [id, label])} />
  );
  return (
    <select
      aria-label="Preset"
      className="h-7 w-full min-w-0 flex-1 rounded-md border border-line bg-panel pr-5 pl-1.5 text-ellipsis text-ink2"
      value={chosen?.id ?? ''}
      onChange={(event) => {
        const preset = presets.find(({ id }) => id === event.currentTarget.value);
        if (!preset) return;
        const { policy, settings } = store.frame();
        store.set(withPreset(policy, initial, settings, preset));
      }}
    >
      {chosen ? null : <option value="">Own settings</option>}
      {versions.length > 0 && others.length > 0 ? (
        <>
          <optgroup label="Settings">{options(others)}</optgroup>
          <optgroup label="Versions">{options(versions)}</optgroup>
        </>
      ) : (
        options(presets)
      )}
    </select>
  );
}

/** System, version, place and badge of the settings in force, with the chosen preset's note. */
function ProvenanceNote(props: {
  readonly badge: Badge;
  readonly preset: Preset<unknown> | undefined;
}) {
  const { badge, preset } = props;
  const { policy } = useLateFrame();
  const { system, repository, path } = provenanceOf(policy, preset);
  const { basis, word, meaning, version, compared, ownFiles } = badge;
  const place = [repository, path].filter(Boolean).join('/');
  const proof = [compared, ownFiles].filter((one) => one !== null);
  return (
    <div data-provenance={basis} className="space-y-1 text-sm text-ink2">
      <p className="flex items-baseline gap-1.5">
        <span className="shrink-0 rounded border border-line px-1 text-xs text-ink2">{word}</span>
        <span className="min-w-0">{[system, version].filter(Boolean).join(' ')}</span>
      </p>
      {proof.length === 0 ? null : <p>Compared with {proof.join('; ')}.</p>}
      <p className="text-ink3">
        {policy.traits.recording ? 'the compactions in the trace' : meaning}
        {place === '' || basis === 'ours' ? '.' : ': '}
        {place === '' || basis === 'ours' ? null : (
          <span className="font-mono text-xs break-all">{place}</span>
        )}
      </p>
      {preset?.provenance?.note === undefined ? null : <p>{preset.provenance.note}</p>}
    </div>
  );
}
