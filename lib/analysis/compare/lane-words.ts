import { settingText } from '@/lib/engine/policy/setting-text';
import { OWN_POLICY, type Opening } from '@/lib/analysis/fit/opening';
import { settingFields, unusedBy, type Settings } from '@/lib/engine/policy/fields';
import { sessionSettings } from '@/lib/engine/policy/session-settings';
import type { LaneDraft } from './lane';
import { formatFault } from '@/lib/engine/replay/faults/faults';
import type { Profile } from '@/lib/engine/tokens/profile';
import type { LaneText } from './lane-text';

/** "A" for the first lane, "B" for the next. */
export const laneLetter = (lane: number): string => String.fromCharCode(65 + lane);

/** Settings that differ from others, as "window 190,000"; in the order of the policy's schema. */
export function settingWords(
  { policy, settings }: Pick<LaneDraft, 'policy' | 'settings'>,
  from: Settings,
): readonly string[] {
  return settingFields(policy)
    .filter(
      (field) => settings[field.key] !== from[field.key] && !unusedBy(field, policy, settings),
    )
    .map((field) => settingText(field, settings[field.key]));
}

/** What a lane replays, in words: "as it ran", "Codex, window 190,000". */
export function laneWords(
  { policy, preset }: Pick<LaneText, 'policy' | 'preset'>,
  draft: LaneDraft,
  opening: Opening,
  { head }: Pick<Profile, 'head'>,
): string {
  const isOwn = policy === OWN_POLICY && preset === null && opening.own !== null;
  const from = isOwn ? opening.settings : (sessionSettings(draft.policy, head) as Settings);
  const version = draft.policy.presets.find(({ id }) => id === preset);
  const changed =
    version === undefined
      ? settingWords(draft, from)
      : settingWords(draft, { ...from, ...(version.settings as Settings) });
  const named = isOwn && changed.length + draft.faults.length === 0 ? ', as it ran' : '';
  return [
    `${draft.policy.label}${version === undefined ? '' : `, ${version.label}`}${named}`,
    ...changed,
    ...draft.faults.map(formatFault),
  ].join(', ');
}
