/** Settings of Google ADK's compaction by a token threshold, in every language. */
import * as z from 'zod';
import { heuristicForm, lastRealForm, type Decision } from '@/lib/engine/policy/decision';
import type { OwnRecordings } from '@/lib/engine/policy/policy';
import {
  cappedSummary,
  share,
  tokenSetting,
  wholeSetting,
  windowSetting,
} from '@/lib/engine/policy/settings';

/** ADK names no defaults: threshold and retention are Highwater's until a user states theirs. */
export const adkSettings = z.strictObject({
  window: windowSetting(),
  share: share.default(0.8).meta({
    label: 'Threshold as a share',
    description: 'Of the window, where no token threshold is stated; ADK has no default',
  }),
  tokenThreshold: tokenSetting(0, {
    label: 'Token threshold',
    description: 'token_threshold as configured. 0: the share of the window',
  }),
  retention: wholeSetting(10, [1, 1_000_000], {
    label: 'Events kept',
    unit: 'events',
    description: 'event_retention_size: the newest events stay as they are; ADK has no default',
  }),
  ...cappedSummary('Highwater’s cap; ADK sets none'),
});
export type AdkSettings = z.infer<typeof adkSettings>;

/** The newest prompt token count, or an estimate, against the token threshold. */
export const adkDecision = (relation: '>' | '>='): Decision<AdkSettings> => ({
  relation,
  unit: 'tokens',
  thresholdRule: 'threshold = token threshold > 0 ? token threshold : floor(share × window)',
  threshold: ({ window, share: part, tokenThreshold }) =>
    tokenThreshold > 0 ? tokenThreshold : Math.floor(window * part),
  path: ({ tokenThreshold }) => (tokenThreshold > 0 ? ['tokenThreshold'] : ['window', 'share']),
  value: [lastRealForm('newest prompt token count'), heuristicForm],
  lastReal: 'Newest prompt token count',
});

/** ADK's own files, and spans that name it. */
export const adkRecordings: OwnRecordings = { format: /^adk-/, named: /^Google ADK/ };

/** The one preset of each language. */
export const adkPresets = [
  { id: 'reference', label: '80 % of the window, 10 events kept', settings: {} },
] as const;
