/** Settings of the estimators that any threshold policy can decide with; the defaults change nothing. */
import * as z from 'zod';
import type { Clamp } from '@/lib/engine/policy/decision';
import {
  variantEstimator,
  wholeVariant,
  type EstimatorVariant,
} from '@/lib/engine/tokens/estimator';
import type { Profile } from '@/lib/engine/tokens/profile';
import type { RequestForm } from '@/lib/engine/policy/policy';
import { numberSetting, wholeSetting } from '@/lib/engine/policy/settings';

/** Decision rules; `own` is the policy's own. */
export const decisionRules = [
  'own',
  'raw',
  'factor',
  'calibrated',
  'uncapped',
  'density',
  'prefix',
  'anchor',
] as const;
export type DecisionRule = (typeof decisionRules)[number];

/**
 * Flat cost of an image. Of eight recorded images (research/ratios.md, "inline images") the text
 * beside them taken off at the model's density, Claude and GPT models took 475 to 1,511 tokens each;
 * 1,600 is above all of them, while bytes ÷ 4 says 1,348 to 90,041.
 */
export const IMAGE_TOKENS = 1_600;

const group = 'Estimator';

const lines = { estimator: ['density', 'prefix', 'anchor'] };
const fixedDensity = { densityFrom: ['fixed'] };
const prefixed = { estimator: ['prefix', 'anchor'] };
const fixedPrior = { priorFrom: ['fixed'] };
const flat = { images: ['flat'] };
const scaled = { estimator: ['factor', 'calibrated', 'uncapped'] };
const capped = { estimator: ['calibrated'] };

/** Sources of density and prefix, and the cost of an image. */
export const densitySettings = {
  densityFrom: z.enum(['session', 'model', 'fixed']).default('session').meta({
    shownWith: lines,
    label: 'Density',
    group,
    description:
      'Real tokens per heuristic token. session: learnt from the steps before, per model, from 5 groups on, until then the model’s · model: the shipped one · fixed: the number below',
  }),
  density: numberSetting(1.4, [0, 100], {
    shownWith: fixedDensity,
    label: 'Fixed density',
    unit: '×',
    group,
    description: 'Where the density is fixed',
  }),
  priorFrom: z.enum(['source', 'fixed']).default('source').meta({
    shownWith: prefixed,
    label: 'Prefix before usage',
    group,
    description:
      'Tokens the trace does not show. source: the median of recordings from the same source · fixed: the number below',
  }),
  prior: wholeSetting(0, [0, 10_000_000], {
    shownWith: fixedPrior,
    label: 'Fixed prefix',
    unit: 'tokens',
    group,
    description: 'Where the prefix is fixed',
  }),
};

const imagesMeta = {
  label: 'Images',
  group,
  description: 'bytes: decoded bytes ÷ 4 · flat: so many tokens each',
};

/** Tokens that an image counts where its cost is flat. */
const imageTokensSetting = (initial: number, description: string) =>
  z.int().min(0).max(1_000_000).default(initial).meta({
    shownWith: flat,
    label: 'Tokens an image',
    unit: 'tokens',
    group,
    description,
  });

/** Settings of the count of inline data. */
export const imageSettings = (initial: 'bytes' | 'flat') => ({
  images: z.enum(['bytes', 'flat']).default(initial).meta(imagesMeta),
  imageTokens: imageTokensSetting(IMAGE_TOKENS, 'Where images cost a flat number'),
});

/** Settings to spread into a threshold policy's own. */
export const estimatorSettings = {
  estimator: z.enum(decisionRules).default('own').meta({
    label: 'Decides by',
    group,
    description:
      'own: the policy’s rule · raw: heuristic · factor: × default factor · calibrated: the larger of last real and heuristic × last real ÷ last heuristic, capped · uncapped · density: density × heuristic · prefix: the same + the prefix fitted at the first usage · anchor: last real + density × growth since',
  }),
  ...densitySettings,
  ...imageSettings('bytes'),
};

/** Settings to spread beside them where the policy has no `factor` and `cap` of its own. */
export const calibrationSettings = {
  estimateFactor: numberSetting(2.5, [0, 1_000], {
    shownWith: scaled,
    label: 'Default factor',
    unit: '×',
    group,
    description: 'Of the estimators factor, calibrated and uncapped',
  }),
  estimateCap: numberSetting(5, [0, 1_000], {
    shownWith: capped,
    label: 'Correction cap',
    unit: '×',
    group,
    description: 'Of the estimator calibrated',
  }),
};

type Shape<S> = { readonly [K in keyof S]: S[K] extends z.ZodType ? z.infer<S[K]> : never };
export type EstimatorSettings = Shape<typeof estimatorSettings>;

/** Settings that an estimate reads. */
export type EstimateSettings = Omit<EstimatorSettings, 'images' | 'imageTokens'> &
  (OwnCalibration | Shape<typeof calibrationSettings>);

/** Default factor and cap of a policy that has them itself; `capped` where its cap can be off. */
interface OwnCalibration {
  readonly factor: number;
  readonly cap: number;
  readonly capped?: boolean;
}

/** Bounds of the correction of an estimate; null where it has none. */
export function estimateClamp(settings: EstimateSettings): Clamp | null {
  const { estimator } = settings;
  if (estimator !== 'calibrated' && estimator !== 'uncapped') return null;
  const own = 'cap' in settings ? settings : { cap: settings.estimateCap, capped: true };
  const isOff = estimator === 'uncapped' || own.capped === false;
  return { floor: 1, cap: isOff ? Infinity : own.cap };
}

/** Every setting of an estimate, to spread into a policy that has neither `factor` nor `cap`. */
export const decidingSettings = { ...estimatorSettings, ...calibrationSettings };

/** The same where the policy's own count of an image is a flat one. */
export const flatDecidingSettings = (imageTokens: number, description: string) => ({
  ...estimatorSettings,
  ...imageSettings('flat'),
  imageTokens: imageTokensSetting(imageTokens, description),
  ...calibrationSettings,
});

/** Every setting of an estimate at its default. */
export const estimateDefaults = z.strictObject(decidingSettings).parse({});

/** Count of inline data under these settings, as `variantEstimator` takes it. */
export function inlineRule(
  settings: Pick<EstimatorSettings, 'images' | 'imageTokens'>,
): EstimatorVariant['inline'] {
  return settings.images === 'flat' ? settings.imageTokens : 'bytes';
}

/** The form of requests that count everything, inline data as the settings say. */
export const inlineForm =
  (wrapperBytes: number) =>
  (
    settings: Pick<EstimatorSettings, 'images' | 'imageTokens'>,
    profile: Profile,
    prefixTokens: number,
  ): RequestForm => ({
    estimator: variantEstimator(profile, prefixTokens, {
      ...wholeVariant,
      inline: inlineRule(settings),
    }),
    wrapperBytes,
  });
