import type { SummariserCache } from '@/lib/engine/policy/policy';
import { policies } from '@/lib/policies/registry';
import type { Profile } from '@/lib/engine/tokens/profile';

/**
 * How the agent of a recording calls its summariser, by the format that it alone writes; undefined
 * where several write it, or nobody looked.
 */
export const agentCache = ({ head }: Profile): SummariserCache | undefined =>
  policies.find(
    ({ recordings }) =>
      recordings !== undefined &&
      recordings.agent === undefined &&
      recordings.format.test(head.source),
  )?.traits.summariserCache;
