/** Settings that several policies have, and how they are edited. */
import * as z from 'zod';
import type { SettingMeta } from './fields';
import { summarySettings } from './summary';

/** Most tokens a setting may name. */
export const MOST_TOKENS = 100_000_000;

/** A whole number of tokens. */
export const tokens = z.int().min(0).max(MOST_TOKENS);

/** A share from 0 to 1. */
export const share = z.number().min(0).max(1);

/**
 * Says how a new setting is edited. `.meta()` would make its schema a second time: with those of all
 * policies, that is a tenth of what a command takes to start.
 */
const edited = <S extends z.ZodType>(setting: z.ZodDefault<S>, meta: SettingMeta) => {
  z.globalRegistry.add(setting, meta);
  return setting;
};

/** A setting of so many tokens. */
export const tokenSetting = (initial: number, meta: SettingMeta) =>
  edited(tokens.default(initial), { unit: 'tokens', ...meta });

/** A share of the window, or of what `of` names, from which a mechanism acts. */
export const thresholdShare = (initial: number, of: string, meta: SettingMeta) =>
  edited(share.default(initial), {
    unit: `× ${of}`,
    slider: { min: 0.05, max: 1, step: 0.01 },
    ...meta,
  });

/** A setting that is a whole number between two. */
export const wholeSetting = (
  initial: number,
  [least, most]: readonly [number, number],
  meta: SettingMeta,
) => edited(z.int().check(z.gte(least), z.lte(most)).default(initial), meta);

/** A setting that is any number between two. */
export const numberSetting = (
  initial: number,
  [least, most]: readonly [number, number],
  meta: SettingMeta,
) => edited(z.number().check(z.gte(least), z.lte(most)).default(initial), meta);

/**
 * The context window. The setting has this name in every policy: sessions open with their limit in
 * it, and the handles of the chart move it.
 */
export const windowSetting = (meta: SettingMeta = {}, initial = 200_000) =>
  edited(tokens.default(initial), {
    label: 'Context window',
    short: 'Window',
    unit: 'tokens',
    slider: 'window',
    description: 'The most tokens the policy plans for; its threshold follows from it',
    advice:
      'Lower it where the provider refuses requests or serves less than the model’s window; raise it, never above the limit, where compactions come with room to spare',
    ...meta,
  });

/** A threshold that was fitted to recorded compactions. */
export const observedSetting = tokenSetting(0, {
  label: 'Observed threshold',
  description: 'Replaces the formula; fitted to recorded compactions. 0: the formula',
});

/** A cap of summaries where the system sets none, and the settings that size them. */
export const cappedSummary = (description: string, meta: SettingMeta = {}, initial = 8_192) => ({
  summaryCap: tokenSetting(initial, { label: 'Summary, at most', description, ...meta }),
  ...summarySettings.shape,
});
