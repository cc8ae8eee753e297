/**
 * OpenAI Codex CLI's local automatic compaction, as `@openai/codex` 0.169.0 does it: every number here is
 * compared with that binary's (fixtures beside this file; lib/conformance made them). Sources of the
 * older rule: openai/codex, codex-rs/core/src/session/context_window.rs at faae6d98, context_manager/
 * history.rs at 023fad26, compact.rs at e06dd0e5, session/turn.rs at 553376ff; policies.md §4.
 *
 * Before a turn (the user's new message is not in the history yet) and, within one, after a response
 * that needs a follow-up: total tokens of the last usage + tool outputs behind the model's last item
 * (⌈(bytes + bytes of the call's id) / 4⌉ each) + encrypted reasoning before the last user's message, at or
 * above min(configured limit, ⌊window × 9 / 10⌋), summarise. What stays are Codex's own instructions,
 * the user's messages, newest first, while they fit 20,000 tokens (the first that does not is cut in its
 * middle, older ones go), then the summary. Scope `body_after_prefix` counts from the first prompt
 * since the last compaction, or fires at the usable window (95 %) whichever is reached first.
 *
 * A recording that lacks the encrypted reasoning (it has items of it, not what they hold) gets its tokens, which
 * the provider counted, times what one counts for. Codex writes its instructions anew after a compaction; those
 * before the user's first message stand for them.
 * Not modelled: the summary request that overflows and drops its oldest items, that the
 * model before a switch to a smaller window writes the summary, the tags around a user's picture, which leave with it.
 */
import type { Profile } from '@/lib/engine/tokens/profile';
import { codexEstimator } from './items';
import { CodexRun } from './run';
import { codexSettings, codexThreshold, type CodexSettings } from './settings';
import { grownForm, lastRealForm } from '@/lib/engine/policy/decision';
import { definePolicy, type RequestForm } from '@/lib/engine/policy/policy';
import { promptOf } from '@/lib/engine/policy/summariser';

/** Bytes of the text before a summary. */
const SUMMARY_PREFIX = { texts: 400, json: 401 } as const;

const form = (chosen: CodexSettings, profile: Profile, prefixTokens: number): RequestForm => ({
  estimator: codexEstimator(chosen, profile, prefixTokens),
  wrapperBytes: SUMMARY_PREFIX[chosen.items],
});

/** Source of the count by JSON; 0.118.0 to 0.155.1 were run, and count so. */
const EARLY = { version: 'faae6d98, e06dd0e5 (2026)', basis: 'documented' } as const;
const ESCAPES =
  'The sizes hold no escapes of the JSON, about one byte for each line of an output; 0.145 to 0.155 add identifiers of 24 to 45 tokens an output.';

/** OpenAI Codex CLI. */
export const codex = definePolicy({
  id: 'codex',
  label: 'Codex',
  provenance: {
    system: 'Codex',
    repository: 'github.com/openai/codex',
    path: 'codex-rs/core/src/session/context_window.rs, compact.rs',
    version: '0.169.0',
    basis: 'exact',
    compared: {
      package: '@openai/codex',
      version: '0.169.0',
      license: 'Apache-2.0',
      runs: 48,
    },
  },
  decision: {
    relation: '>=',
    unit: 'tokens',
    thresholdRule:
      'threshold = observed > 0 ? observed : min(limit if set, floor(window × 9 ÷ 10)); under body_after_prefix the limit as it is',
    threshold: codexThreshold,
    // Within the narrower scope the value holds the threshold itself.
    path: ({ scope }) => (scope === 'total' ? ['window'] : []),
    value: [lastRealForm('prompt + response of the last usage'), grownForm],
    count: 'prompt + response of the last usage + reasoning of earlier turns + items behind it',
    lastReal: 'Last total tokens',
  },
  traits: { summariserCache: 'unshared' },
  summariser: promptOf({
    source: 'codex-rs/core/templates/compact/prompt.md: four points, no headings',
  }),
  writes: 'codex',
  // A rollout states the usable window, 95 % of the configured one.
  recordings: {
    format: /^codex/,
    window: (limit) => Math.round((limit * 100) / 95),
    lacks: ({ head, entries }) =>
      head.reasoning === 'none' || entries.sealed.some((tokens) => tokens > 0)
        ? null
        : 'the encrypted reasoning of earlier turns',
  },
  settings: codexSettings,
  presets: [
    { id: '0.169.0', label: 'From 0.156: counts the texts of items', settings: {} },
    {
      id: 'reference',
      label: 'Up to 0.155: counts the JSON of items',
      settings: { items: 'json' },
      provenance: { ...EARLY, note: ESCAPES },
    },
    {
      id: 'remote-v1',
      label: 'Remote, up to 0.139: user messages and final answers',
      settings: { items: 'json', keepUser: 64_000, keepAnswers: true },
      provenance: {
        version: '0.118.0',
        basis: 'reconstructed',
        note: 'compact_remote.rs, of OpenAI and Azure, sends back what the server returns: in a recorded rollout 34 user messages and all 30 final answers. The server’s item is sized by the summary model here.',
      },
    },
    {
      id: 'remote',
      label: 'Remote, 0.140 to 0.155: user messages up to 64,000',
      settings: { items: 'json', keepUser: 64_000 },
      provenance: {
        version: '009bd870, default since openai/codex#27573 (2026-06-11)',
        basis: 'documented',
        note: 'compact_remote_v2.rs, of OpenAI and Azure: the server’s item is sized by the summary model here.',
      },
    },
    {
      id: 'remote-texts',
      label: 'Remote, from 0.156: counts the texts of items',
      settings: { keepUser: 64_000 },
      provenance: {
        version: '009bd870 and 0.169.0',
        basis: 'documented',
        note: 'Counts as the program of that version does; what the server returns was not run.',
      },
    },
    {
      id: 'body',
      label: 'Counts the body after the prefix',
      settings: { items: 'json', scope: 'body_after_prefix' },
      provenance: EARLY,
    },
  ],
  form,
  begin: (chosen, input) => new CodexRun(chosen, input),
});
