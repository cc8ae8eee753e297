/**
 * Google ADK for TypeScript, `TokenBasedContextCompactor` of `@google/adk` 2.0.0 (context/
 * token_based_context_compactor.js, compaction_utils.js), before each model call.
 *
 * The newest promptTokenCount among the events of the request, else ⌈chars ÷ 4⌉ of its texts, calls and
 * responses (no system prompt, no tools), above the threshold compacts all but the newest
 * `eventRetentionSize` events. The cut moves back while the event at it holds a response and the one
 * before it a call; so of parallel results that are events of their own the first may lose its call.
 * Such a response is left out of every later request; as the newest event it ends the run with an
 * error. A count of a retained event, from before the compaction, decides until the next response.
 *
 * Compared with the package as it runs: `google-adk-2.0.0.json` beside this file holds its results.
 * Modelled: bytes replace chars, each part is rounded up, the JSON around a call or a response counts
 * 6 tokens. Retention 0 throws in the package, so 1 is the least here.
 */
import { byteAt } from '@/lib/engine/base/read';
import { entryFlag } from '@/lib/engine/tokens/entry-table';
import { ceiledEstimator } from '@/lib/engine/mechanisms/ceiled-estimator';
import { definePolicy } from '@/lib/engine/policy/policy';
import { adkDecision, adkPresets, adkRecordings, adkSettings } from './settings';
import { LeavingRun } from './leaving-run';

const { call: CALL, response: RESPONSE } = entryFlag;

/** Bytes of "[Previous Context Summary]:" and a newline. */
const SUMMARY_HEADER = 28;
/** Tokens of `{"name":"","args":{"":""}}`; of what JSON adds to a printed response. */
const SYNTAX = { message: 0, call: 6, response: 6 } as const;

class TypescriptRun extends LeavingRun {
  override state(): number {
    return this.countedAt >= this.view.covered ? this.count : 0;
  }

  protected override cut(_step: number, end: number): number {
    const { flags } = this.input.profile.entries;
    const from = this.view.covered;
    let cut = Math.max(from, end - this.settings.retention);
    const parts = (entry: number): boolean =>
      (byteAt(flags, entry) & RESPONSE) !== 0 && (byteAt(flags, entry - 1) & CALL) !== 0;
    while (cut > from && parts(cut)) cut--;
    return cut;
  }

  protected override failed(step: number): void {
    this.note(step, 'failure', 'The summariser failed, which is an error.');
    const text =
      'The error ends the run. The recording goes on, uncompacted; each call tries again.';
    this.note(step, 'exit', text);
  }
}

/** Google ADK for TypeScript. */
export const adkTypescript = definePolicy({
  id: 'adk-typescript',
  label: 'ADK TypeScript',
  provenance: {
    system: 'Google ADK',
    repository: 'github.com/google/adk-js',
    path: 'dist/esm/context/token_based_context_compactor.js',
    version: '@google/adk 2.0.0',
    basis: 'exact',
    compared: { package: '@google/adk', version: '2.0.0', license: 'Apache-2.0', runs: 240 },
  },
  decision: adkDecision('>'),
  traits: { splitsPairs: true, summariserCache: 'unshared' },
  recordings: adkRecordings,
  settings: adkSettings,
  presets: adkPresets,
  form: (_settings, profile) => ({
    estimator: ceiledEstimator(profile, {
      id: 'adk-typescript',
      label: 'chars ÷ 4 of texts, calls and responses',
      prefix: 0,
      image: 0,
      ...SYNTAX,
    }),
    wrapperBytes: SUMMARY_HEADER,
  }),
  begin: (chosen, input) => new TypescriptRun(chosen, input),
});
