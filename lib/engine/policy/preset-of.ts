import type { Settings } from './fields';
import type { Policy, Preset } from './policy';

/** Settings named by any preset of the policy; choosing a preset sets them. */
const presetKeys = ({ presets }: Policy): ReadonlySet<string> =>
  new Set(presets.flatMap(({ settings }) => Object.keys(settings as object)));

/**
 * The what-if's settings with a preset chosen. Settings that no preset names keep their values, so
 * that versions can be compared under the same summary model; the others get the session's defaults.
 */
export function withPreset(
  policy: Policy,
  initial: Settings,
  settings: Settings,
  preset: Preset<unknown>,
): Settings {
  const named = presetKeys(policy);
  const kept = Object.entries(settings).map(([key, value]): [string, unknown] => [
    key,
    named.has(key) ? initial[key] : value,
  ]);
  return { ...Object.fromEntries(kept), ...(preset.settings as object) };
}

/** The preset with these settings; a version is preferred to a choice of settings. */
export function presetOf(
  policy: Policy,
  initial: Settings,
  settings: Settings,
): Preset<unknown> | undefined {
  const named = [...presetKeys(policy)];
  const same = policy.presets.filter((preset) => {
    const chosen = withPreset(policy, initial, settings, preset);
    return named.every((key) => chosen[key] === settings[key]);
  });
  return same.find(({ provenance }) => provenance !== undefined) ?? same[0];
}
