import * as z from 'zod';
import { bufferBoundaries } from './mechanisms/buffer';
import { estimatorSettings } from './mechanisms/estimate';
import { EM_DASH_WRAPPER, SUMMARY_WRAPPER } from './mechanisms/summary-text';
import { summarySettings } from './summary';

/** Heading under which the form puts what only tells the reference's versions apart. */
export const HISTORY = 'History';

/** Dashes of the summary's wrapper, and the bytes that the wrapper takes with each. */
export const wrapperBytes = { hyphen: SUMMARY_WRAPPER, 'em-dash': EM_DASH_WRAPPER } as const;

/** Settings every ContextGuard strategy starts with. */
export const windowSetting = z.int().min(0).max(100_000_000).default(200_000).meta({
  label: 'Context window',
  unit: 'tokens',
});
export const attemptsSetting = z.int().min(0).max(20).default(3).meta({
  label: 'Compaction attempts',
  description: 'Passes of one compaction; 0: never compacts',
});
export const quoteSetting = z
  .boolean()
  .default(true)
  .meta({ label: 'Continuation quotes the request' });
export const boundarySetting = z.enum(bufferBoundaries).default('>=').meta({
  label: 'Window of exactly 200,000',
  description: '>=: it keeps 20,000 · >: it keeps 20 %, as until v0.9.0',
  group: HISTORY,
});

/** What differs between the versions that summarise everything; defaults are the latest version's. */
const history = {
  boundary: boundarySetting,
  countTools: z.boolean().default(true).meta({
    label: 'Counts tool definitions',
    description: 'From v0.9.1 on',
    group: HISTORY,
  }),
  countInline: z.boolean().default(true).meta({
    label: 'Counts inline data',
    description: 'From v0.9.1 on',
    group: HISTORY,
  }),
  countOther: z.boolean().default(true).meta({
    label: 'Counts newer part kinds',
    description: 'toolCall, toolResponse and partMetadata, from v0.18.0 on',
    group: HISTORY,
  }),
  capped: z.boolean().default(true).meta({
    label: 'Correction is capped',
    description: 'Off in the first full-summary design: the cap above is not used',
    group: HISTORY,
  }),
  stripCovered: z.boolean().default(true).meta({
    label: 'Summary replaces what it covers',
    description:
      'Off before v0.9.0: the summary is put in front of the whole log, so the next step fires again (the watermark bug)',
    group: HISTORY,
  }),
  onFailure: z.enum(['fallback', 'pass']).default('fallback').meta({
    label: 'When the summariser fails',
    description:
      'fallback: the mechanical summary · pass: the request is sent unchanged, as in the first full-summary design',
    group: HISTORY,
  }),
  truncate: z.boolean().default(true).meta({
    label: 'Cuts the summariser’s input',
    description: 'To 80 % of the window, oldest contents first',
    group: HISTORY,
  }),
  wrapper: z.enum(['hyphen', 'em-dash']).default('hyphen').meta({
    label: 'Dash in the summary’s wrapper',
    description: 'hyphen: 80 bytes · em-dash: 82 bytes, before v1.0.0',
    group: HISTORY,
  }),
} as const;

/** Settings of the ContextGuard threshold policy; defaults are the latest reference's. */
export const contextGuardSettings = z.strictObject({
  window: windowSetting,
  cap: z.number().min(0).max(1_000).default(5).meta({ label: 'Correction cap', unit: '×' }),
  factor: z.number().min(0).max(1_000).default(2.5).meta({ label: 'Default factor', unit: '×' }),
  floor: z.number().min(0).max(1_000).default(1).meta({ label: 'Correction floor', unit: '×' }),
  attempts: attemptsSetting,
  quoteRequest: quoteSetting,
  resetCalibration: z.boolean().default(true).meta({ label: 'Reset after compaction' }),
  ...summarySettings.shape,
  ...estimatorSettings,
  ...history,
});
export type ContextGuardSettings = z.infer<typeof contextGuardSettings>;
