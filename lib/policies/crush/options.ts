/** Crush's options: crush.json, of charmbracelet/crush. */
import { jsonSnippet, when, type OwnOptions } from '@/lib/engine/policy/options';
import type { CrushSettings } from './policy';

/** Options of Crush. */
export function crushOptions({ window, autoSummarize }: CrushSettings): OwnOptions {
  const place = { target: 'crush.json', file: 'crush.json', sets: ['window', 'autoSummarize'] };
  const value = {
    $schema: 'https://charm.land/crush.json',
    ...when(!autoSummarize, { options: { disable_auto_summarize: true } }),
    providers: { PROVIDER: { models: [{ id: 'MODEL', context_window: window }] } },
  };
  return {
    snippets: [
      jsonSnippet(place, value, [
        'Put your provider’s and your model’s names in place of PROVIDER and MODEL.',
        'The buffer, 20,000 or 20 %, is a constant of internal/agent/agent.go.',
      ]),
    ],
    fixed: {
      countCacheWrites: 'Crush does not count cache writes: a change of its source.',
      todoBytes: 'The todo list is the session’s; its size is no setting.',
    },
  };
}
