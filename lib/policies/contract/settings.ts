/** Settings that several policies have, and how they are edited. */
import * as z from 'zod';
import type { Notch } from './fields';

/** Most tokens a setting may name. */
export const MOST_TOKENS = 100_000_000;

/** A whole number of tokens. */
export const tokens = z.int().min(0).max(MOST_TOKENS);

/** A share from 0 to 1. */
export const share = z.number().min(0).max(1);

/**
 * The context window. The setting has this name in every policy: sessions open with their limit in
 * it, and the handles of the chart move it.
 */
export const windowSetting = (
  meta: {
    readonly label?: string;
    readonly description?: string;
    readonly formula?: string;
    readonly notches?: readonly Notch[];
  } = {},
  initial = 200_000,
) =>
  tokens.default(initial).meta({
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
export const observedSetting = tokens.default(0).meta({
  label: 'Observed threshold',
  unit: 'tokens',
  description: 'Replaces the formula; fitted to recorded compactions. 0: the formula',
});
