/**
 * OpenAI's server-side compaction, `context_management: [{ type: 'compaction', compact_threshold }]` of
 * the Responses API: developers.openai.com/api/docs/guides/compaction.
 *
 * When the rendered token count crosses the threshold the server compacts in the middle of the request:
 * the response holds an encrypted compaction item, which carries what came before it; items in front
 * of the newest one are not needed any more. The client keeps the whole log.
 *
 * The item is opaque, so its size is the summary model's. "Crosses" is read as: above it. The API states
 * no default for the threshold: where none is set, Highwater takes a share of the window.
 */
import * as z from 'zod';
import { referenceEstimator } from '@/lib/engine/tokens/estimator';
import { planned } from '@/lib/engine/policy/planned-run';
import { definePolicy, formOf } from '@/lib/engine/policy/policy';
import { cappedSummary, share, tokenSetting, windowSetting } from '@/lib/engine/policy/settings';
import { API_CAP, serverCount } from './compaction';

const settings = z.strictObject({
  window: windowSetting(),
  share: share.default(0.8).meta({
    label: 'Threshold as a share',
    description: 'Of the window, where no threshold is stated; the API has no default',
  }),
  compactThreshold: tokenSetting(0, {
    label: 'Compact threshold',
    description: 'compact_threshold. 0: the share of the window',
  }),
  ...cappedSummary(API_CAP, { label: 'Compaction item, at most' }),
});

export type OpenaiSettings = z.infer<typeof settings>;

/** OpenAI's server-side compaction. */
export const openaiCompaction = definePolicy({
  id: 'openai-compaction',
  label: 'OpenAI compaction',
  provenance: {
    system: 'OpenAI API',
    repository: 'developers.openai.com/api/docs',
    path: 'guides/compaction',
    version: 'compact_threshold (2026)',
    basis: 'documented',
  },
  decision: {
    relation: '>',
    unit: 'tokens',
    thresholdRule:
      'threshold = compact threshold > 0 ? compact threshold : floor(share × window); fires above it',
    threshold: ({ window, share: part, compactThreshold }) =>
      compactThreshold > 0 ? compactThreshold : Math.floor(window * part),
    path: ({ compactThreshold }) =>
      compactThreshold > 0 ? ['compactThreshold'] : ['window', 'share'],
    value: serverCount,
  },
  traits: { serverSide: true },
  settings,
  presets: [{ id: 'reference', label: '80 % of the window', settings: {} }],
  form: formOf(referenceEstimator),
  begin: planned({
    value: ({ real }) => real,
    plan: ({ entries }, { summaryCap }) => ({ covered: entries, cap: summaryCap }),
  }),
});
