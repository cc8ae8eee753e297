/**
 * pi's automatic compaction, of @earendil-works/pi-coding-agent 1.5.2; earendil-works/pi,
 * packages/coding-agent/src/core (agent-session.ts, compaction/compaction.ts). Earlier versions:
 * badlogic/pi-mono 83378aa; policies.md §10.
 *
 * Between the turns of a run, at its end and before a prompt: tokens of the last usage (total, else the
 * sum of its parts) + ⌈chars / 4⌉ of each message behind it, above window − 16,384, compact. Usage from
 * before the last compaction is ignored: between turns pi then counts the whole request itself, at a
 * run's end it compares nothing while it keeps an older usage. Kept are at least 20,000 tokens back from
 * the end, to the nearest message at or after that which is no tool result; to the last call where only
 * results follow; to the first message if there are fewer tokens, so nothing is summarised. A cut inside
 * a user's turn makes a second summary, of that turn's beginning, behind the history's new summary, or
 * behind the one before where nothing came between.
 *
 * Compared with the package as it runs: the golden file beside this one holds its results. Earlier versions
 * looked at the usage alone: at the end of a run (until 0.84.3), or after each response (2025-12), where
 * compacting ended the run. File lists behind the summary have a size of their own. Not modelled: one
 * compaction and retry after an overflow or an early length stop, usage of an aborted response, what a
 * failed response said, a user's own shell command (4 tokens more here).
 */
import type { Profile } from '@/lib/engine/tokens/profile';
import { grownForm, heuristicForm, lastRealForm } from '@/lib/engine/policy/decision';
import { definePolicy, type RequestForm } from '@/lib/engine/policy/policy';
import { piEstimator, SUMMARY_WRAPPER } from './estimator';
import { PiRun } from './run';
import { piSettings, type PiSettings } from './settings';
import { givenWhole, promptOf } from '@/lib/engine/policy/summariser';

const form = (
  { images, imageTokens }: PiSettings,
  profile: Profile,
  prefixTokens: number,
): RequestForm => ({
  estimator: piEstimator(profile, prefixTokens, images === 'flat' ? imageTokens : 'bytes'),
  wrapperBytes: SUMMARY_WRAPPER,
});

/** pi, the coding agent. */
export const pi = definePolicy({
  id: 'pi',
  label: 'pi',
  provenance: {
    system: 'pi',
    repository: 'github.com/earendil-works/pi',
    path: 'packages/coding-agent/src/core/compaction/compaction.ts',
    version: '@earendil-works/pi-coding-agent 1.5.2',
    basis: 'exact',
    compared: {
      package: '@earendil-works/pi-coding-agent',
      version: '1.5.2',
      license: 'MIT',
      runs: 320,
    },
  },
  decision: {
    relation: '>',
    unit: 'tokens',
    thresholdRule: 'threshold = window − reserve; fires above it',
    threshold: ({ window, reserve, enabled, observed }) => {
      if (!enabled) return Infinity;
      return observed > 0 ? observed - 1 : Math.max(0, window - reserve);
    },
    path: () => ['window', 'reserve'],
    value: [lastRealForm('prompt + response of the last usage'), heuristicForm, grownForm],
    lastReal: 'Last total tokens',
  },
  writes: 'pi',
  traits: { summariserCache: 'unshared' },
  summariser: promptOf({
    source: 'packages/coding-agent/src/core/compaction: results to 2,000 characters',
    sections: [
      'Goal',
      'Constraints & Preferences',
      'Progress',
      'Key Decisions',
      'Next Steps',
      'Critical Context',
    ],
    gives: { ...givenWhole, response: 2_000, inline: 'nothing' },
    cap: ({ reserve, maxOutput }: PiSettings) =>
      maxOutput > 0 ? maxOutput : Math.trunc(reserve * 0.8),
  }),
  recordings: { format: /^pi$/ },
  settings: piSettings,
  presets: [
    { id: 'reference', label: '1.5.2: before every request', settings: {} },
    {
      id: '2026-03',
      label: '2026-03: before a prompt only',
      settings: { check: 'runs', trailing: false, maxOutput: 0 },
      provenance: { version: 'badlogic/pi-mono 83378aa (2026-03-15)', basis: 'documented' },
    },
    {
      id: '2025-12',
      label: '2025-12: by the usage alone',
      settings: { trailing: false, maxOutput: 0 },
      provenance: {
        version: 'badlogic/pi-mono, 2025-12',
        basis: 'reconstructed',
        note: 'From a recorded session that was compacted right after a response that called a tool; the run ended there.',
      },
    },
  ],
  form,
  begin: (chosen, input) => new PiRun(chosen, input),
});
