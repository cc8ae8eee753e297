/**
 * Roo Code's context management: RooCodeInc/Roo-Code, src/core/context-management/index.ts and src/core/condense/index.ts,
 * read at 8400c685 (a later commit with other names in it; the rule since pull requests 10873 and 10920, 3.43, 2026-01), at
 * 0cc04f43 and 04fc2a02 (3.36, 2025-12), at 4e4d343d (src/core/sliding-window) and e5353cf0 (3.19, 2025-05).
 *
 * Before each request: prompt and output of the newest response, and its estimate of the last message. At the percentage
 * of the window (100 by default), or above 0.9 of it less the largest output (8,192), whichever is less, the context is
 * condensed: everything becomes a summary, the user's newest message too. Where that is an error (the summariser fails, or
 * fewer than two messages came since the last summary) and the count is above 0.9 of the window less the output, or where
 * condensing is off, half of the stored messages behind the first, rounded down to an even number, are hidden without a
 * summary; a mark says so. Messages that a summary stands for count among them, so a truncation after a condensing may hide
 * nothing of the request. Up to 3.42 the first message stays, and the last three; where condensing would not make the
 * request smaller, that is an error too. From 3.36 to 3.42 the calls of kept results stay with the summary. Up to 3.35 what
 * was condensed or hidden was deleted, and calls and results were texts.
 *
 * From the source, not run. Modelled: its estimate is 1.5 × a tokenizer's count, for which bytes ÷ 4 stands; entries of one
 * side in a row are one message; of a call that stays with the summary, its whole entry. Not modelled: what is put behind
 * a summary from 3.43 on (commands of the first message, outlines of the files that were read, the environment's
 * details), the condensing at 75 % after a provider's refusal, and providers that count tokens themselves.
 */
import { referenceEstimator } from '@/lib/engine/tokens/estimator';
import { definePolicy } from '@/lib/engine/policy/policy';
import { claudeCodeSections, givenWhole, promptOf } from '@/lib/engine/policy/summariser';
import { HEADING, RooRun } from './run';
import { rooDecision, rooSettings } from './settings';

/** Roo Code. */
export const roo = definePolicy({
  id: 'roo',
  label: 'Roo Code',
  provenance: {
    system: 'Roo Code',
    repository: 'github.com/RooCodeInc/Roo-Code',
    path: 'src/core/context-management/index.ts',
    version: '3.43 (2026-01)',
    basis: 'documented',
  },
  decision: rooDecision,
  traits: { keepsTail: true, splitsPairs: true, summariserCache: 'written' },
  summariser: promptOf({
    source:
      'summarizeConversation of src/core/condense/index.ts and CONDENSE of src/shared/support-prompt.ts',
    sections: claudeCodeSections,
    gives: { ...givenWhole, thought: 'nothing' },
  }),
  recordings: { format: /^cline$/, agent: /^Roo Code$/ },
  settings: rooSettings,
  presets: [
    { id: 'reference', label: '3.43: the summary alone is left', settings: {} },
    {
      id: 'last-3',
      label: '3.36 to 3.42: first message, summary, last three',
      settings: { condense: 'last-3' },
      provenance: { version: '0cc04f43 and 04fc2a02 (2025-12)', basis: 'documented' },
    },
    {
      id: 'last-3-deleted',
      label: '3.19 to 3.35: first message, summary, last three; others deleted',
      settings: { condense: 'last-3-deleted' },
      provenance: {
        version: '4e4d343d and e5353cf0 (2025)',
        path: 'src/core/sliding-window/index.ts',
        basis: 'documented',
      },
    },
    {
      id: 'truncation',
      label: '3.43: condensing off, half of the messages hidden',
      settings: { autoCondense: false },
    },
  ],
  form: ({ condense }, profile, prefixTokens) => ({
    estimator: referenceEstimator(profile, prefixTokens),
    wrapperBytes: condense === 'all' ? HEADING : 0,
  }),
  begin: (chosen, input) => new RooRun(chosen, input),
});
