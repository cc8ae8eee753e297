import { settingFields, type Settings } from './fields';
import type { Policy } from './policy';

/**
 * Settings that a file or a link has to name so that it means the same later: those that differ from
 * the policy's defaults, those that are tuned (with a slider), and those whose default may change.
 */
export const namedSettings = (policy: Pick<Policy, 'settings'>, settings: Settings): Settings =>
  Object.fromEntries(
    settingFields(policy)
      .filter(
        ({ key, initial, pinned, slider }) =>
          pinned || slider !== undefined || settings[key] !== initial,
      )
      .map(({ key }) => [key, settings[key]]),
  );
