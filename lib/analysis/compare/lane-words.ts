import { OWN_POLICY, type Opening } from '@/lib/analysis/fit/opening';
import { formatFixed, formatInteger } from '@/lib/base/format';
import { settingFields, type Settings } from '@/lib/policies/contract/fields';
import { sessionSettings } from '@/lib/policies/contract/session-settings';
import type { LaneDraft } from './lane';
import { formatFault } from '@/lib/replay/faults/faults';
import type { Profile } from '@/lib/tokens/profile';
import type { LaneText } from './lane-text';

/** "A" for the first lane, "B" for the next. */
export const laneLetter = (lane: number): string => String.fromCharCode(65 + lane);

/** "190,000", "7.50", "recorded". */
export function valueText(value: unknown): string {
  if (typeof value !== 'number') return String(value);
  return Number.isInteger(value) ? formatInteger(value) : formatFixed(value, 2);
}

/** Settings that differ from others, as "window 190,000"; in the order of the policy's schema. */
export function settingWords(
  { policy, settings }: Pick<LaneDraft, 'policy' | 'settings'>,
  from: Settings,
): readonly string[] {
  return settingFields(policy)
    .filter(({ key }) => settings[key] !== from[key])
    .map(({ key, short }) => `${short} ${valueText(settings[key])}`);
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
