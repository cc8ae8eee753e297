import type { Settings } from '@/lib/engine/policy/fields';
import type { Preset } from '@/lib/engine/policy/policy';
import { presetOf } from '@/lib/engine/policy/preset-of';
import { sessionSettings } from '@/lib/engine/policy/session-settings';
import type { Replay } from '@/lib/engine/replay/replay';

/** The preset that a replay's settings are, however they were asked for; undefined for settings of one's own. */
export const presetUsed = ({ policy, settings, session }: Replay): Preset<unknown> | undefined =>
  presetOf(policy, sessionSettings(policy, session.profile.head) as Settings, settings);
