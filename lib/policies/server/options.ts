/** Fields of a request that switch a provider's own compaction on, as its reference names them. */
import { formatInteger } from '@/lib/engine/base/format';
import { jsonSnippet, when, type OwnOptions } from '@/lib/engine/policy/options';
import type { AnthropicSettings } from './anthropic-compaction';
import type { EditingSettings } from './anthropic-editing';
import type { OpenaiSettings } from './openai-compaction';
import type { TruncationSettings } from './openai-truncation';

const place = (target: string, sets: readonly string[]) => ({ target, file: null, sets });

const header = (beta: string): string =>
  `Fields of the request’s body; it needs the header "anthropic-beta: ${beta}".`;

const drawn = { window: 'The window is the model’s: it is drawn, and no field sets it.' };
const CAP = { summaryCap: 'The API states no cap; this one is Highwater’s.' };

/** Options of Anthropic's context editing. */
export function editingOptions(settings: EditingSettings): OwnOptions {
  const { tools, clearTrigger, clearUses, clearKeep, clearAtLeast, thinking } = settings;
  const trigger =
    clearUses > 0
      ? { type: 'tool_uses', value: clearUses }
      : { type: 'input_tokens', value: clearTrigger };
  const clearTools = {
    type: 'clear_tool_uses_20250919',
    trigger,
    keep: { type: 'tool_uses', value: clearKeep },
    ...when(clearAtLeast > 0, { clear_at_least: { type: 'input_tokens', value: clearAtLeast } }),
  };
  const clearThinking = {
    type: 'clear_thinking_20251015',
    keep: { type: 'thinking_turns', value: settings.thinkingKeep },
  };
  // The API wants thinking first where both are given.
  const edits = [...(thinking ? [clearThinking] : []), ...(tools ? [clearTools] : [])];
  const sets = ['tools', 'clearTrigger', 'clearUses', 'clearKeep', 'clearAtLeast'];
  const snippet = jsonSnippet(
    place('Messages API', [...sets, 'thinking', 'thinkingKeep']),
    { context_management: { edits } },
    [header('context-management-2025-06-27')],
  );
  return {
    snippets: [snippet],
    fixed: { ...drawn, clearTo: 'The placeholder is the API’s; its text is not published.' },
  };
}

/** Options of Anthropic's compaction at a threshold. */
export function anthropicCompactionOptions(settings: AnthropicSettings): OwnOptions {
  const { trigger, keep } = settings;
  const edit = {
    type: 'compact_20260112',
    trigger: { type: 'input_tokens', value: Math.max(50_000, trigger) },
    ...when(keep > 0, { pause_after_compaction: true }),
  };
  const pausing =
    keep > 0
      ? [`After the pause the client puts its newest ${formatInteger(keep)} messages back.`]
      : [];
  const snippet = jsonSnippet(
    place('Messages API', ['trigger', 'keep']),
    { context_management: { edits: [edit] } },
    [header('compact-2026-01-12'), ...pausing],
  );
  return { snippets: [snippet], fixed: { ...drawn, ...CAP } };
}

const BODY = 'Fields of the request’s body.';

/** Options of OpenAI's server-side compaction. */
export function openaiCompactionOptions(settings: OpenaiSettings): OwnOptions {
  const { window, share, compactThreshold } = settings;
  const value = compactThreshold > 0 ? compactThreshold : Math.floor(window * share);
  const of =
    compactThreshold > 0
      ? []
      : [`${share} × ${formatInteger(window)}: the API takes tokens, no share of a window.`];
  const snippet = jsonSnippet(
    place('Responses API', ['window', 'share', 'compactThreshold']),
    { context_management: [{ type: 'compaction', compact_threshold: value }] },
    [BODY, ...of],
  );
  return { snippets: [snippet], fixed: CAP };
}

/** Options of OpenAI's truncation. */
export const truncationOptions = ({ window, reserve }: TruncationSettings): OwnOptions => ({
  snippets: [jsonSnippet(place('Responses API', []), { truncation: 'auto' }, [BODY])],
  fixed: {
    window: `Window ${formatInteger(window)}: the model’s; no field sets it.`,
    reserve: `Reserved for output ${formatInteger(reserve)}: what the server reserves is not published, and no field sets it.`,
  },
});
