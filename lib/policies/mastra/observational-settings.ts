import * as z from 'zod';
import { heuristicForm, type Decision } from '@/lib/engine/policy/decision';
import {
  cappedSummary,
  numberSetting,
  share,
  tokenSetting,
  windowSetting,
} from '@/lib/engine/policy/settings';
import { perSetting } from './per-setting';

/** Settings of Mastra's observational memory. */
export const observationalSettings = z.strictObject({
  window: windowSetting({ description: 'Drawn only: the threshold is a number of its own' }),
  messageTokens: tokenSetting(30_000, {
    label: 'Message tokens',
    slider: 'window',
    description:
      'observation.messageTokens: the threshold for messages that no observation holds yet',
    advice: 'Lower it for smaller requests and more observer calls',
  }),
  bufferShare: numberSetting(0.2, [0, 0.99], {
    label: 'Buffer interval',
    description:
      'observation.bufferTokens: of the message tokens, after which an observer begins beside the agent. 0: false, no buffers',
    slider: { min: 0, max: 0.5, step: 0.01 },
    advice: 'Lower it for more and shorter observations',
  }),
  activation: share.default(0.8).meta({
    label: 'Activated share',
    description:
      'observation.bufferActivation: 1 less this share of the threshold stays in the request',
    advice: 'Lower it where the newest messages are missed; raise it for smaller requests',
  }),
  blockAfter: numberSetting(1.2, [1, 99], {
    label: 'Block after',
    unit: '×',
    description:
      'observation.blockAfter: times the threshold, from which on as much as may be is activated',
    slider: { min: 1, max: 3, step: 0.05 },
    advice: 'Lower it where requests stay above the threshold for long',
  }),
  observationTokens: tokenSetting(40_000, {
    label: 'Observation tokens',
    description: 'reflection.observationTokens: observations from here on become a reflection',
    advice: 'Lower it where observations fill the request',
  }),
  per: perSetting,
  ...cappedSummary(
    'Highwater’s cap of each observer’s and reflector’s text; Mastra sets none',
    { label: 'Observation, at most' },
    1_500,
  ),
});
export type ObservationalSettings = z.infer<typeof observationalSettings>;

/** Messages that no observation holds, against their threshold. */
export const observationalDecision: Decision<ObservationalSettings> = {
  relation: '>=',
  unit: 'tokens',
  thresholdRule: 'threshold = messageTokens',
  threshold: ({ messageTokens }) => messageTokens,
  thresholdFormula: () => 'the message tokens',
  path: () => ['messageTokens'],
  value: [heuristicForm],
  count: 'words, and 3.8 a message, of the messages that no observation holds yet',
  ownCount: true,
};
