import type { PolicyInput } from '../policy';
import { entryTokens } from './entry-tokens';
import { budgetSplit, PairCuts } from './split-point';
import { textInFallback } from './summary-text';

/**
 * A request that a tail strategy cuts, pass after pass: texts in front (summaries, newest first),
 * entries of the log, texts behind (continuations). `cut` replaces everything before a split by a
 * new summary. Sizes by the policy's ruler; one object for a whole replay.
 */
export class CutRequest {
  readonly #input: PolicyInput;
  readonly #pairs: PairCuts;
  #step = 0;
  /** Bytes of each text in front, wrapper included; of each text behind. */
  #lead: number[] = [];
  #trail: number[] = [];
  from = 0;
  to = 0;

  constructor(input: PolicyInput) {
    this.#input = input;
    this.#pairs = new PairCuts(input.profile.entries.flags);
  }

  /** The request of a step: the whole log, behind a summary of `summaryBytes` (−1: none). */
  begin(step: number, summaryBytes: number): void {
    this.#step = step;
    this.#lead = summaryBytes < 0 ? [] : [this.#input.requests.wrapperBytes + summaryBytes];
    this.#trail = [];
    this.from = 0;
    this.to = this.#input.profile.steps.entries[step] as number;
  }

  get lead(): number {
    return this.#lead.length;
  }

  get trail(): number {
    return this.#trail.length;
  }

  get contents(): number {
    return this.lead + this.to - this.from + this.trail;
  }

  /** Heuristic of the contents from the one at `content` on. */
  tokensFrom(content: number): number {
    const { requests, profile } = this.#input;
    const { ruler } = requests;
    const lead = this.lead;
    let tokens = 0;
    for (let i = content; i < lead; i++) tokens += ruler.text(this.#lead[i] as number);
    const entry = Math.min(this.to, this.from + Math.max(0, content - lead));
    if (entry < this.to) tokens += entryTokens(ruler, profile.steps, this.#step, entry);
    const behind = Math.max(0, content - lead - (this.to - this.from));
    for (let i = behind; i < this.trail; i++) tokens += ruler.text(this.#trail[i] as number);
    return tokens;
  }

  /** Heuristic of all texts besides the newest summary: what the policy added. */
  get added(): number {
    const { ruler } = this.#input.requests;
    let tokens = 0;
    for (let i = 1; i < this.lead; i++) tokens += ruler.text(this.#lead[i] as number);
    for (const bytes of this.#trail) tokens += ruler.text(bytes);
    return tokens;
  }

  /** Bytes of the mechanical summary's lines over the contents before `split`. */
  fallbackBefore(split: number): number {
    const { fallbackSum } = this.#input.profile;
    const lead = this.lead;
    const end = Math.min(this.to, this.from + Math.max(0, split - lead));
    let bytes = (fallbackSum[end] as number) - (fallbackSum[this.from] as number);
    for (let i = 0; i < Math.min(split, lead); i++)
      bytes += textInFallback(this.#lead[i] as number);
    const behind = split - lead - (this.to - this.from);
    for (let i = 0; i < behind; i++) bytes += textInFallback(this.#trail[i] as number);
    return bytes;
  }

  /** The pair-safe split nearest to `split`; `backOnly`: v0.7.0's rule. */
  safe(split: number, backOnly = false): number {
    return backOnly ? this.#pairs.back(this, split) : this.#pairs.safe(this, split);
  }

  /** Where a tail of `budget` tokens begins, counted by `from`; pairs are not looked at yet. */
  budget(budget: number, from: (content: number) => number): number {
    return budgetSplit(this.contents, budget, from);
  }

  /** Says so where the tail begins with responses whose calls are before it. */
  noteOrphans(): void {
    const { profile, notes } = this.#input;
    const { callOf } = profile;
    let end = this.from;
    for (; end < this.to; end++) {
      const call = callOf[end] as number;
      if (call < 0 || call >= this.from) break;
    }
    if (end === this.from) return;
    const entries =
      end - this.from === 1 ? `Entry ${this.from} is` : `Entries ${this.from} to ${end - 1} are`;
    const text = `${entries} sent without the call, which is before the cut.`;
    notes.events.push({ step: this.#step, kind: 'orphan', text });
  }

  /** Replaces the contents before `split` by a summary; `continuation` bytes go behind (0: none). */
  cut(split: number, summaryBytes: number, continuation: number): void {
    const lead = this.lead;
    const behind = split - lead - (this.to - this.from);
    this.from = Math.min(this.to, this.from + Math.max(0, split - lead));
    this.#lead = [this.#input.requests.wrapperBytes + summaryBytes, ...this.#lead.slice(split)];
    if (behind > 0) this.#trail = this.#trail.slice(behind);
    if (continuation > 0) this.#trail.push(continuation);
  }
}
