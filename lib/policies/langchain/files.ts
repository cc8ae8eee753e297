/**
 * deepagents with its files: langchain-ai/deepagentsjs, libs/deepagents/src/middleware/fs.ts at 016c19a5 (2026), in front of its
 * summarisation (`deepagents`, which is compared with the package).
 *
 * A tool's result of more than 4 × 20,000 chars goes into a file when it comes; in its place stand the path, how to read it,
 * and the first and last 5 lines, each cut at 1,000 chars. From 0.85 of the input limit on what is older than the newest
 * tenth of it becomes a summary.
 *
 * From the source, not run. Modelled: what stays of a result is a number of bytes, since a profile knows no lines; what the
 * agent reads back is a setting, by default a page of `read_file`, 100 lines of 40 chars, once for each file. Not modelled:
 * tools whose results never leave (ls, glob, grep, read_file, edit_file, write_file), large messages of the user's, and what
 * `deepagents` does beside: long arguments, and results that are shortened where nothing else is left.
 */
import * as z from 'zod';
import { formatInteger } from '@/lib/engine/base/format';
import { heuristicForm } from '@/lib/engine/policy/decision';
import { firstTrigger, type Mechanism } from '@/lib/engine/policy/pipeline/mechanism';
import { pipeline } from '@/lib/engine/policy/pipeline/pipeline-run';
import { definePolicy, formOf } from '@/lib/engine/policy/policy';
import {
  cappedSummary,
  share,
  thresholdShare,
  tokenSetting,
  wholeSetting,
  windowSetting,
} from '@/lib/engine/policy/settings';
import { givenWhole, promptOf } from '@/lib/engine/policy/summariser';
import { referenceEstimator } from '@/lib/engine/tokens/estimator';

/** The text around a summary, as in `deepagents`. */
const WRAPPER = 258;

const settings = z.strictObject({
  window: windowSetting({ description: 'Input limit of the model’s profile' }),
  evict: tokenSetting(20_000, {
    label: 'Largest result that stays',
    description: 'toolTokenLimitBeforeEvict, 4 chars a token',
    advice: 'Lower it where a few results fill the window; each then costs a call to read it',
  }),
  preview: wholeSetting(2_000, [0, 20_000], {
    label: 'Left of a result',
    unit: 'bytes',
    description: 'Assumed: the path, how to read it, and ten lines',
    advice: 'Set it to what ten lines of your results have',
  }),
  readsBack: tokenSetting(1_000, {
    label: 'Read back of each',
    description: 'Assumed: a page of read_file, in a call that the recording lacks. 0: never',
    advice: 'Set it to what your agent reads of such files, 0 to see the best case',
  }),
  share: thresholdShare(0.85, 'window', {
    label: 'Summarises at',
    description: 'The trigger of createSummarizationMiddleware, a fraction of the input limit',
  }),
  keepShare: share.default(0.1).meta({
    label: 'Kept share',
    unit: '× window',
    description: 'The newest messages that together have no more of the input limit',
  }),
  ...cappedSummary('Highwater’s cap; the middleware sets none'),
});
export type FilesSettings = z.infer<typeof settings>;

const mechanisms: readonly Mechanism<FilesSettings>[] = [
  {
    name: 'Large results',
    does: 'offloads',
    trigger: ({ evict }) => evict,
    leaves: ({ preview }) => preview,
    readsBack: ({ readsBack }) => readsBack,
  },
  {
    name: 'Summarisation',
    does: 'summarises',
    trigger: ({ window, share: part }) => Math.floor(window * part),
    keeps: (request, { window, keepShare }) => request.newest(Math.floor(window * keepShare)),
    cap: ({ summaryCap }) => summaryCap,
  },
];

/** deepagents, its large results in files. */
export const deepagentsFiles = definePolicy({
  id: 'deepagents-files',
  label: 'deepagents, large results in files',
  provenance: {
    system: 'deepagents',
    repository: 'github.com/langchain-ai/deepagentsjs',
    path: 'libs/deepagents/src/middleware/fs.ts',
    version: '016c19a5 (2026)',
    basis: 'documented',
  },
  decision: {
    relation: '>=',
    unit: 'tokens',
    thresholdRule: 'threshold = floor(share × window)',
    threshold: (chosen, prefix) => firstTrigger(mechanisms, chosen, prefix),
    thresholdFormula: ({ window, share: part }) => `${part} × ${formatInteger(window)}`,
    path: () => ['window', 'share'],
    value: [heuristicForm],
    ownCount: true,
  },
  traits: { keepsTail: true, summaryLeads: true, summariserCache: 'unshared' },
  mechanisms,
  adds: 'read back',
  summariser: promptOf({
    source: 'DEFAULT_SUMMARY_PROMPT and createSummary of summarization.ts',
    gives: { ...givenWhole, thought: 'nothing', call: 'nothing', inline: 'nothing' },
  }),
  settings,
  presets: [
    { id: 'reference', label: 'Above 20,000 tokens, a page read back', settings: {} },
    { id: 'unread', label: 'Nothing is read back', settings: { readsBack: 0 } },
  ],
  form: formOf(referenceEstimator, WRAPPER),
  begin: pipeline({ value: ({ heuristic }) => heuristic, mechanisms }),
});
