import * as z from 'zod';
import { tokenSetting, wholeSetting, windowSetting } from '@/lib/engine/policy/settings';

/** Settings of a `prepareStep` that prunes above a trigger. */
export const pruneSettings = z.strictObject({
  window: windowSetting({ description: 'Drawn only: the trigger is a number of its own' }),
  trigger: tokenSetting(100_000, {
    label: 'Prunes above',
    short: 'Trigger',
    slider: 'window',
    description: 'COMPACTION_THRESHOLD of the documented example: chars of the messages’ JSON ÷ 4',
  }),
  toolCalls: z.enum(['before-last-messages', 'all', 'none']).default('before-last-messages').meta({
    label: 'Tool calls',
    description:
      'before-last-messages: calls and results but those of the newest messages go · all: all of them · none: they stay',
    advice:
      'Take none where the agent repeats calls; all removes the result that was just asked for',
  }),
  keep: wholeSetting(3, [1, 1_000_000], {
    label: 'Messages kept whole',
    unit: 'messages',
    description: 'N of before-last-N-messages; the results of one step are one message',
    shownWith: { toolCalls: ['before-last-messages'] },
  }),
  reasoning: z.enum(['all', 'before-last-message', 'none']).default('all').meta({
    label: 'Reasoning',
    description:
      'all: it goes from every message · before-last-message: from all but the newest · none: it stays, but for what stands before removed calls alone',
    advice: 'Take none where the provider wants its reasoning back beside the calls that stay',
  }),
  emptyMessages: z.enum(['remove', 'keep']).default('remove').meta({
    label: 'Empty messages',
    description: 'remove: a message without content goes too · keep: it stays, without content',
    advice: 'Leave it: providers refuse messages without content',
  }),
});
export type PruneSettings = z.infer<typeof pruneSettings>;
