import * as z from 'zod';
import { sizeTableIds } from '../sizes/known-tables';
import { readCarried } from '../sizes/carried-sizes';
import { sizeTables } from '../sizes/shipped';

/** Size models of a summary, which cannot be regenerated offline. */
const assumedModels = ['cap', 'bytes', 'share', 'recorded', 'fallback', 'empty'] as const;
const measuredModels = ['measured', ...assumedModels] as const;

const ifBytes = { summary: ['bytes'] };
const ifShare = { summary: ['share'] };

const label = 'Summary size';
const models =
  'cap: as long as the policy allows · bytes: fixed · share: of what was summarised · recorded: the trace’s own, in order · fallback: every call fails, the mechanical summary is exact · empty: every call answers with nothing';

/** Settings every summarising policy shares. Without recorded compactions of it, every size is assumed. */
export const summarySettings = z.strictObject({
  summary: z.enum(assumedModels).default('cap').meta({ label, description: models }),
  summaryBytes: z.int().min(0).max(10_000_000).default(4_000).meta({
    shownWith: ifBytes,
    label: 'Summary bytes',
    description: 'UTF-8 bytes of every summary, without the policy’s own words around it',
    unit: 'bytes',
  }),
  summaryShare: z.number().min(0).max(1).default(0.1).meta({
    shownWith: ifShare,
    label: 'Share of the head',
    description: 'A summary has this share of the tokens that it replaces',
    unit: '×',
  }),
});

/** `sizes` without a table: nothing measured is added. */
export const NO_TABLE = 'none';

/** What `sizes` may name: the tables known now, or none of them. */
export const sizeChoices = (): readonly string[] => [...sizeTableIds(), NO_TABLE];

/** Error text for a table that is not among them. */
export const noSizeTable = (id: string): string =>
  `there is no table of sizes "${id}" here; there are ${sizeChoices().join(', ')}`;

/** The same for policies whose agent's compactions were recorded: measured by default. */
export const measuredSummarySettings = z.strictObject({
  ...summarySettings.shape,
  summary: z
    .enum(measuredModels)
    .default('measured')
    .meta({
      label,
      description: `measured: the median of recorded compactions of the same agent, the cap where there are too few · ${models}`,
    }),
  sizes: z
    .string()
    .refine((id) => sizeChoices().includes(id) || readCarried(id) !== null, {
      error: ({ input }) => noSizeTable(String(input)),
    })
    .default(sizeTables.at(-1)?.id ?? NO_TABLE)
    .meta({
      label: 'Table of sizes',
      description:
        'Name and hash of the recorded compactions that summaries, and what comes back beside them, are measured on; a link may bring its numbers with it',
      pinned: true,
      sizeTables: true,
    }),
});
export type MeasuredSummarySettings = z.infer<typeof measuredSummarySettings>;

/** What sizes a summary, of either kind of policy. */
export type SummarySettings = Omit<MeasuredSummarySettings, 'sizes'>;

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
  /** The call's cap in real tokens where its size is a recorded one; −1 where another model sized it. */
  readonly namedUnder: number;
}
