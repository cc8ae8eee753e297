import * as z from 'zod';
import { sizeTableIds } from '../sizes/shipped';

/** Size models of a summary, which cannot be regenerated offline. */
const summaryModels = [
  'measured',
  'cap',
  'bytes',
  'share',
  'recorded',
  'fallback',
  'empty',
] as const;

const ifBytes = { summary: ['bytes'] };
const ifShare = { summary: ['share'] };

/** Settings every summarising policy shares. */
export const summarySettings = z.strictObject({
  summary: z.enum(summaryModels).default('cap').meta({
    label: 'Summary size',
    description:
      'measured: as recorded compactions of the same agent; the cap where there are too few · cap: as long as the policy allows · bytes: fixed · share: of what was summarised · recorded: the trace’s own, in order · fallback: every call fails, the mechanical summary is exact · empty: every call answers with nothing',
  }),
  summaryBytes: z.int().min(0).max(10_000_000).default(4_000).meta({
    shownWith: ifBytes,
    label: 'Summary bytes',
    unit: 'bytes',
  }),
  summaryShare: z.number().min(0).max(1).default(0.1).meta({
    shownWith: ifShare,
    label: 'Share of the head',
    unit: '×',
  }),
});
export type SummarySettings = z.infer<typeof summarySettings>;

/** The same for policies whose agent's compactions were recorded: measured by default. */
export const measuredSummarySettings = z.strictObject({
  ...summarySettings.shape,
  summary: summarySettings.shape.summary
    .unwrap()
    .default('measured')
    .meta(summarySettings.shape.summary.meta() ?? {}),
  sizes: z
    .enum(sizeTableIds)
    .default(sizeTableIds[0] as string)
    .meta({
      label: 'Table of sizes',
      description:
        'Recorded compactions that summaries, and what comes back beside them, are measured on: name and hash',
      shownWith: { summary: ['measured'] },
      pinned: true,
    }),
});
export type MeasuredSummarySettings = z.infer<typeof measuredSummarySettings>;

/** One scripted summariser call of a simulation: its size, or how it fails. */
export type ScriptedSummary =
  { readonly bytes: number } | { readonly fail: true } | { readonly empty: true };

/** Sizes summaries; a policy asks once per summariser call. */
export interface Summariser {
  /**
   * Sizes the next summary of `headTokens` heuristic tokens under a cap of `capTokens` real tokens.
   * `pass` counts the calls of one compaction from 1. The result is in `bytes`, `tokens`, `failed`
   * and `empty` until the next call (nothing is allocated per call).
   */
  call(headTokens: number, capTokens: number, pass: number): void;
  /** UTF-8 bytes of the summary; 0 for none. */
  readonly bytes: number;
  /** Real tokens where the model states tokens; −1 where only bytes are known. */
  readonly tokens: number;
  /** The call failed or answered with nothing: the policy's own failure path applies. */
  readonly failed: boolean;
  /** It answered, but with nothing; `failed` is true as well. */
  readonly empty: boolean;
}
