/**
 * Mastra's observational memory in its reference setup, one thread: `@mastra/memory` 1.31.0 (src/processors/observational-memory)
 * with the storages of `@mastra/core` 1.71.0 (`swapBufferedToActive`), before each model call.
 *
 * Counted are the messages that no observation holds yet, by tokenx, 3.8 each and 24 for the list. Below the threshold an
 * observer begins beside the agent whenever they pass a further buffer interval (half of it near the threshold), and
 * writes what they say into a buffer. At the threshold the oldest buffers become observations in front of the request, and
 * their messages leave: as many as the count *of the request before* has above what should stay. Without a buffer an
 * observer reads all of them at once, the newest among them, while the agent waits. From 40,000 tokens of observations on
 * a reflector replaces the oldest half of them. Messages are not summarised twice: observations add up.
 *
 * Compared with the package's `Agent` and `Memory` as they run: `mastra-memory-observational-1.31.0.json` beside this file
 * holds their counts and the messages that leave, for texts of one word each, in which tokenx counts 6 chars a token;
 * `per` chars stand for it elsewhere. A turn with tools is one stored message, in as many pieces as buffers cut it into.
 * Within a turn an activation keeps observed messages for its own request while less than what should stay would be
 * left. Modelled: 20 tokens for what is stored behind a step's results, the model's name with them; an observer is done
 * before the next request; images at 765; a reflection that is due lands with the next activation. Not modelled:
 * `shareTokenBudget`, the scope `resource`, activation after idle time or at another provider, extractors, retrieval,
 * hints of what to do next.
 */
import { definePolicy } from '@/lib/engine/policy/policy';
import { givenWhole, promptOf } from '@/lib/engine/policy/summariser';
import { ObservationalRun } from './observational-run';
import { observationalDecision, observationalSettings } from './observational-settings';
import { storedEstimator } from './stored-messages';

/** Bytes of the instructions, the tag and the reminder around the observations. */
const WRAPPER = 1_737 + 14 + 490;

/** Mastra with observational memory. */
export const mastraObservational = definePolicy({
  id: 'mastra-observational',
  label: 'Mastra observational memory',
  provenance: {
    system: 'Mastra',
    repository: 'github.com/mastra-ai/mastra',
    path: 'packages/memory/src/processors/observational-memory/observational-memory.ts',
    version: '@mastra/memory 1.31.0',
    basis: 'exact-rule',
    compared: { package: '@mastra/memory', version: '1.31.0', license: 'Apache-2.0', runs: 240 },
  },
  decision: observationalDecision,
  traits: { keepsTail: true, summaryLeads: true, summariserCache: 'unshared' },
  recordings: { format: /^mastra$/ },
  summariser: promptOf({
    source: 'OBSERVER_SYSTEM_PROMPT and buildObserverPrompt of observer-agent.ts',
    sections: ['observations', 'current-task', 'suggested-response'],
    gives: { ...givenWhole, thought: 'nothing' },
  }),
  settings: observationalSettings,
  presets: [
    { id: 'reference', label: '30,000, buffers of a fifth', settings: {} },
    { id: 'unbuffered', label: '30,000, without buffers', settings: { bufferShare: 0 } },
  ],
  form: ({ per }, profile, prefixTokens) => ({
    estimator: storedEstimator(profile, prefixTokens, per),
    wrapperBytes: WRAPPER,
  }),
  begin: (chosen, input) => new ObservationalRun(chosen, input),
});
