/**
 * Google ADK for TypeScript, `TokenBasedContextCompactor` of `@google/adk` 2.0.0 (context/
 * token_based_context_compactor.js, compaction_utils.js), before each model call.
 *
 * The newest promptTokenCount among the events of the request, else ⌈chars ÷ 4⌉ of its texts, calls and
 * responses (no system prompt, no tools), above the threshold compacts all but the newest
 * `eventRetentionSize` events, of which those without content (a failure's) are some. The cut moves back
 * while the event at it holds a response and the one before it a call; so of parallel results that are
 * events of their own the first may lose its call. Such a response is left out of every later request; as
 * the newest event it ends the run with an error. A count of a retained event, from before the compaction, decides until the next response.
 *
 * Compared with the package as it runs: `google-adk-2.0.0.json` beside this file holds its results.
 * Modelled: bytes replace chars, each part is rounded up, the JSON around a call or a response counts
 * 6 tokens. Retention 0 throws in the package, so 1 is the least here.
 */
import { byteAt, intAt } from '@/lib/engine/base/read';
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

/** In the place of an entry: an event without content. */
const EMPTY = -1;

const isOf = (flags: Uint8Array, entry: number | undefined, flag: number): boolean =>
  entry !== undefined && entry !== EMPTY && (byteAt(flags, entry) & flag) !== 0;

class TypescriptRun extends LeavingRun {
  override state(): number {
    return this.countedAt >= this.view.covered ? this.count : 0;
  }

  /** Events without content that the newest compaction kept, right before the entry that it ends at. */
  #kept = { covered: 0, empty: 0 };

  protected override cut(_step: number, end: number): number {
    const { flags } = this.input.profile.entries;
    const from = this.view.covered;
    const events = this.#events(from, end);
    let cut = Math.max(0, events.length - this.settings.retention);
    const parts = (at: number): boolean =>
      isOf(flags, events[at], RESPONSE) && isOf(flags, events[at - 1], CALL);
    while (cut > 0 && parts(cut)) cut--;
    if (cut === 0) return from;
    const first = events.findIndex((entry, at) => at >= cut && entry !== EMPTY);
    const covered = first < 0 ? end : (events[first] ?? end);
    this.#kept = { covered, empty: (first < 0 ? events.length : first) - cut };
    return covered;
  }

  /** The events of a request: their entries, and those without content among them. */
  #events(from: number, end: number): readonly number[] {
    const { profile } = this.input;
    const events: number[] = [];
    const none = (count: number): void => {
      for (let i = 0; i < count; i++) events.push(EMPTY);
    };
    const before = (entry: number): number => intAt(profile.entries.empty, entry);
    for (let entry = from; entry < end; entry++) {
      const kept = this.#kept.covered === from ? this.#kept.empty : 0;
      none(entry === from && from > 0 ? kept : before(entry));
      events.push(entry);
    }
    // Behind the request's entries those in front of the response are.
    if (end < profile.entryCount) none(before(end));
    return events;
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
