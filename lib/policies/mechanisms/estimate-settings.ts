/** Settings of the estimators that any threshold policy can decide with; the defaults change nothing. */
import * as z from 'zod';
import type { RulerVariant } from '@/lib/tokens/ruler';

/** What a policy decides by; `own`: its own rule, untouched. */
export const estimators = [
  'own',
  'raw',
  'factor',
  'calibrated',
  'uncapped',
  'density',
  'prefix',
  'anchor',
] as const;
export type Estimator = (typeof estimators)[number];

/**
 * Flat cost of an image. Of eight recorded images (research/ratios.md, "inline images") the text
 * beside them taken off at the model's density, Claude and GPT models took 475 to 1,511 tokens each;
 * 1,600 is above all of them, while bytes ÷ 4 says 1,348 to 90,041.
 */
export const IMAGE_TOKENS = 1_600;

const group = 'Estimator';

/** Where density and prefix come from, and what an image costs. */
export const densitySettings = {
  densityFrom: z.enum(['session', 'model', 'fixed']).default('session').meta({
    label: 'Density',
    group,
    description:
      'Real tokens per heuristic token. session: learnt from the steps before, per model, from 5 groups on, until then the model’s · model: the shipped one · fixed: the number below',
  }),
  density: z.number().min(0).max(100).default(1.4).meta({
    label: 'Fixed density',
    unit: '×',
    group,
    description: 'Where the density is fixed',
  }),
  priorFrom: z.enum(['source', 'fixed']).default('source').meta({
    label: 'Prefix before usage',
    group,
    description:
      'Tokens the trace does not show. source: the median of recordings from the same source · fixed: the number below',
  }),
  prior: z.int().min(0).max(10_000_000).default(0).meta({
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

/** How inline data counts. */
export const imageSettings = (initial: 'bytes' | 'flat') => ({
  images: z.enum(['bytes', 'flat']).default(initial).meta(imagesMeta),
  imageTokens: z.int().min(0).max(1_000_000).default(IMAGE_TOKENS).meta({
    label: 'Tokens an image',
    unit: 'tokens',
    group,
    description: 'Where images cost a flat number',
  }),
});

/** Settings to spread into a threshold policy's own. */
export const estimatorSettings = {
  estimator: z.enum(estimators).default('own').meta({
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
  estimateFactor: z.number().min(0).max(1_000).default(2.5).meta({
    label: 'Default factor',
    unit: '×',
    group,
    description: 'Of the estimators factor, calibrated and uncapped',
  }),
  estimateCap: z.number().min(0).max(1_000).default(5).meta({
    label: 'Correction cap',
    unit: '×',
    group,
    description: 'Of the estimator calibrated',
  }),
};

type Shape<S> = { readonly [K in keyof S]: S[K] extends z.ZodType ? z.infer<S[K]> : never };
export type EstimatorSettings = Shape<typeof estimatorSettings>;

/** What an estimate needs of a policy's settings. */
export type EstimateSettings = Omit<EstimatorSettings, 'images' | 'imageTokens'> &
  ({ readonly factor: number; readonly cap: number } | Shape<typeof calibrationSettings>);

/** Every setting of an estimate at its default. */
export const estimateDefaults = z
  .strictObject({ ...estimatorSettings, ...calibrationSettings })
  .parse({});

/** How inline data counts under these settings: what `variantRuler` takes. */
export function inlineRule(
  settings: Pick<EstimatorSettings, 'images' | 'imageTokens'>,
): RulerVariant['inline'] {
  return settings.images === 'flat' ? settings.imageTokens : 'bytes';
}
