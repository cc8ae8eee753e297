import { intAt } from '@/lib/engine/base/read';
import { imageCount, type Estimator } from '@/lib/engine/tokens/estimator';
import type { Profile } from '@/lib/engine/tokens/profile';
import { inTokens, langchainMessages } from './message-list';

/**
 * `countTokensApproximately`: chars ÷ 4 of texts, tool calls as JSON and ids of tool messages, rounded up once for the
 * whole request. So an entry's tokens are what it adds to the log before it: the log counts exactly, a tail of it may
 * differ by one token. Thinking and images count nothing.
 */
export function langchainEstimator(profile: Profile, prefix: number): Estimator {
  const { first, chars } = langchainMessages(profile);
  return {
    id: `langchain:${prefix}`,
    label: 'chars ÷ 4 of texts and tool calls',
    images: imageCount('none'),
    prefix,
    sum: first.map((message) => inTokens(intAt(chars, message))),
    thoughtSum: new Int32Array(profile.entryCount + 1),
    text: inTokens,
  };
}
