/**
 * Spring AI Session's compaction: spring-ai-community/spring-ai-session,
 * spring-ai-session/src/main/java/org/springframework/ai/session, compaction/RecursiveSummarizationCompactionStrategy.java,
 * SlidingWindowCompactionStrategy.java, TurnCountTrigger.java and CompactionUtils.java at 10834544, advisor/SessionMemoryAdvisor.java at
 * b283ba5 (2026-07-31).
 *
 * After an answer more than 20 turns in the session (of its README's example) are compacted to the newest 10 messages, from the
 * next message of the user's on: where none follows, nothing stays. What leaves becomes one summary, asked with the summary
 * before it and the first 2 messages that stay, in a turn of its own; or it leaves without one. An empty answer leaves the
 * session as it is, an error is the application's.
 *
 * From the source, not run. Modelled: each entry is an event; the summary's two messages are one. Not modelled:
 * `TokenCountTrigger`, several triggers of which any is enough, strategies by turns and by tokens, events of sub-agents,
 * the search for archived messages, and a check inside of a turn, where the advisor stands below the one that runs tools.
 */
import * as z from 'zod';
import { counted } from '@/lib/engine/base/format';
import { byteAt, intAt } from '@/lib/engine/base/read';
import { finishedTurns } from '@/lib/engine/mechanisms/turns';
import { entriesWords } from '@/lib/engine/policy/notes';
import { definePolicy, formOf } from '@/lib/engine/policy/policy';
import { cappedSummary, wholeSetting, windowSetting } from '@/lib/engine/policy/settings';
import { givenWhole, promptOf } from '@/lib/engine/policy/summariser';
import { ViewRun } from '@/lib/engine/policy/view-run';
import { entryFlag } from '@/lib/engine/tokens/entry-table';
import { referenceEstimator } from '@/lib/engine/tokens/estimator';

/** Bytes of "Summarize the conversation we had so far.", the message in front of the summary. */
const SHADOW = 41;

const settings = z.strictObject({
  window: windowSetting({ description: 'Drawn only: the trigger asks for no tokens' }),
  turns: wholeSetting(20, [1, 1_000_000], {
    label: 'Compacts above',
    unit: 'turns',
    description: 'TurnCountTrigger(maxTurns); 20 in the README’s example',
    advice: 'Lower it where turns are long: no tokens are counted',
    slider: { min: 1, max: 100, step: 1 },
  }),
  keep: wholeSetting(10, [1, 1_000_000], {
    label: 'Newest kept, at most',
    unit: 'messages',
    description: 'maxEventsToKeep, from the next message of the user’s on',
    advice: 'Raise it where one turn has more messages: then nothing of it stays',
  }),
  overlap: wholeSetting(2, [0, 1_000], {
    label: 'Kept messages summarised too',
    unit: 'messages',
    description: 'overlapSize: the first of those that stay are given to the summariser',
    advice: 'Leave it: it costs little',
  }),
  summarises: z.boolean().default(true).meta({
    label: 'Writes a summary',
    description: 'RecursiveSummarizationCompactionStrategy; off: SlidingWindowCompactionStrategy',
    advice: 'Switch it off to see what the summaries cost',
  }),
  ...cappedSummary('Highwater’s cap; the strategy sets none'),
});
export type SpringAiSettings = z.infer<typeof settings>;

const NOTHING = 'The session holds no more messages than stay: nothing is compacted.';
const EMPTY = 'The summary is empty: compaction is skipped.';
const FAILED = 'The summariser failed, which is an error.';
const ENDS = 'The error is the application’s. The recording goes on; each answer tries again.';

class SpringRun extends ViewRun<SpringAiSettings> {
  /** Turns of the session, where one has just ended. */
  own(step: number): number {
    return finishedTurns(this.input.profile, this.view.covered, step);
  }

  decide(step: number): void {
    const { profile, summariser } = this.input;
    const { keep, overlap, summarises, summaryCap } = this.settings;
    const { covered } = this.view;
    const end = intAt(profile.steps.turnStart, step);
    const isTurn = (entry: number): boolean =>
      (byteAt(profile.entries.flags, entry) & entryFlag.turnStart) !== 0;
    let cut = Math.max(covered, end - keep);
    while (cut < end && !isTurn(cut)) cut++;
    if (end - covered <= keep || cut <= covered) {
      this.note(step, 'no-op', NOTHING);
      return;
    }
    if (!summarises) {
      this.drop(step, cut);
      this.note(step, 'lost', `${entriesWords(covered, cut, ['leaves', 'leave'])} the session.`);
      return;
    }
    const ahead = this.tokensOf(cut, Math.min(end, cut + overlap));
    summariser.call(this.headTokens(step, cut) + ahead, summaryCap, 1);
    if (summariser.empty) this.note(step, 'failure', EMPTY);
    else if (summariser.failed) this.noteFailure(step, FAILED, ENDS);
    else this.replaceBefore(step, cut);
  }
}

/** Spring AI with sessions. */
export const springAi = definePolicy({
  id: 'spring-ai-session',
  label: 'Spring AI Session',
  provenance: {
    system: 'Spring AI',
    repository: 'github.com/spring-ai-community/spring-ai-session',
    path: 'compaction/RecursiveSummarizationCompactionStrategy.java',
    version: '10834544 (2026-06-15)',
    basis: 'documented',
  },
  decision: {
    relation: '>',
    unit: 'turns',
    thresholdRule: 'threshold = turns',
    threshold: ({ turns }) => turns,
    most: () => Infinity,
    thresholdFormula: ({ turns }) => counted(turns, 'turn'),
    path: () => [],
    value: [],
    ownCount: true,
  },
  traits: { keepsTail: true, summaryLeads: true, splitsPairs: true, summariserCache: 'unshared' },
  summariser: promptOf({
    source: 'DEFAULT_SYSTEM_PROMPT and buildSummarizationPrompt of the strategy',
    gives: { ...givenWhole, thought: 'nothing', inline: 'nothing' },
  }),
  settings,
  presets: [
    { id: 'reference', label: 'Above 20 turns, 10 messages and a summary', settings: {} },
    { id: 'sliding', label: 'Above 20 turns, 10 messages alone', settings: { summarises: false } },
  ],
  form: formOf(referenceEstimator, SHADOW),
  begin: (chosen, input) => new SpringRun(chosen, input),
});
