import * as z from 'zod';
import { decidingSettings } from '@/lib/engine/mechanisms/estimate';
import { measuredSummarySettings } from '@/lib/engine/policy/summary';
import {
  observedSetting,
  tokenSetting,
  wholeSetting,
  windowSetting,
} from '@/lib/engine/policy/settings';

const prune = 'Pruning';

/** Settings of OpenCode's first generation; `pruned` is whether it prunes by default. */
export const opencodeSettings = ({ pruned }: { readonly pruned: boolean }) => ({
  window: windowSetting({ description: 'limit.context; 0: never compacts' }),
  inputLimit: tokenSetting(0, {
    label: 'Input limit',
    description: 'limit.input of the model; 0: it states none',
  }),
  maxOutput: tokenSetting(32_000, {
    label: 'Largest output of the model',
    description: 'At most 32,000 count',
  }),
  reserved: tokenSetting(20_000, {
    label: 'Reserved under an input limit',
    description: 'compaction.reserved; without an input limit it counts nothing',
  }),
  reservedConfigured: z.boolean().default(false).meta({
    label: 'Reserve is configured',
    description: 'compaction.reserved is set: the largest output does not limit it (1.18.33)',
  }),
  auto: z.boolean().default(true).meta({
    label: 'Compacts automatically',
    description: 'Off: only by hand (compaction.auto)',
  }),
  prune: z.boolean().default(pruned).meta({
    label: 'Prunes old tool results',
    description: 'Old tool results are emptied after each answer (compaction.prune)',
    group: prune,
  }),
  pruneProtect: tokenSetting(40_000, {
    label: 'Newest tool results kept',
    description: 'Tokens of the newest tool results that pruning leaves alone',
    group: prune,
  }),
  pruneMinimum: tokenSetting(20_000, {
    label: 'Only if it frees more than',
    description: 'Smaller gains prune nothing',
    group: prune,
  }),
  pruneTurns: wholeSetting(2, [0, 1_000], {
    label: 'Newest turns not pruned',
    description: 'Tool results of these turns stay',
    unit: 'turns',
    group: prune,
  }),
  observed: observedSetting,
  ...measuredSummarySettings.shape,
  ...decidingSettings,
});

type Shape<S> = { readonly [K in keyof S]: S[K] extends z.ZodType ? z.infer<S[K]> : never };
export type OpencodeSettings = Shape<ReturnType<typeof opencodeSettings>>;

/** The largest output OpenCode asks for. */
const MOST_OUTPUT = 32_000;

/** Tokens usable by a conversation: input limit − reserved, or context − largest output. */
export function opencodeUsable(
  chosen: Pick<
    OpencodeSettings,
    'window' | 'inputLimit' | 'maxOutput' | 'reserved' | 'reservedConfigured' | 'observed'
  >,
): number {
  const { window, inputLimit, maxOutput, reserved, reservedConfigured, observed } = chosen;
  if (observed > 0) return observed;
  // A model that states no largest output is asked for the most.
  const output = maxOutput > 0 ? Math.min(maxOutput, MOST_OUTPUT) : MOST_OUTPUT;
  const kept = reservedConfigured ? reserved : Math.min(reserved, output);
  return Math.max(0, inputLimit > 0 ? inputLimit - kept : window - output);
}
