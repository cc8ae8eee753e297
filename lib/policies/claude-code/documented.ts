/**
 * Claude Code as Goat's document compares itself with it (docs/diagrams/07-context-compaction.md,
 * "Comparison with Claude Code TS"): Anthropic's own token count of the request about to be sent,
 * a single threshold, about half of the messages kept, tool pairs not looked after, and a hard error
 * when the summariser fails. The table gives no threshold; Goat's 80 %, above it, is taken. An entry
 * is a message here, as in Anthropic's API, where one user message holds the results of parallel calls.
 */
import * as z from 'zod';
import { decidingSettings, inlineForm } from '@/lib/engine/mechanisms/estimate';
import { mostOfShare } from '@/lib/engine/mechanisms/most-of-share';
import { planned } from '@/lib/engine/policy/planned-run';
import { ownRealForm } from '@/lib/engine/policy/decision';
import { definePolicy } from '@/lib/engine/policy/policy';
import { summarySettings } from '@/lib/engine/policy/summary';
import { share, wholeSetting, windowSetting } from '@/lib/engine/policy/settings';

const settings = z.strictObject({
  window: windowSetting(),
  utilization: share.default(0.8).meta({
    label: 'Threshold',
    description: 'Compacts above this share; the table names none',
  }),
  preserve: share.default(0.5).meta({
    label: 'Preserved share of the messages',
    description: 'The newest messages that stay as they are, by count',
  }),
  summaryCap: wholeSetting(20_000, [0, 1_000_000], {
    label: 'Summary cap',
    description: 'Most tokens of a summary',
    unit: 'tokens',
  }),
  ...summarySettings.shape,
  ...decidingSettings,
});

export type DocumentedSettings = z.infer<typeof settings>;

/** Claude Code, as Goat's document has it. */
export const claudeCodeDocumented = definePolicy({
  id: 'claude-code-documented',
  label: 'Claude Code, per Goat’s docs',
  provenance: {
    system: 'Claude Code',
    repository: 'github.com/jg-phare/goat',
    path: 'docs/diagrams/07-context-compaction.md',
    version: 'dd706f5 (2026-02-15)',
    basis: 'documented',
  },
  decision: {
    relation: '>',
    unit: 'tokens',
    thresholdRule: 'fires above threshold share × window',
    threshold: ({ window, utilization }) =>
      window > 0 ? mostOfShare(window, utilization) : Infinity,
    path: () => ['window', 'utilization'],
    value: [ownRealForm('counted by the provider')],
  },
  traits: { splitsPairs: true, summariserCache: 'shared' },
  settings,
  presets: [{ id: 'reference', label: 'The table’s constants', settings: {} }],
  form: inlineForm(0),
  begin: planned({
    value: ({ real }) => real,
    plan: ({ entries, covered, summarised }, { preserve, summaryCap }) => {
      const messages = (summarised ? 1 : 0) + entries - covered;
      const kept = Math.max(1, Math.trunc(messages * preserve));
      const split = Math.max(covered, entries - kept);
      return split === covered && !summarised ? null : { covered: split, cap: summaryCap };
    },
    failed: [
      { kind: 'failure', text: 'The summariser failed, which is an error.' },
      {
        kind: 'exit',
        text: 'The error ends the run. The recording goes on, uncompacted; each step tries again.',
      },
    ],
  }),
});
