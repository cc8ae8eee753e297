import { intAt, numberAt, sumBetween } from '@/lib/engine/base/read';
import type { Estimator } from '@/lib/engine/tokens/estimator';
import type { PolicyInput } from '@/lib/engine/policy/policy';
import { entryTokens } from './entry-tokens';
import { budgetSplit, PairCuts } from './split-point';
import { textInFallback } from './summary-text';

const none: readonly number[] = [];

/**
 * A request that a tail strategy cuts, pass after pass: texts in front (summaries, newest first),
 * entries of the log, texts behind (continuations). `cut` replaces everything before a split by a
 * new summary. Sizes by the policy's estimator; one object for a whole replay.
 */
export class CutRequest {
  readonly #input: PolicyInput;
  readonly #pairs: PairCuts;
  #step = 0;
  /** Bytes of each text in front, wrapper included; of each text behind. */
  readonly #lead: number[] = [];
  readonly #trail: number[] = [];
  /** Lengths in use of the two lists; later items are of an earlier request. */
  #leads = 0;
  #trails = 0;
  from = 0;
  to = 0;

  constructor(input: PolicyInput) {
    this.#input = input;
    this.#pairs = new PairCuts(input.profile.entries.flags);
  }

  /** The request of a step: the whole log, behind a summary of `summaryBytes` (−1: none). */
  begin(step: number, summaryBytes: number): void {
    this.#step = step;
    this.#leads = summaryBytes < 0 ? 0 : 1;
    this.#trails = 0;
    this.#lead[0] = this.#input.requests.wrapperBytes + summaryBytes;
    this.from = 0;
    this.to = intAt(this.#input.profile.steps.entries, step);
  }

  get lead(): number {
    return this.#leads;
  }

  get trail(): number {
    return this.#trails;
  }

  get contents(): number {
    return this.lead + this.to - this.from + this.trail;
  }

  /** Heuristic of the contents from the one at `content` on. */
  tokensFrom(content: number): number {
    const { requests, profile } = this.#input;
    const { estimator } = requests;
    const lead = this.lead;
    let tokens = 0;
    for (let i = content; i < lead; i++) tokens += estimator.text(numberAt(this.#lead, i));
    const entry = Math.min(this.to, this.from + Math.max(0, content - lead));
    if (entry < this.to) tokens += entryTokens(estimator, profile.steps, this.#step, entry);
    const behind = Math.max(0, content - lead - (this.to - this.from));
    for (let i = behind; i < this.trail; i++) tokens += estimator.text(numberAt(this.#trail, i));
    return tokens;
  }

  /** Heuristic of all texts besides the newest summary: what the policy added. */
  get added(): number {
    const { estimator } = this.#input.requests;
    let tokens = 0;
    for (let i = 1; i < this.lead; i++) tokens += estimator.text(numberAt(this.#lead, i));
    for (let i = 0; i < this.trail; i++) tokens += estimator.text(numberAt(this.#trail, i));
    return tokens;
  }

  /** Bytes of the mechanical summary's lines over the contents before `split`. */
  fallbackBefore(split: number): number {
    const { fallbackSum } = this.#input.profile;
    const lead = this.lead;
    const end = Math.min(this.to, this.from + Math.max(0, split - lead));
    let bytes = sumBetween(fallbackSum, this.from, end);
    for (let i = 0; i < Math.min(split, lead); i++)
      bytes += textInFallback(numberAt(this.#lead, i));
    const behind = split - lead - (this.to - this.from);
    for (let i = 0; i < behind; i++) bytes += textInFallback(numberAt(this.#trail, i));
    return bytes;
  }

  /** The pair-safe split nearest to `split`; `backOnly`: v0.7.0's rule. */
  safe(split: number, backOnly = false): number {
    return backOnly ? this.#pairs.back(this, split) : this.#pairs.safe(this, split);
  }

  /**
   * Beginning of a tail of `budget` tokens, its entries counted by `estimator`, before pairs are kept
   * together. No text follows the entries while a budget decides.
   */
  budget(budget: number, estimator: Pick<Estimator, 'sum' | 'thoughtSum'>): number {
    const { requests, profile } = this.#input;
    const { sum, thoughtSum } = estimator;
    const { lead, from, to } = this;
    const turn = intAt(profile.steps.turnStart, this.#step);
    const end = intAt(sum, to) + intAt(thoughtSum, to);
    return budgetSplit(this.contents, budget, (content) => {
      const entry = content > lead ? from + content - lead : from;
      let tokens = end - intAt(sum, entry) - intAt(thoughtSum, Math.max(entry, turn));
      for (let i = content; i < lead; i++) {
        tokens += requests.estimator.text(numberAt(this.#lead, i));
      }
      return tokens;
    });
  }

  /** Says so where the tail begins with responses whose calls are before it. */
  noteOrphans(): void {
    const { profile, notes } = this.#input;
    const { callOf } = profile;
    let end = this.from;
    for (; end < this.to; end++) {
      const call = intAt(callOf, end);
      if (call < 0 || call >= this.from) break;
    }
    if (end === this.from) return;
    const entries =
      end - this.from === 1 ? `Entry ${this.from} is` : `Entries ${this.from} to ${end - 1} are`;
    const text = `${entries} sent without its call, which is before the cut.`;
    notes.events.push({ step: this.#step, kind: 'orphan', text });
  }

  /** Replaces the contents before `split` by a summary; `continuation` bytes go behind (0: none). */
  cut(split: number, summaryBytes: number, continuation: number): void {
    const lead = this.lead;
    const behind = split - lead - (this.to - this.from);
    this.from = Math.min(this.to, this.from + Math.max(0, split - lead));
    // Nearly always everything in front is cut off.
    const kept = split < lead ? this.#lead.slice(split, lead) : none;
    this.#lead[0] = this.#input.requests.wrapperBytes + summaryBytes;
    for (let i = 0; i < kept.length; i++) this.#lead[i + 1] = numberAt(kept, i);
    this.#leads = kept.length + 1;
    const stay = this.#trails - Math.max(0, behind);
    for (let i = 0; i < stay; i++) this.#trail[i] = numberAt(this.#trail, i + this.#trails - stay);
    this.#trails = stay;
    if (continuation > 0) this.#trail[this.#trails++] = continuation;
  }
}
