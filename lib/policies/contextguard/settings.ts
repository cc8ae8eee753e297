import * as z from 'zod';
import { formatInteger } from '@/lib/engine/base/format';
import { numberSetting, wholeSetting, windowSetting } from '@/lib/engine/policy/settings';
import { bufferBoundaries, LARGE_WINDOW, windowThreshold } from '@/lib/engine/mechanisms/buffer';
import { estimatorSettings } from '@/lib/engine/mechanisms/estimate';
import { EM_DASH_WRAPPER, SUMMARY_WRAPPER } from '@/lib/engine/mechanisms/summary-text';
import { summarySettings } from '@/lib/engine/policy/summary';

/** Heading of the settings that distinguish the reference's versions. */
export const HISTORY = 'History';

/** Dashes of the summary's wrapper, and the bytes that the wrapper takes with each. */
export const wrapperBytes = { hyphen: SUMMARY_WRAPPER, 'em-dash': EM_DASH_WRAPPER } as const;

/** Window at which the buffer rule jumps. Older versions and the tail jump one token higher. */
const LARGE_WINDOW_NOTCH = {
  value: LARGE_WINDOW,
  label: '200k',
  title: `The buffer is 20 % below a window of 200,000 and 20,000 from there on: the threshold jumps from ${formatInteger(windowThreshold(LARGE_WINDOW - 1))} to ${formatInteger(windowThreshold(LARGE_WINDOW))}.`,
};

/** Settings every ContextGuard strategy starts with. */
export const attemptsSetting = z.int().min(0).max(20).default(3).meta({
  label: 'Compaction attempts',
  description: 'Passes of one compaction; 0: never compacts',
  formula: 'repeats while the counted request ≥ threshold',
  advice: 'Raise it only where one summary is not enough; the findings say where it is',
});
// Production quotes it; the golden vectors have no text of a user, so they are replayed without.
const quoteSetting = z.boolean().default(true).meta({
  label: 'Continuation quotes the request',
  description: 'The instruction after a summary repeats what the user asked for',
  advice: 'Turn it off where users paste long texts: each quote comes on top of the summary',
});
export const boundarySetting = z.enum(bufferBoundaries).default('>=').meta({
  label: 'Window of exactly 200,000',
  description: '>=: it keeps 20,000 · >: it keeps 20 %, as until v0.9.0',
  formula: 'buffer = window ≥ 200,000 ? 20,000 : trunc(0.2 × window)',
  group: HISTORY,
});

/** Settings that differ between full-summary versions; defaults are the latest version's. */
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
    short: 'Cap',
    description: 'Off in the first full-summary design: the cap above is not used',
    formula: 'on: clamp(ratio, floor, cap) · off: max(ratio, floor)',
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
  window: windowSetting({
    notches: [LARGE_WINDOW_NOTCH],
    formula: 'threshold = window − (window ≥ 200,000 ? 20,000 : trunc(0.2 × window))',
  }),
  cap: numberSetting(5, [0, 1_000], {
    label: 'Correction cap',
    short: 'Cap',
    unit: '×',
    description: 'Most that the correction, last real ÷ last heuristic, may be',
    formula: 'correction = clamp(last real ÷ last heuristic, floor, cap)',
    advice:
      'Raise it where requests hold much that is not counted, such as tool definitions: the step’s ledger says what was measured and what was needed. Lower it where single odd answers compact too early',
    slider: { min: 1, max: 10, step: 0.1 },
    usedWith: { capped: true },
    // Text alone is below 5; a hidden prefix as large as the log makes it 10, and more is a prefix to count.
    sensible: { min: 1, max: 10 },
  }),
  factor: numberSetting(2.5, [0, 1_000], {
    label: 'Default factor',
    short: 'Factor',
    unit: '×',
    description: 'The correction while no usage is known: at the first step and after a reset',
    formula: 'calibrated = trunc(heuristic × factor)',
    advice:
      'Move it towards the first steps’ real ÷ heuristic of your models, or higher where the provider reports no usage',
    slider: { min: 0.5, max: 6, step: 0.1 },
    // Recorded text is at 1.1 to 4.6 real tokens a counted one (DESIGN §4).
    sensible: { min: 1, max: 6 },
  }),
  floor: numberSetting(1, [0, 1_000], {
    label: 'Correction floor',
    unit: '×',
    description: 'Least that the correction may be',
    sensible: { min: 0.5, max: 2 },
    formula: 'correction = clamp(last real ÷ last heuristic, floor, cap)',
    advice: 'Leave it at 1: below, a request that was counted too high hides the next one’s growth',
  }),
  attempts: attemptsSetting,
  quoteRequest: quoteSetting,
  resetCalibration: z.boolean().default(true).meta({
    label: 'Reset after compaction',
    description:
      'A compaction forgets last real and last heuristic: the default factor holds again',
    advice: 'Leave it on: without it a stale count fires at each step once usage is missing',
  }),
  ...summarySettings.shape,
  ...estimatorSettings,
  ...history,
});
export type ContextGuardSettings = z.infer<typeof contextGuardSettings>;

/** Settings of both sliding windows; defaults are the reference's. */
export const slidingSettings = z.strictObject({
  window: windowSetting(),
  maxTurns: wholeSetting(20, [0, 1_000_000], {
    label: 'Turns',
    unit: 'entries',
    slider: { min: 1, max: 100, step: 1 },
    description:
      'It fires above so many entries since the last compaction; 0: 20, as the reference',
  }),
  keepPercent: wholeSetting(30, [0, 100], {
    label: 'Tail kept',
    unit: '%',
    description: 'Of the turns; never fewer than 3 entries',
  }),
  attempts: attemptsSetting,
  quoteRequest: quoteSetting,
  ...summarySettings.shape,
});
export type SlidingSettings = z.infer<typeof slidingSettings>;
