import { wordsText } from '@/lib/engine/base/answer/words';
import { verdict } from '@/lib/analysis/explain/verdict';
import { whatHappened } from '@/lib/analysis/fit/what-happened';
import type { SessionReplay } from './replay-session';

/** The recording's compactions and overflows, the replay's, and where it diverges, as one line. */
export function verdictOf({ measured, opening, policy, run }: SessionReplay): string {
  const happened = whatHappened(measured.profile, opening);
  const { agent } = measured.draft.head.source;
  return wordsText(verdict(run, { agent, draft: policy.label, happened }));
}
