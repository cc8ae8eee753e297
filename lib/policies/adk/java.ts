/**
 * Google ADK for Java: summarizer/TailRetentionEventCompactor.java at 2b460435 with its token threshold
 * (flows/llmflows/Compaction.java and the compactor's test state it), flows/llmflows/Contents.java.
 *
 * Before each model call: the newest prompt token count of all events, else ⌊chars ÷ 4⌋ of the
 * uncompacted events' texts, above the threshold compacts all but the newest events, the summary before
 * among them. Nothing looks after calls and responses: a response whose call is in the summary is left
 * out of the requests, and ends the run with an error as the newest event. The count decides again
 * until the next response.
 *
 * Modelled: bytes replace chars, each text is floored; the estimate counts the summary as well.
 */
import { definePolicy, formOf } from '@/lib/engine/policy/policy';
import { adkDecision, adkPresets, adkRecordings, adkSettings } from './settings';
import { LeavingRun } from './leaving-run';
import { textEstimator } from './text-estimator';

class JavaRun extends LeavingRun {
  protected override cut(_step: number, end: number): number {
    return end - this.settings.retention;
  }
}

/** Google ADK for Java. */
export const adkJava = definePolicy({
  id: 'adk-java',
  label: 'ADK Java',
  provenance: {
    system: 'Google ADK',
    repository: 'github.com/google/adk-java',
    path: 'core/src/main/java/com/google/adk/summarizer/TailRetentionEventCompactor.java',
    version: '2b460435 (2026)',
    basis: 'documented',
  },
  decision: adkDecision('>'),
  traits: { splitsPairs: true, summariserCache: 'unshared' },
  recordings: adkRecordings,
  settings: adkSettings,
  presets: adkPresets,
  form: formOf(textEstimator),
  begin: (chosen, input) => new JavaRun(chosen, input),
});
