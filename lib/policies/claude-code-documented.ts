/**
 * Claude Code as Goat's document compares itself with it (docs/diagrams/07-context-compaction.md,
 * "Comparison with Claude Code TS"): Anthropic's own token count of the request about to be sent,
 * a single threshold, about half of the messages kept, tool pairs not looked after, and a hard error
 * when the summariser fails. The table gives no threshold; Goat's 80 %, above it, is taken. An entry
 * is a message here, as in Anthropic's API, where one user message holds the results of parallel calls.
 */
import * as z from 'zod';
import { variantRuler, wholeVariant } from '@/lib/tokens/ruler';
import { calibrationSettings, estimatorSettings, inlineRule } from './mechanisms/estimate';
import { mostOfShare } from './mechanisms/most-of-share';
import { reportOrphans } from './mechanisms/tool-pairs';
import { ViewRun } from './mechanisms/view-run';
import { definePolicy, type PolicyInput } from './policy';
import { summarySettings } from './summary';

const share = z.number().min(0).max(1);

const settings = z.strictObject({
  window: z.int().min(0).max(100_000_000).default(200_000).meta({
    label: 'Context window',
    unit: 'tokens',
  }),
  utilization: share.default(0.8).meta({
    label: 'Threshold',
    description: 'Compacts above this share; the table names none',
  }),
  preserve: share.default(0.5).meta({ label: 'Preserved share of the messages' }),
  summaryCap: z.int().min(0).max(1_000_000).default(20_000).meta({
    label: 'Summary cap',
    unit: 'tokens',
  }),
  ...summarySettings.shape,
  ...estimatorSettings,
  ...calibrationSettings,
});
type DocumentedSettings = z.infer<typeof settings>;

class DocumentedClaudeCodeRun extends ViewRun<DocumentedSettings> {
  constructor(chosen: DocumentedSettings, input: PolicyInput) {
    super(chosen, input);
    this.configure(chosen);
  }

  override configure(chosen: DocumentedSettings): void {
    super.configure(chosen);
    const { window, utilization } = chosen;
    this.compareWith(window > 0 ? mostOfShare(window, utilization) : Infinity, '>');
  }

  protected own(step: number): number {
    return this.input.requests.realAt(step, 0);
  }

  protected estimated(_step: number, estimate: number): number {
    return estimate;
  }

  decide(step: number): void {
    const { profile, summariser, requests, notes, columns: out } = this.input;
    const { preserve, summaryCap } = this.settings;
    const n = profile.steps.entries[step] as number;
    const { covered } = this.view;
    const lead = this.view.injected ? 1 : 0;
    const kept = Math.max(1, Math.trunc((lead + n - covered) * preserve));
    const split = Math.max(covered, n - kept);
    if (split === covered && lead === 0) {
      this.note(step, 'no-op', 'Nothing is left to summarise.');
      return;
    }
    const { sum, prefix } = requests.ruler;
    const tail = (sum[n] as number) - (sum[split] as number);
    summariser.call(this.size(step) - prefix - tail, summaryCap, 1);
    if (summariser.failed) {
      this.note(step, 'failure', 'The summariser failed: a hard error.');
      const text =
        'The error ends the run. The recording goes on, uncompacted; each step tries again.';
      this.note(step, 'exit', text);
      return;
    }
    out.summarizerContents[step] = lead + split - covered;
    const { bytes, tokens } = summariser;
    const made = { injected: true, summaryBytes: bytes, summaryTokens: tokens };
    this.compact(step, { ...made, covered: split }, 1);
    this.follow(step);
    reportOrphans(profile, { split, end: n, step }, notes.events);
  }
}

/** Claude Code, as Goat's document has it. */
export const claudeCodeDocumented = definePolicy({
  id: 'claude-code-documented',
  label: 'Claude Code, as Goat’s document has it',
  provenance: {
    repository: 'github.com/jg-phare/goat',
    path: 'docs/diagrams/07-context-compaction.md',
    version: 'dd706f5 (2026-02-15)',
    fidelity: 'documented',
  },
  decides: true,
  fires: '>',
  decision: { ownReal: 'counted by the provider' },
  splitsPairs: true,
  settings,
  presets: [{ id: 'reference', label: 'The table’s constants', settings: {} }],
  form: (chosen, profile, prefixTokens) => ({
    ruler: variantRuler(profile, prefixTokens, { ...wholeVariant, inline: inlineRule(chosen) }),
    wrapperBytes: 0,
  }),
  begin: (chosen, input) => new DocumentedClaudeCodeRun(chosen, input),
});
