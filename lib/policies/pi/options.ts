/** pi's options: "compaction" of settings.json, the window of a model of your own in models.json. */
import { formatInteger } from '@/lib/engine/base/format';
import { jsonSnippet, when, type OwnOptions } from '@/lib/engine/policy/options';
import type { PiSettings } from './settings';

/** Options of pi. */
export function piOptions(settings: PiSettings): OwnOptions {
  const { window, reserve, keep, enabled, maxOutput, observed } = settings;
  // A threshold that was observed is what the window less the reserve has to be.
  const reserveTokens = observed > 0 && observed <= window ? window - observed + 1 : reserve;
  const compaction = { ...when(!enabled, { enabled }), reserveTokens, keepRecentTokens: keep };
  const fitted = reserveTokens === reserve ? [] : ['observed'];
  const place = {
    target: 'settings.json',
    file: '~/.pi/agent/settings.json',
    sets: ['reserve', 'keep', 'enabled', ...fitted],
  };
  return {
    snippets: [jsonSnippet(place, { compaction })],
    fixed: {
      window: `Window ${formatInteger(window)}: contextWindow of the model, which ~/.pi/agent/models.json states for models of your own.`,
      maxOutput: `Largest output ${formatInteger(maxOutput)}: maxTokens of the model, in ~/.pi/agent/models.json for models of your own.`,
      observed: `Observed threshold ${formatInteger(observed)}: above the window; no reserve gives it.`,
      check: 'When it checks came with the version: before every request in 1.5.2.',
      trailing: 'What it counts came with the version: the messages behind the usage in 1.5.2.',
      fileBytes: 'File lists are the session’s; their size is no setting.',
    },
  };
}
