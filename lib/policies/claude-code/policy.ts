/**
 * Claude Code's automatic compaction, reconstructed from public issues, release notes and documents
 * (policies.md §3a and §3b); its source is closed.
 *
 * Before each call: input + cache reads + cache writes + output of the last response, and chars ÷ 4 of
 * what was added behind it, at or above window − min(largest output, 20,000) − 13,000 summarise
 * everything; behind the summary come a few files again. (Public analyses of its bundle count so, and an
 * image at 2,000; where the file holds every operand the sum is preTokens, within 3 tokens. Where the
 * response's own count is not whole in the file, see `counted-output.ts`.)
 *
 * A response's parts stand in records of their own with one usage. From some version on, public analyses say
 * (manavgup.github.io/shipai, deep-dives/claude-code/06), it counts from the first of them, so that no result
 * between two calls is left out: what stands in the others counts twice. Recorded so in 2.1.81 (to the token)
 * and 2.1.185 (within 5; once 115 more, beside a reminder whose words the file lacks), not yet in 2.1.47;
 * release 2.1.75 mends the size of such parts, so they counted by then.
 *
 * Without usage there is nothing to compare. Compaction stops for good after three failures in
 * a row, and when the context was full again within three steps three times in a row ("turns" in the
 * source; we read them as model calls, for a long turn compacts many times and goes on).
 *
 * Optionally the API's context editing clears old tool results first. It works on every request
 * anew from the whole history, so once the uncleared request is above its trigger, every tool use but
 * the newest few is cleared in each request until a compaction.
 */
import { formatInteger } from '@/lib/engine/base/format';
import { ToolClearing } from '@/lib/engine/mechanisms/clear-tool-uses';
import { inlineForm } from '@/lib/engine/mechanisms/estimate';
import { lastRealForm } from '@/lib/engine/policy/decision';
import { definePolicy, type PolicyInput } from '@/lib/engine/policy/policy';
import { claudeCodeSections, promptOf } from '@/lib/engine/policy/summariser';
import { environmentOf } from './environment';
import { ClaudeCodeRun } from './run';
import {
  claudeCodeSettings,
  claudeCodeThreshold,
  summaryCap,
  type ClaudeCodeSettings,
} from './settings';

/** With the API's context editing in front, where it is on. */
class EditedRun extends ClaudeCodeRun<ClaudeCodeSettings> {
  readonly #clearing: ToolClearing | null;

  constructor(settings: ClaudeCodeSettings, input: PolicyInput) {
    super(settings, input);
    this.#clearing = settings.clear ? new ToolClearing(settings, input) : null;
  }

  override configure(settings: ClaudeCodeSettings): void {
    super.configure(settings);
    this.#clearing?.configure(settings);
  }

  override forget(): void {
    super.forget();
    this.#clearing?.forget(this.view);
  }

  override before(step: number): void {
    const clearing = this.#clearing;
    if (clearing === null) return;
    this.size(step);
    if (!clearing.clear(step, this.view)) return;
    this.changed();
    const { cleared, saved } = clearing;
    const text = `clear_tool_uses: ${cleared} tool ${cleared === 1 ? 'result' : 'results'} cleared, −${formatInteger(saved)} tokens.`;
    this.note(step, 'prune', text);
  }

  protected override compacted(step: number, covered: number, files: boolean): void {
    this.#clearing?.compacted(covered);
    super.compacted(step, covered, files);
  }
}

/** Claude Code, reconstructed. */
export const claudeCode = definePolicy({
  id: 'claude-code',
  label: 'Claude Code',
  provenance: {
    system: 'Claude Code',
    repository: 'github.com/anthropics/claude-code',
    path: 'issues 31806, 61334, 34278, 82131',
    version: '2.0.76 to 2.1.185',
    basis: 'reconstructed',
  },
  decision: {
    relation: '>=',
    unit: 'tokens',
    thresholdRule:
      'effective = window − min(largest output, reserve); threshold = observed > 0 ? observed : percent > 0 ? min(floor(effective × percent ÷ 100), effective − margin) : effective − margin',
    threshold: (settings) => (settings.enabled ? claudeCodeThreshold(settings) : Infinity),
    path: () => ['window'],
    value: [lastRealForm('prompt + response of the last usage')],
    countUnder: ({ siblings }) =>
      `prompt + response of the last usage + chars ÷ 4 of ${siblings ? 'its later parts and of ' : ''}what came since`,
    lastReal: 'Last total tokens',
  },
  traits: { reattaches: true, summariserCache: 'shared' },
  summariser: promptOf({
    source: 'closed; the headings of recorded summaries',
    sections: claudeCodeSections,
    cap: summaryCap,
  }),
  writes: 'claude-code',
  recordings: { format: /^claude-(code|stream)/ },
  settings: claudeCodeSettings,
  presets: [
    { id: 'reference', label: '2.1.30 to 2.1.74: 167,000 of 200,000', settings: {} },
    {
      id: '2.1.75',
      label: 'From 2.1.75: later parts of a response count twice',
      settings: { siblings: true },
      provenance: {
        version: '2.1.81 and 2.1.185',
        basis: 'reconstructed',
        note: 'What the agent counted before three compactions of two repositories, of which the file holds all operands but a reminder.',
      },
    },
    {
      id: '2.1.21',
      label: '2.1.21 to 2.1.29: a response counts as its first event says',
      settings: { wholeCounts: false },
      provenance: {
        version: '2.1.25 and 2.1.29',
        basis: 'reconstructed',
        note: 'Its recorded count is the prompt, the count of the first event and what came since.',
      },
    },
    {
      id: 'to-2.1.20',
      label: '2.1.14 to 2.1.20: 155,000 of 200,000',
      settings: { outputReserve: 32_000, wholeCounts: false },
      provenance: {
        version: '2.1.14 to 2.1.20',
        basis: 'reconstructed',
        note: 'As up to 2.1.13, and its recorded count holds what the first event said of the response.',
      },
    },
    {
      id: 'to-2.1.13',
      label: 'Up to 2.1.13: 155,000 of 200,000',
      settings: { outputReserve: 32_000 },
      provenance: {
        version: '2.0.76 to 2.1.7',
        basis: 'reconstructed',
        note: 'Recorded boundaries begin at 155,031: the whole largest output was reserved.',
      },
    },
    {
      id: 'observed-73',
      label: 'Observed: 73 % of the window',
      settings: { observed: 146_000 },
      provenance: {
        version: '2026-08',
        basis: 'reconstructed',
        note: 'anthropics/claude-code#86863 reports 73 %; the formula does not give it.',
      },
    },
    {
      id: 'last-response',
      label: 'The last response’s count alone',
      settings: { trailing: false },
      provenance: {
        version: 'anthropics/claude-code#61334',
        basis: 'reconstructed',
        note: 'As the issue describes the count; recorded compactions then come a step late.',
      },
    },
    { id: 'million', label: 'Window of 1,000,000: 967,000', settings: { window: 1_000_000 } },
    { id: 'clear-tool-uses', label: 'Clears tool results first', settings: { clear: true } },
  ],
  environment: environmentOf,
  form: inlineForm(0),
  begin: (settings, input) => new EditedRun(settings, input),
});
