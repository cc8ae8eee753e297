import type { Settings } from '@/lib/policies/contract/fields';
import type { Preset } from '@/lib/policies/contract/policy';
import { presetOf } from '@/lib/policies/contract/preset-of';
import { sessionSettings } from '@/lib/policies/contract/session-settings';
import type { Replay } from '@/lib/replay/replay';

/** The preset that a replay's settings are, however they were asked for; undefined for settings of one's own. */
export const presetUsed = ({ policy, settings, session }: Replay): Preset<unknown> | undefined =>
  presetOf(policy, sessionSettings(policy, session.profile.head) as Settings, settings);
