import * as z from 'zod';
import {
  heuristicForm,
  lastRealForm,
  type Decision,
  type ValueForm,
} from '@/lib/engine/policy/decision';
import { cappedSummary, share, windowSetting } from '@/lib/engine/policy/settings';
import { mostOfShare } from '@/lib/engine/mechanisms/most-of-share';

/** Settings of goose's compaction. */
export const gooseSettings = z.strictObject({
  window: windowSetting({ description: 'Context limit of the model' }),
  share: share.default(0.8).meta({
    label: 'Threshold',
    description: 'GOOSE_AUTO_COMPACT_THRESHOLD, of the context limit. 0 and 1 turn it off',
    slider: { min: 0.1, max: 1, step: 0.01 },
  }),
  counts: z.enum(['larger', 'stored']).default('larger').meta({
    label: 'Counts',
    description:
      'larger: the newest total that was reported, or the estimate where that is more · stored: that total alone, as before block/goose#10089',
    advice: 'Set it as in the version you run; the other value shows what a change of it did',
  }),
  ...cappedSummary('Highwater’s cap; goose sets none'),
});
export type GooseSettings = z.infer<typeof gooseSettings>;

/** The most tokens whose quotient by the window is not above the share; Infinity where goose never compacts. */
export function mostAtShare({ window, share: part }: Pick<GooseSettings, 'window' | 'share'>) {
  if (part <= 0 || part >= 1) return Infinity;
  return window === 0 ? 0 : mostOfShare(window, part);
}

const larger: ValueForm = {
  formula: () => 'max(last total, estimate)',
  decidedBy: ({ heuristic, lastReal }) => (lastReal >= heuristic ? 'last real' : 'heuristic'),
  value: ({ heuristic, lastReal }) => Math.max(heuristic, Number.isNaN(lastReal) ? 0 : lastReal),
};

/** What goose compares before a turn's first request. */
export const gooseDecision: Decision<GooseSettings> = {
  relation: '>',
  unit: 'tokens',
  thresholdRule: 'threshold = floor(share × window)',
  threshold: mostAtShare,
  idle: ({ share: part }) => (part <= 0 || part >= 1 ? 'a threshold of 0 or 1 turns it off' : null),
  path: () => ['window', 'share'],
  value: [lastRealForm('total of the last response'), heuristicForm, larger],
  lastReal: 'Total of the last response',
};
