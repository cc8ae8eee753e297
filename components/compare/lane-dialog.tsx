'use client';

import { useMemo, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { bySystem } from '@/components/workbench/parameters/policy-names';
import { laneDraft } from '@/lib/analysis/compare/lane';
import { formatLane, parseLane, type LaneText } from '@/lib/analysis/compare/lane-text';
import { openSession, OWN_POLICY } from '@/lib/analysis/fit/opening';
import { useComparedSessions } from '@/lib/api/queries/compare-queries';
import { policies } from '@/lib/policies/registry';
import { LaneSettings } from './lane-settings';
import { SessionChoice } from './session-choice';
import type { Compared, LanePlace } from './state/use-comparison';

/** Adds a lane, or changes one: its session, its policy, and the settings that differ. */
export function LaneDialog(props: {
  /** The lane that is changed; null for a new one. */
  readonly place: LanePlace | null;
  readonly shown: Compared['shown'];
  readonly onLane: (text: string) => void;
  readonly onClose: () => void;
}) {
  const { place, shown, onLane, onClose } = props;
  const [text, setText] = useState<LaneText>(() => firstText(place, shown));
  const change = (part: Partial<LaneText>): void => setText((old) => ({ ...old, ...part }));
  const { session } = text;
  const ids = useMemo(() => (session === null ? [] : [session]), [session]);
  const [found] = useComparedSessions(ids);
  const opening = useMemo(
    () => (found?.profile && found.record ? openSession(found.record.source, found.profile) : null),
    [found],
  );
  const draft = useMemo(
    () => (opening && found?.profile ? laneDraft(text, opening, { profile: found.profile }) : null),
    [text, opening, found],
  );
  const base = useMemo(
    () =>
      opening && found?.profile
        ? laneDraft({ ...text, settings: {}, faults: [] }, opening, { profile: found.profile })
        : null,
    [text, opening, found],
  );
  return (
    <Dialog
      wide
      onClose={onClose}
      title={place === null ? 'Add a lane' : `Change ${place.letter}`}
      description="A session, the policy that is replayed on it, and the settings that differ."
    >
      <SessionChoice
        value={session}
        known={shown.map(({ lane }) => lane.record.row)}
        onChoose={(id) => change({ session: id })}
      />
      <label className="mt-4 grid gap-1">
        <span className="font-medium">Policy</span>
        <select
          value={text.preset === null ? text.policy : `${text.policy}@${text.preset}`}
          className="h-8 rounded-md border bg-panel px-1.5"
          onChange={({ currentTarget }) => {
            const [policy = OWN_POLICY, preset = null] = currentTarget.value.split('@');
            change({ policy, preset, settings: {} });
          }}
        >
          <option value={OWN_POLICY}>
            {opening?.own ? `as it ran: ${opening.policy.label}` : 'as the session opens'}
          </option>
          {opening?.policy.presets.map(({ id, label }) => (
            <option key={id} value={`${OWN_POLICY}@${id}`}>
              its agent’s policy, {label}
            </option>
          ))}
          {bySystem(policies).map(([system, some]) => (
            <optgroup key={system} label={system}>
              {some.flatMap(({ id, label, presets }) => [
                <option key={id} value={id}>
                  {label}
                </option>,
                ...presets.map((preset) => (
                  <option key={`${id}@${preset.id}`} value={`${id}@${preset.id}`}>
                    {label}, {preset.label}
                  </option>
                )),
              ])}
            </optgroup>
          ))}
        </select>
      </label>
      {base?.ok === true ? (
        <LaneSettings
          key={base.value.policy.id}
          policy={base.value.policy}
          initial={base.value.settings}
          given={text.settings}
          onChange={(settings) => change({ settings })}
        />
      ) : null}
      {draft?.ok === false ? (
        <p role="alert" className="mt-3 text-overflow">
          {draft.error.message}
        </p>
      ) : null}
      {session !== null && found?.error ? (
        <p role="alert" className="mt-3 text-overflow">
          {found.error.message}
        </p>
      ) : null}
      <div className="mt-4 flex gap-2">
        <Button
          variant="primary"
          disabled={draft?.ok !== true}
          onClick={() => onLane(formatLane(text))}
        >
          {place === null ? 'Add' : 'Change'}
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </Dialog>
  );
}

/** The lane as it is; a new one begins as the newest lane's session ran. */
function firstText(place: LanePlace | null, shown: Compared['shown']): LaneText {
  const parsed = place === null ? null : parseLane(place.text);
  if (parsed?.ok === true) return parsed.value;
  const session = shown.at(-1)?.lane.session ?? null;
  return { session, policy: OWN_POLICY, preset: null, settings: {}, faults: [] };
}
