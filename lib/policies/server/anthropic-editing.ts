/**
 * Anthropic's context editing (beta `context-management-2025-06-27`), inside the API, on every request
 * anew: platform.claude.com/docs/en/build-with-claude/context-editing; types of @anthropic-ai/sdk 1.12.0.
 *
 * `clear_tool_uses_20250919`: a request above 100,000 input tokens has its oldest tool results replaced
 * by a placeholder, all but those of the newest 3 tool uses, if that clears `clear_at_least`.
 * `clear_thinking_20251015`: thinking stays in the newest turns of the model's that have some (1 unless
 * stated). Nothing is summarised; the client keeps the whole log; what is cleared rewrites the cache
 * from there on.
 *
 * Not modelled: `exclude_tools` and `clear_tool_inputs`, for a profile holds no tool's name. Thinking that the recording
 * already leaves out of later requests is not cleared again.
 */
import * as z from 'zod';
import { counted, formatInteger } from '@/lib/engine/base/format';
import { intAt } from '@/lib/engine/base/read';
import type { Profile } from '@/lib/engine/tokens/profile';
import { ToolClearing } from '@/lib/engine/mechanisms/clear-tool-uses';
import { thinkingEnd } from '@/lib/engine/mechanisms/thinking-turns';
import { definePolicy } from '@/lib/engine/policy/policy';
import { tokenSetting, wholeSetting, windowSetting } from '@/lib/engine/policy/settings';
import { ViewRun } from '@/lib/engine/policy/view-run';

const toolGroup = 'clear_tool_uses_20250919';
const thinkingGroup = 'clear_thinking_20251015';

const settings = z.strictObject({
  window: windowSetting({ description: 'Drawn only: the edits have triggers of their own' }),
  tools: z.boolean().default(true).meta({
    label: 'Clears old tool results',
    description: 'Adds the edit clear_tool_uses to each request',
    group: toolGroup,
  }),
  clearTrigger: tokenSetting(100_000, {
    label: 'Clears above',
    description: 'Input tokens from which old tool results are emptied (trigger)',
    slider: 'window',
    group: toolGroup,
  }),
  clearUses: wholeSetting(0, [0, 1_000_000], {
    label: 'Clears above, in tool uses',
    unit: 'tool uses',
    description: 'A trigger of type tool_uses, in place of the tokens. 0: by tokens',
    group: toolGroup,
  }),
  clearKeep: wholeSetting(3, [0, 1_000_000], {
    label: 'Keeps',
    description: 'Newest tool uses whose results stay (keep)',
    unit: 'tool uses',
    group: toolGroup,
  }),
  clearAtLeast: tokenSetting(0, {
    label: 'Only if it clears at least',
    description: 'Smaller gains change nothing, so that the cache stays (clear_at_least)',
    group: toolGroup,
  }),
  clearTo: wholeSetting(33, [0, 10_000], {
    label: 'Placeholder',
    unit: 'bytes',
    description: 'Its text is not published; “[Old tool result content cleared]” has 33',
    group: toolGroup,
  }),
  thinking: z.boolean().default(false).meta({
    label: 'Clears old thinking',
    description: 'Adds the edit clear_thinking to each request',
    group: thinkingGroup,
  }),
  thinkingKeep: wholeSetting(1, [0, 1_000_000], {
    label: 'Keeps thinking of',
    unit: 'turns',
    description: 'keep.value; a number above all turns keeps all',
    group: thinkingGroup,
  }),
});
export type EditingSettings = z.infer<typeof settings>;

class EditingRun extends ViewRun<EditingSettings> {
  readonly #clearing = new ToolClearing(this.settings, this.input);
  /** Thinking of the entries before this one is cleared. */
  #thought = 0;

  override configure(chosen: EditingSettings): void {
    super.configure(chosen);
    this.#clearing.configure(chosen);
  }

  /** What is cleared is cleared in every request: the server keeps no state. */
  override forget(): void {
    const { keptHeuristic, keptReference, keptReal } = this.view;
    super.forget();
    Object.assign(this.view, { keptHeuristic, keptReference, keptReal });
  }

  own(): number {
    return this.loop.lastReal;
  }

  override before(step: number): void {
    const { tools, thinking } = this.settings;
    if (thinking) this.#clearThinking(step);
    if (!tools) return;
    this.size(step);
    if (!this.#clearing.clear(step, this.view)) return;
    this.changed();
    const { cleared, saved } = this.#clearing;
    const text = `clear_tool_uses: ${counted(cleared, 'tool result')} cleared, −${formatInteger(saved)} tokens.`;
    this.note(step, 'prune', text);
  }

  #clearThinking(step: number): void {
    const { profile, requests, notes } = this.input;
    const end = thinkingEnd(profile, step, this.settings.thinkingKeep);
    let saved = 0;
    for (; this.#thought < end; this.#thought++) {
      const entry = this.#thought;
      const thoughts = keptThoughts(profile, entry);
      if (thoughts === 0) continue;
      requests.elide(this.view, entry, thoughts, thoughts);
      notes.elisions.push({ step, entry, tokens: thoughts });
      saved += thoughts;
    }
    if (saved === 0) return;
    this.changed();
    this.note(step, 'prune', `clear_thinking: −${formatInteger(saved)} tokens.`);
  }

  /** Never called: nothing is compared with a threshold. */
  decide(): void {}
}

/** Thinking that later requests hold. */
const keptThoughts = ({ head, entries }: Profile, entry: number): number =>
  head.thoughts === 'stripped' ? 0 : intAt(entries.kinds.thought, entry);

/** Anthropic's context editing. */
export const anthropicEditing = definePolicy({
  id: 'anthropic-editing',
  label: 'Anthropic context editing',
  provenance: {
    system: 'Anthropic API',
    repository: 'platform.claude.com/docs',
    path: 'en/build-with-claude/context-editing',
    version: 'clear_tool_uses_20250919, clear_thinking_20251015',
    basis: 'documented',
  },
  decision: null,
  traits: { serverSide: true },
  settings,
  presets: [
    { id: 'reference', label: 'Tool results above 100,000', settings: {} },
    { id: 'thinking', label: 'Thinking alone', settings: { tools: false, thinking: true } },
    { id: 'both', label: 'Thinking and tool results', settings: { thinking: true } },
  ],
  begin: (chosen, input) => new EditingRun(chosen, input),
});
