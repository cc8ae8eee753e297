import type { Ruler } from '@/lib/tokens/ruler';
import type { PolicyInput } from '../policy';
import type { SummaryView } from '../requests';
import { entryTokens } from './entry-tokens';
import { budgetSplit, PairCuts } from './split-point';
import { textInFallback } from './summary-text';

const none: readonly number[] = [];

/** A view behind a summary, the entries from `covered` on; a literal, for many are made. */
export const viewBehind = (
  injected: boolean,
  covered: number,
  since: number,
  summaryBytes: number,
  summaryTokens: number,
): SummaryView => ({
  injected,
  covered,
  since,
  summaryBytes,
  summaryTokens,
  keptHeuristic: 0,
  keptReference: 0,
  keptReal: 0,
  recorded: -1,
});

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
  readonly #lead: number[] = [];
  readonly #trail: number[] = [];
  /** How many of each there are: what is behind them in the lists is of an earlier request. */
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
    this.to = this.#input.profile.steps.entries[step] as number;
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
    for (let i = 0; i < this.trail; i++) tokens += ruler.text(this.#trail[i] as number);
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

  /**
   * Where a tail of `budget` tokens begins, its entries counted by `ruler`; pairs are not looked at
   * yet. There is no text behind the entries while a budget decides.
   */
  budget(budget: number, ruler: Pick<Ruler, 'sum' | 'thoughtSum'>): number {
    const { requests, profile } = this.#input;
    const { sum, thoughtSum } = ruler;
    const { lead, from, to } = this;
    const turn = profile.steps.turnStart[this.#step] as number;
    const end = (sum[to] as number) + (thoughtSum[to] as number);
    return budgetSplit(this.contents, budget, (content) => {
      const entry = content > lead ? from + content - lead : from;
      let tokens = end - (sum[entry] as number) - (thoughtSum[Math.max(entry, turn)] as number);
      for (let i = content; i < lead; i++) {
        tokens += requests.ruler.text(this.#lead[i] as number);
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
    // Nearly always everything in front is cut off.
    const kept = split < lead ? this.#lead.slice(split, lead) : none;
    this.#lead[0] = this.#input.requests.wrapperBytes + summaryBytes;
    for (let i = 0; i < kept.length; i++) this.#lead[i + 1] = kept[i] as number;
    this.#leads = kept.length + 1;
    const stay = this.#trails - Math.max(0, behind);
    for (let i = 0; i < stay; i++) this.#trail[i] = this.#trail[i + this.#trails - stay] as number;
    this.#trails = stay;
    if (continuation > 0) this.#trail[this.#trails++] = continuation;
  }
}
