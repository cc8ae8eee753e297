import { formatRatio } from '@/lib/engine/base/format';
import type { Operands } from '@/lib/engine/policy/decision';
import type { estimateDefaults } from '@/lib/engine/mechanisms/estimate';

/** An estimator with its settings, as a row of the table. */
export interface EstimatorVariant {
  readonly id: string;
  /** The rule in words; h: heuristic. */
  readonly label: string;
  readonly settings: Partial<typeof estimateDefaults>;
  /**
   * Steps it is compared on: all; those after another with usage in the same run; or the
   * first with usage after the start or a compaction, where nothing is known yet.
   */
  readonly over: 'all' | 'after' | 'first';
  /** A policy's own rule in place of the estimator that `settings` name. */
  readonly own?: (operands: Operands) => number;
}

const factor = (value: number): EstimatorVariant => ({
  id: `factor-${value}`,
  label: `${formatRatio(value)} × h`,
  settings: { estimator: 'factor', estimateFactor: value },
  over: 'all',
});

/** Every row of the table: the seeds' rules, then ours, then the first steps apart. */
export const estimatorVariants: readonly EstimatorVariant[] = [
  factor(1),
  factor(1.5),
  factor(2),
  factor(2.5),
  {
    id: 'density',
    label: 'density of the model × h',
    settings: { estimator: 'density', densityFrom: 'model' },
    over: 'all',
  },
  {
    id: 'calibrated',
    label: 'calibrated: max(last real, h × clamp(real ÷ h, 1, 5))',
    settings: { estimator: 'calibrated' },
    over: 'after',
  },
  {
    id: 'uncapped',
    label: 'calibrated without cap',
    settings: { estimator: 'uncapped' },
    over: 'after',
  },
  {
    id: 'prefix-model',
    label: 'fitted prefix + density of the model × h',
    settings: { estimator: 'prefix', densityFrom: 'model' },
    over: 'after',
  },
  {
    id: 'prefix-session',
    label: 'fitted prefix + learnt density × h',
    settings: { estimator: 'prefix' },
    over: 'after',
  },
  {
    id: 'delta-1.4',
    label: 'last real + 1.4 × growth of h',
    settings: { estimator: 'anchor', densityFrom: 'fixed', density: 1.4 },
    over: 'after',
  },
  {
    id: 'delta-model',
    label: 'last real + density of the model × growth of h',
    settings: { estimator: 'anchor', densityFrom: 'model' },
    over: 'after',
  },
  {
    id: 'delta-session',
    label: 'last real + learnt density × growth of h',
    settings: { estimator: 'anchor' },
    over: 'after',
  },
  {
    id: 'anchor-delta',
    label: 'last real + learnt density × growth of h, an image at 1,600 tokens',
    settings: { estimator: 'anchor', images: 'flat' },
    over: 'after',
  },
  {
    id: 'first-factor-2.5',
    label: '2.5 × h',
    settings: { estimator: 'factor' },
    over: 'first',
  },
  {
    id: 'first-prior',
    label: 'prior of the source + density × h',
    settings: { estimator: 'anchor', images: 'flat' },
    over: 'first',
  },
];
