/** Options of Qwen Code: settings.json. */
import { formatInteger } from '@/lib/engine/base/format';
import { jsonSnippet, type OwnOptions } from '@/lib/engine/policy/options';
import type { QwenSettings } from './settings';

/** Options of Qwen Code. */
export function qwenOptions(settings: QwenSettings): OwnOptions {
  const { window, share, minutes, results, keepResults } = settings;
  const place = {
    target: 'settings.json',
    file: '~/.qwen/settings.json',
    sets: ['window', 'share', 'minutes', 'results', 'keepResults'],
  };
  const clearContextOnIdle = {
    toolResultsThresholdMinutes: minutes,
    toolResultsNumToKeep: keepResults,
    toolResultsTotalCharsThreshold: results,
  };
  return {
    snippets: [
      jsonSnippet(place, {
        model: { generationConfig: { contextWindowSize: window } },
        context: { autoCompactThreshold: share, clearContextOnIdle },
      }),
    ],
    fixed: {
      reminders: `Reminders of ${formatInteger(settings.reminders)} chars: what stands before your first prompt; no option sets it.`,
      sharing:
        'Whether it shares the cache follows from the provider and from the model that compacts.',
      summaryCap: `Summary of at most ${formatInteger(settings.summaryCap)}: 20,000 in the code, without an option.`,
    },
  };
}
