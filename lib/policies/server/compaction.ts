/** What compactions inside an API share: the whole log becomes one item of at most so many tokens. */
import { referenceEstimator } from '@/lib/tokens/estimator';
import { ownRealForm } from '../contract/decision';
import type { Profile } from '@/lib/tokens/profile';
import type { RequestForm } from '../contract/policy';
import { tokens } from '../contract/settings';

/** The server counts the request itself. */
export const serverCount = [ownRealForm('counted by the provider')] as const;

/** The item stands for itself: the server puts no text around it. */
export const bareForm = (profile: Profile, prefixTokens: number): RequestForm => ({
  estimator: referenceEstimator(profile, prefixTokens),
  wrapperBytes: 0,
});

/** The most tokens of the item, under the name that the provider has for it. */
export const itemCap = (label: string) =>
  tokens.default(8_192).meta({
    label,
    unit: 'tokens',
    description: 'Highwater’s cap; the API states none',
  });
