/** Options of a `prepareStep` that prunes. */
import { formatInteger } from '@/lib/engine/base/format';
import { codeSnippet, literal, type OwnOptions } from '@/lib/engine/policy/options';
import type { PruneSettings } from './settings';

function toolCallsOf({ toolCalls, keep }: PruneSettings): string {
  if (toolCalls !== 'before-last-messages') return toolCalls;
  return keep === 1 ? 'before-last-message' : `before-last-${keep}-messages`;
}

const sets = ['trigger', 'toolCalls', 'keep', 'reasoning', 'emptyMessages'];

/** The documented example with other numbers. */
export const pruneOptions = (settings: PruneSettings): OwnOptions => ({
  snippets: [
    codeSnippet({ target: 'ai', language: 'typescript', sets }, [
      'prepareStep: ({ messages }) => {',
      `  if (JSON.stringify(messages).length / 4 <= ${literal(settings.trigger)}) return;`,
      '  return {',
      '    messages: pruneMessages({',
      '      messages,',
      `      reasoning: '${settings.reasoning}',`,
      `      toolCalls: '${toolCallsOf(settings)}',`,
      `      emptyMessages: '${settings.emptyMessages}',`,
      '    }),',
      '  };',
      '},',
    ]),
  ],
  fixed: {
    window: `Context window ${formatInteger(settings.window)}: the model’s own; the example does not ask for it.`,
  },
});
