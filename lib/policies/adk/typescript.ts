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
 * Compared with the package as it runs: `typescript-2.0.0.json` beside this file holds its results.
 * Modelled: bytes replace chars, each part is rounded up, the JSON around a call or a response counts
 * 6 tokens. Retention 0 throws in the package, so 1 is the least here.
 */
import { formatInteger } from '@/lib/base/format';
import { byteAt, intAt, sumBetween } from '@/lib/base/read';
import { entryFlag } from '@/lib/tokens/entry-table';
import { ceiledEstimator } from '../mechanisms/ceiled-estimator';
import { heuristicForm, lastRealForm } from '../contract/decision';
import { definePolicy } from '../contract/policy';
import { adkSettings, adkThreshold } from './settings';
import { TailRun } from './tail-run';

const { call: CALL, response: RESPONSE } = entryFlag;

/** Bytes of "[Previous Context Summary]:" and a newline. */
const SUMMARY_HEADER = 28;
/** Tokens of `{"name":"","args":{"":""}}`; of what JSON adds to a printed response. */
const SYNTAX = { message: 0, call: 6, response: 6 } as const;

class TypescriptRun extends TailRun {
  /** Entries before this one are looked at for responses without a call. */
  #looked = 0;
  /** Responses left out, each with the step that said so last. */
  readonly #dropped = new Map<number, number>();

  override forget(): void {
    super.forget();
    this.#looked = 0;
    // What a note says was left out stays so.
    for (const entry of this.#dropped.keys()) this.#leaveOut(entry);
  }

  override state(): number {
    return this.countedAt >= this.view.covered ? this.count : 0;
  }

  protected own(_step: number, h: number): number {
    const known = this.state();
    return known > 0 ? known : h;
  }

  override before(step: number): void {
    const { covered } = this.view;
    const n = intAt(this.input.profile.steps.entries, step);
    if (covered > 0) this.orphaned(step, Math.max(covered, this.#looked), n);
    this.#looked = n;
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

  protected override orphaned(step: number, from: number, end: number): void {
    const { callOf } = this.input.profile;
    const { covered } = this.view;
    for (let entry = from; entry < end; entry++) {
      const call = intAt(callOf, entry);
      const orphan = call >= 0 && call < covered;
      if (orphan || this.#dropped.has(entry)) this.#leaveOut(entry);
      if (orphan) this.#say(step, entry, call, entry === end - 1);
    }
  }

  #say(step: number, entry: number, call: number, newest: boolean): void {
    const { notes, requests } = this.input;
    const said = this.#dropped.get(entry);
    if (said === step) return;
    this.#dropped.set(entry, step);
    if (said === undefined) {
      const tokens = sumBetween(requests.estimator.sum, entry, entry + 1);
      notes.elisions.push({ step, entry, tokens });
    }
    const left = `The response in entry ${formatInteger(entry)} is left out: its call, in entry ${formatInteger(call)}, is in the summary.`;
    this.note(step, 'orphan', left);
    if (!newest) return;
    const text = `The newest event, entry ${formatInteger(entry)}, answers a call that is in the summary: ADK ends the run with an error. The recording goes on.`;
    this.note(step, 'exit', text);
  }

  #leaveOut(entry: number): void {
    const { profile, requests } = this.input;
    const tokens = sumBetween(requests.estimator.sum, entry, entry + 1);
    requests.elide(this.view, entry, tokens, sumBetween(profile.sum, entry, entry + 1));
    this.view.recorded = -1;
    this.changed();
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
  },
  decision: {
    relation: '>',
    unit: 'tokens',
    threshold: adkThreshold,
    path: ({ tokenThreshold }) => (tokenThreshold > 0 ? ['tokenThreshold'] : ['window', 'share']),
    value: [lastRealForm('newest prompt token count'), heuristicForm],
    lastReal: 'Newest prompt token count',
  },
  traits: { splitsPairs: true },
  settings: adkSettings,
  presets: [{ id: 'reference', label: '80 % of the window, 10 events kept', settings: {} }],
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
