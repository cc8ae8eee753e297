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

/** The version that settings are of: the preset that stands for it, undefined for the policy's newest. */
interface VersionUsed {
  readonly version: Preset<unknown> | undefined;
  /** False where the settings that versions differ in are not all as in it. */
  readonly isOwn: boolean;
}

/**
 * The version whose rules settings have most of. Only settings in which versions differ tell one from the other,
 * and a version that does not name one leaves it as by default, or as the session's facts set it (`plain`).
 */
export function versionUsed(policy: Policy, settings: Settings, plain: Settings): VersionUsed {
  const versions = policy.presets.filter(({ provenance }) => provenance !== undefined);
  const keys = [...presetKeys({ ...policy, presets: versions })];
  const initial = policy.settings.parse({}) as Settings;
  const equalIn = (named: Settings): number =>
    keys.filter((key) => {
      const value = settings[key];
      return key in named ? value === named[key] : value === initial[key] || value === plain[key];
    }).length;
  let best: { version: Preset<unknown> | undefined; equal: number } = {
    version: undefined,
    equal: equalIn({}),
  };
  for (const version of versions) {
    const equal = equalIn(version.settings);
    if (equal > best.equal) best = { version, equal };
  }
  return { version: best.version, isOwn: best.equal === keys.length };
}
