import type { Profile } from '../profile';

/** True if some step's real tokens are known: reported, told by an error, or made by a scenario. */
export const hasUsage = ({ steps }: Profile): boolean =>
  steps.ratio !== null || steps.real.some((tokens) => tokens >= 0);

/** How far a recording has its usage: in a few words for a header, and as a sentence. */
export interface UsageWords {
  readonly brief: string;
  readonly text: string;
}

/** Says how far usage, system prompt and tool definitions are recorded. */
export function usageWords(profile: Profile): UsageWords {
  const { steps, head } = profile;
  if (!hasUsage(profile)) {
    return { brief: 'no usage', text: 'no usage: every real token is projected' };
  }
  if (steps.ratio === null && steps.real.some((tokens) => tokens < 0)) {
    return { brief: 'usage on some steps', text: 'usage on some steps only' };
  }
  return steps.ratio === null && (head.system === null || head.tools === null)
    ? {
        brief: 'usage, no prompt',
        text: 'usage on every step; system prompt or tool definitions not recorded',
      }
    : {
        brief: 'usage complete',
        text: 'usage on every step; system prompt and tool definitions recorded',
      };
}
