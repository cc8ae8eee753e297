/**
 * Anthropic's compaction at a threshold, `compact_20260112` (beta `compact-2026-01-12`), inside the API:
 * platform.claude.com/docs/en/build-with-claude/compaction-threshold; types of @anthropic-ai/sdk 1.12.0.
 *
 * A request whose input tokens reach the trigger (150,000 unless stated, 50,000 at least) is summarised
 * by the same model before it answers; the response holds a compaction block, and from then on
 * everything in front of the newest one is dropped. A summary that failed is a block without content: the
 * request goes on as it is. The client keeps the whole log.
 *
 * With `pause_after_compaction` the client puts its newest messages behind the block. The cost of the
 * summary is in `usage.iterations`, not in the response's own input and output.
 */
import * as z from 'zod';
import { referenceEstimator } from '@/lib/engine/tokens/estimator';
import { formatInteger } from '@/lib/engine/base/format';
import { planned } from '@/lib/engine/policy/planned-run';
import { definePolicy, formOf } from '@/lib/engine/policy/policy';
import {
  cappedSummary,
  tokenSetting,
  wholeSetting,
  windowSetting,
} from '@/lib/engine/policy/settings';
import { API_CAP, serverCount } from './compaction';

/** The least trigger that the API takes. */
const LEAST = 50_000;

const settings = z.strictObject({
  window: windowSetting({ description: 'Drawn only: the trigger is a number of its own' }),
  trigger: tokenSetting(150_000, {
    label: 'Compacts from',
    short: 'Trigger',
    slider: 'window',
    description: `trigger.value; the API takes ${formatInteger(LEAST)} at least, so a lower one counts as that`,
  }),
  keep: wholeSetting(0, [0, 1_000_000], {
    label: 'Kept behind the block',
    unit: 'messages',
    description:
      'pause_after_compaction: the client puts so many of its newest messages back, and as many more as part no call from its result. 0: it does not pause',
  }),
  ...cappedSummary(API_CAP),
});

export type AnthropicSettings = z.infer<typeof settings>;

/** Anthropic's server-side compaction. */
export const anthropicCompaction = definePolicy({
  id: 'anthropic-compaction',
  label: 'Anthropic compaction',
  provenance: {
    system: 'Anthropic API',
    repository: 'platform.claude.com/docs',
    path: 'en/build-with-claude/compaction-threshold',
    version: 'compact_20260112',
    basis: 'documented',
  },
  decision: {
    relation: '>=',
    unit: 'tokens',
    thresholdRule: 'threshold = max(50,000, trigger)',
    threshold: ({ trigger }) => Math.max(LEAST, trigger),
    thresholdFormula: () => 'the trigger',
    path: () => ['trigger'],
    value: serverCount,
  },
  traits: { serverSide: true },
  settings,
  presets: [
    { id: 'reference', label: 'The API’s 150,000', settings: {} },
    { id: 'pause', label: 'Pauses, and keeps the newest two', settings: { keep: 2 } },
  ],
  form: formOf(referenceEstimator),
  begin: planned({
    value: ({ real }) => real,
    plan: ({ entries, covered, seam }, { summaryCap, keep }) => {
      const cut = keep === 0 ? entries : seam(Math.max(0, entries - keep));
      return cut > covered ? { covered: cut, cap: summaryCap } : null;
    },
    failed: [
      {
        kind: 'failure',
        text: 'The compaction block has no content: the request goes on as it is.',
      },
    ],
  }),
});
