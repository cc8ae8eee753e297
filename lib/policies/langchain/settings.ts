import * as z from 'zod';
import { heuristicForm, type Decision } from '@/lib/engine/policy/decision';
import {
  cappedSummary,
  share,
  tokenSetting,
  wholeSetting,
  windowSetting,
} from '@/lib/engine/policy/settings';

/** What a middleware's settings begin with. */
interface Defaults {
  readonly share: number;
  readonly tokenThreshold: number;
  readonly keepBy: 'messages' | 'tokens' | 'fraction';
  readonly keep: number;
  readonly keepShare: number;
}

/** Settings of LangChain's and deepagents' summarisation. */
export const middlewareSettings = (initial: Defaults) =>
  z.strictObject({
    window: windowSetting({
      label: 'Input limit of the model',
      description: 'maxInputTokens of the model’s profile; both fractions are of it',
    }),
    triggerBy: z.enum(['fraction', 'tokens']).default('fraction').meta({
      label: 'Triggers by',
      description: 'fraction: of the input limit · tokens: a number of its own',
      advice: 'Take tokens where the model has no profile: a fraction is then an error',
    }),
    share: share.default(initial.share).meta({
      label: 'Trigger',
      short: 'Trigger',
      description: 'Fraction of the input limit, rounded down to whole tokens',
      shownWith: { triggerBy: ['fraction'] },
      slider: { min: 0.1, max: 1, step: 0.01 },
    }),
    tokenThreshold: tokenSetting(initial.tokenThreshold, {
      label: 'Trigger',
      description: 'Tokens by its estimate',
      shownWith: { triggerBy: ['tokens'] },
    }),
    keepBy: z.enum(['messages', 'tokens', 'fraction']).default(initial.keepBy).meta({
      label: 'Keeps by',
      description: 'The unit of what stays behind the summary',
      advice: 'Take a fraction where messages differ much in size',
    }),
    keep: wholeSetting(initial.keep, [0, 1_000_000], {
      label: 'Kept messages',
      unit: 'messages',
      description: 'The newest messages; a tool’s result is one',
      shownWith: { keepBy: ['messages'] },
    }),
    keepTokens: tokenSetting(4_000, {
      label: 'Kept tokens',
      description: 'The newest messages that together have no more',
      advice:
        'Raise it where work in progress is lost at a compaction; lower it where compactions follow one another',
      shownWith: { keepBy: ['tokens'] },
    }),
    keepShare: share.default(initial.keepShare).meta({
      label: 'Kept share',
      description: 'The newest messages that together have no more of the input limit',
      shownWith: { keepBy: ['fraction'] },
    }),
    ...cappedSummary('Highwater’s cap; the middleware sets none'),
  });

/** Settings of `summarizationMiddleware`, which has no trigger of its own. */
export const langchainSettings = z.strictObject({
  ...middlewareSettings({
    share: 0.8,
    tokenThreshold: 100_000,
    keepBy: 'messages',
    keep: 20,
    keepShare: 0.3,
  }).shape,
  leastMessages: wholeSetting(0, [0, 1_000_000], {
    label: 'Messages at least',
    unit: 'messages',
    description: 'messages of the same trigger: both must be reached. 0: no such condition',
    advice: 'Raise it to leave short sessions of large messages alone',
  }),
  summaryInput: tokenSetting(4_000, {
    label: 'Summariser reads, at most',
    description: 'trimTokensToSummarize: the newest of what is replaced; the rest nobody reads',
    advice: 'Raise it: at 4,000 the summary of a long session knows its last few messages only',
  }),
});
export type LangchainSettings = z.infer<typeof langchainSettings>;

/** Settings of deepagents’ middleware; its defaults for a model with a profile. */
export const deepagentsSettings = middlewareSettings({
  share: 0.85,
  tokenThreshold: 170_000,
  keepBy: 'fraction',
  keep: 6,
  keepShare: 0.1,
});
export type MiddlewareSettings = z.infer<typeof deepagentsSettings>;

/** The estimate against the trigger. */
export const middlewareDecision: Decision<MiddlewareSettings> = {
  relation: '>=',
  unit: 'tokens',
  thresholdRule: 'threshold = triggerBy is tokens ? tokenThreshold : floor(share × window)',
  threshold: ({ window, triggerBy, share: part, tokenThreshold }) =>
    triggerBy === 'tokens' ? tokenThreshold : Math.floor(window * part),
  path: ({ triggerBy }) => (triggerBy === 'tokens' ? ['tokenThreshold'] : ['window', 'share']),
  value: [heuristicForm],
  count: 'chars ÷ 4 of all messages together, rounded up once',
  ownCount: true,
};
