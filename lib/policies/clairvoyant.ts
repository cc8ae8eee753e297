/**
 * Clairvoyant: knows the real size of every request before it is sent, so it compacts at the last
 * step at which that still prevents an overflow: the first whose request would be larger than the
 * window, which stands for the limit. It summarises everything and adds no text of its own: the
 * floor of what a summarising policy wastes.
 *
 * Guaranteed where real tokens follow from what a request holds (generated sessions) and the size of
 * a summary does not depend on what it summarises (models `bytes` and `cap`):
 * - It overflows only at steps where prefix + summary alone are larger than the window. A policy
 *   with the same summary, no smaller request besides and every entry in summary or request
 *   overflows there as well, or has not compacted yet and will.
 * - No such policy without an overflow has fewer compactions up to any step. By induction: if the
 *   k-th compaction of the other comes no later than the k-th of this one, it covers no more
 *   entries, so its requests after it are no smaller and it needs the next one no later.
 */
import * as z from 'zod';
import { contextGuardBuffer } from './mechanisms/buffer';
import { FullSummary, type FullSummaryRules } from './mechanisms/full-summary';
import { definePolicy, type PolicyInput, type PolicyRun } from './policy';
import { summarySettings } from './summary';

const settings = z.strictObject({
  window: z.int().min(0).max(100_000_000).default(200_000).meta({
    label: 'Context window',
    unit: 'tokens',
    description: 'The most a request may have: the limit',
  }),
  ...summarySettings.shape,
});

/** Settings of the clairvoyant policy. */
export type ClairvoyantSettings = z.infer<typeof settings>;

/** ContextGuard's cap on a summary, so that both are compared with summaries of one size. */
const CAP_SHARE = 0.5;

const rulesOf = ({ window, summary }: ClairvoyantSettings): FullSummaryRules => ({
  attempts: 1,
  continuation: 'none',
  capTokens: contextGuardBuffer(window) * CAP_SHARE,
  headTokens: Infinity,
  mechanical: summary === 'fallback',
  fits: () => true,
});

class ClairvoyantRun implements PolicyRun<ClairvoyantSettings> {
  readonly #input: PolicyInput;
  readonly #requests: FullSummary;
  #settings: ClairvoyantSettings;
  #rules: FullSummaryRules;
  #next = 0;

  constructor(given: ClairvoyantSettings, input: PolicyInput) {
    this.#input = input;
    this.#requests = new FullSummary(input);
    this.#settings = given;
    this.#rules = rulesOf(given);
  }

  configure(given: ClairvoyantSettings): void {
    this.#settings = given;
    this.#rules = rulesOf(given);
  }

  forget(): void {
    this.#requests.forget();
  }

  advance(end: number): void {
    for (; this.#next < end; this.#next++) this.#step(this.#next);
  }

  #step(i: number): void {
    const { requests, columns: out } = this.#input;
    const { window } = this.#settings;
    const h = this.#requests.look(i);
    const real = requests.realAt(i, 0);
    out.heuristicRaw[i] = requests.heuristic[i] as number;
    out.heuristic[i] = h;
    out.window[i] = window;
    out.buffer[i] = 0;
    out.threshold[i] = window;
    out.decision[i] = real;
    out.watermarkBefore[i] = this.#requests.watermark;
    const sent = real > window ? this.#requests.compact(i, this.#rules) : this.#requests.hold(i, h);
    out.realAfter[i] = requests.reported[i] === 1 ? sent : 0;
    out.lastHeuristicAfter[i] = out.heuristicSent[i] as number;
  }
}

/** Compacts at the last safe step, knowing every real size. */
export const clairvoyant = definePolicy({
  id: 'clairvoyant',
  label: 'Clairvoyant',
  provenance: {
    repository: 'highwater',
    path: 'lib/policies/clairvoyant.ts',
    version: '1',
    fidelity: 'ours',
  },
  decides: true,
  fires: '>',
  decision: { ownReal: 'known beforehand' },
  settings,
  presets: [],
  begin: (chosen, input) => new ClairvoyantRun(chosen, input),
});
