import { assert } from '@/lib/engine/base/assert';
import {
  contextGuardThreshold,
  type ContextGuardSettings,
} from '@/lib/policies/contextguard/threshold';

/**
 * Settings of a version of ContextGuard threshold, by its preset's id. @throws on an unknown id.
 */
export function versionSettings(
  id: string,
  more: Partial<ContextGuardSettings> = {},
): ContextGuardSettings {
  const preset = contextGuardThreshold.presets.find((one) => one.id === id);
  assert(preset !== undefined, `There is no version ${id}`);
  return contextGuardThreshold.settings.parse({ ...preset.settings, ...more });
}
