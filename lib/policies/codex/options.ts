/** Codex's options: the keys of config.toml that the conformance runs set (lib/conformance/codex). */
import { formatInteger } from '@/lib/engine/base/format';
import { codeSnippet, type OwnOptions } from '@/lib/engine/policy/options';
import { codexThreshold, type CodexSettings } from './settings';

/** Options of Codex. */
export function codexOptions(settings: CodexSettings): OwnOptions {
  const { window, limit, scope, observed } = settings;
  const configured = observed > 0 ? observed : limit;
  const formula = codexThreshold({ ...settings, observed: 0, limit: 0, scope: 'total' });
  const lines = [
    ...(window > 0 ? [`model_context_window = ${window}`] : []),
    ...(configured > 0 ? [`model_auto_compact_token_limit = ${configured}`] : []),
    ...(scope === 'total' ? [] : [`model_auto_compact_token_limit_scope = "${scope}"`]),
  ];
  const above = scope === 'total' && configured > formula;
  const place = {
    target: 'config.toml',
    language: 'toml',
    file: '~/.codex/config.toml',
    sets: ['window', 'limit', 'scope', ...(observed > 0 && !above ? ['observed'] : [])],
  } as const;
  const unused = `${formatInteger(configured)} has no effect: the limit only lowers 90 % of the window, ${formatInteger(formula)}.`;
  return {
    snippets: lines.length === 0 ? [] : [codeSnippet(place, lines, above ? [unused] : [])],
    fixed: {
      window: 'Window 0: Codex takes the model’s own.',
      observed: `Observed threshold ${formatInteger(observed)}: not settable in Codex, it is above 90 % of the window.`,
      usablePercent: `Usable window ${settings.usablePercent} %: effective_context_window_percent of the model’s own entry, not of config.toml.`,
      keepUser: `User messages kept ${formatInteger(settings.keepUser)}: the constant COMPACT_USER_MESSAGE_MAX_TOKENS of codex-rs/core/src/compact.rs, 20,000; 64,000 in the remote compaction.`,
      keepAnswers: 'Final answers are kept by the first remote compaction (up to 0.139) alone.',
      items: 'What an item counts came with the version: texts from 0.156 on, JSON before it.',
      reasoningShare:
        'Encrypted reasoning: Codex counts it by its length, which a recording may lack; the factor is Highwater’s.',
    },
  };
}
