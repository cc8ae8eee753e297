import * as z from 'zod';
import { heuristicForm, type Decision } from '@/lib/engine/policy/decision';
import { cappedSummary, tokenSetting, windowSetting } from '@/lib/engine/policy/settings';

/** Settings of LangMem's `summarize_messages`. */
export const langmemSettings = z.strictObject({
  window: windowSetting({ description: 'Drawn only: max_tokens is a number of its own' }),
  maxTokens: tokenSetting(160_000, {
    label: 'Tokens at most',
    slider: 'window',
    description:
      'max_tokens: what it means to return. It has no default; 160,000 is Highwater’s, 0.8 of 200,000',
    advice: 'Lower it where its count falls short of the provider’s: it leaves tools out',
  }),
  before: tokenSetting(0, {
    label: 'Tokens before a summary',
    description:
      'max_tokens_before_summary: messages that no summary holds yet have to reach it. 0: max_tokens',
    advice: 'Lower it to summarise earlier and in smaller parts',
  }),
  summaryBudget: tokenSetting(256, {
    label: 'Budget of the summary',
    description: 'max_summary_tokens: taken off for the summary; nothing holds the model to it',
    advice:
      'Set it to what your summaries have; where it is too small, requests outgrow max_tokens',
  }),
  ...cappedSummary('Highwater’s cap; LangMem sets none'),
});
export type LangmemSettings = z.infer<typeof langmemSettings>;

/** The least tokens of unsummarised messages that may be summarised. */
export const leastTokens = ({ before, maxTokens }: LangmemSettings): number =>
  before === 0 ? maxTokens : before;

/** The messages that no summary holds yet, against what has to come together. */
export const langmemDecision: Decision<LangmemSettings> = {
  relation: '>=',
  unit: 'tokens',
  thresholdRule: 'threshold = before is 0 ? maxTokens : before',
  threshold: leastTokens,
  idle: ({ maxTokens, summaryBudget }) =>
    summaryBudget >= maxTokens
      ? 'max_summary_tokens is not less than max_tokens, which is an error'
      : null,
  path: ({ before }) => [before === 0 ? 'maxTokens' : 'before'],
  value: [heuristicForm],
  count: 'chars ÷ 4 and 3 a message, of the messages that no summary holds yet',
  ownCount: true,
};
