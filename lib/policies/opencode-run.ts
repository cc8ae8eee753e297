/** What OpenCode's first generation and its tail variant share: count, pruning, the request made new. */
import { formatInteger } from '@/lib/base/format';
import { entryFlag } from '@/lib/tokens/entry-table';
import type { Profile } from '@/lib/tokens/profile';
import { variantRuler, wholeVariant } from '@/lib/tokens/ruler';
import { turnStartIn } from './mechanisms/ceiled-ruler';
import { inlineRule } from './mechanisms/estimate';
import { LastUsage } from './mechanisms/last-usage';
import { messagesOf, type Messages } from './mechanisms/messages';
import { ToolPruner } from './mechanisms/prune';
import { reportOrphans } from './mechanisms/tool-pairs';
import { ViewRun } from './mechanisms/view-run';
import { opencodeUsable, type OpencodeSettings } from './opencode-settings';
import type { PolicyInput, RequestForm } from './policy';

/** Bytes of what a pruned result becomes, of the question before a summary, of the request to go on. */
const CLEARED = 33;
const QUESTION = 22;
const CONTINUE = 100;

/** The entries a compaction decides over. */
export interface CompactedRange {
  /** First entry that is not in the summary before. */
  readonly from: number;
  /** End of what the stopped response left: a user's new message comes after the compaction. */
  readonly end: number;
}

/** OpenCode at work; the variants say what stays. */
export abstract class OpencodeRun<S extends OpencodeSettings> extends ViewRun<S> {
  override readonly hooks = true;
  protected readonly usage: LastUsage;
  readonly #messages: Messages;
  readonly #pruner: ToolPruner;
  /** Prefix sums over messages: rounded bytes ÷ 4 of tool results. */
  readonly #results: Int32Array;
  readonly #turns: readonly number[];
  #first = 0;

  constructor(settings: S, input: PolicyInput) {
    super(settings, input);
    this.usage = new LastUsage(input);
    this.#messages = messagesOf(input.profile);
    this.#pruner = new ToolPruner(this.#messages, input, (bytes) => Math.min(bytes, CLEARED));
    const { toolBytes, count } = this.#messages;
    this.#results = new Int32Array(count + 1);
    for (let m = 0; m < count; m++) {
      const tokens = Math.round(Math.max(0, toolBytes[m] as number) / 4);
      this.#results[m + 1] = (this.#results[m] as number) + tokens;
    }
    this.#turns = turnStarts(input.profile);
    this.configure(settings);
  }

  /** First entry that stays besides the summary; `range.end` for none. */
  protected abstract tail(range: CompactedRange): number;

  override configure(settings: S): void {
    super.configure(settings);
    const on = settings.auto && settings.window > 0;
    this.compareWith(on ? opencodeUsable(settings) : Infinity, '>=');
  }

  override forget(): void {
    super.forget();
    this.usage.reset();
    this.#first = 0;
    this.#pruner.carry(this.view, 0);
  }

  override state(): number {
    return this.usage.total;
  }

  protected own(): number {
    return this.usage.total;
  }

  protected estimated(_step: number, estimate: number): number {
    return estimate;
  }

  /** When a run has ended: old tool results are cleared. */
  override before(step: number): void {
    const { profile } = this.input;
    const { entries } = profile.steps;
    if (!this.settings.prune || step === 0) return;
    const end = turnStartIn(profile, entries[step - 1] as number, entries[step] as number);
    if (end === entries[step]) return;
    const until = this.#prunable(end);
    if (until < 0) return;
    const { pruneMinimum } = this.settings;
    const from = Math.max(this.#first, this.#pruner.next);
    if ((this.#results[until] as number) - (this.#results[from] as number) <= pruneMinimum) return;
    this.#pruner.prune(step, this.view, this.#first, until);
    if (this.#pruner.cut === 0) return;
    this.changed();
    const { cut, saved } = this.#pruner;
    const text = `${formatInteger(cut)} tool ${cut === 1 ? 'result' : 'results'} cleared: −${formatInteger(saved)} tokens.`;
    this.note(step, 'prune', text);
  }

  /** End of the messages that a run ending at `end` may prune; −1 for none. */
  #prunable(end: number): number {
    const { pruneTurns, pruneProtect } = this.settings;
    const turns = this.#turns;
    let low = 0;
    let high = turns.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((turns[middle] as number) < end) low = middle + 1;
      else high = middle;
    }
    const oldest = pruneTurns === 0 ? end : turns[low - pruneTurns];
    if (oldest === undefined) return -1;
    const boundary = this.#messages.first[oldest] as number;
    const whole = this.#results[boundary] as number;
    // The newest message with more than the protected tokens from it to the boundary.
    let from = Math.max(this.#first, this.#pruner.next);
    let to = boundary;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (whole - (this.#results[middle] as number) > pruneProtect) from = middle + 1;
      else to = middle;
    }
    return from > Math.max(this.#first, this.#pruner.next) ? from : -1;
  }

  decide(step: number): void {
    const { profile, summariser, requests, columns: out } = this.input;
    // Before the first response there is nothing to compact.
    if (step === 0) return;
    const { entries } = profile.steps;
    const n = entries[step] as number;
    const end = turnStartIn(profile, entries[step - 1] as number, n);
    const from = this.view.covered;
    const kept = this.tail({ from, end });
    const { sum, prefix } = requests.ruler;
    const later = (sum[n] as number) - (sum[kept] as number);
    const usable = this.threshold;
    const left = Math.max(0, this.settings.window - Math.min(usable, this.settings.window));
    summariser.call(this.size(step) - prefix - later, left, 1);
    if (summariser.failed && !summariser.empty) {
      this.note(step, 'failure', 'The summariser failed: nothing is replaced.');
      const text = 'The run stops. The recording goes on, uncompacted; each response tries again.';
      this.note(step, 'exit', text);
      return;
    }
    const lead = this.view.injected ? 1 : 0;
    out.summarizerContents[step] = kept - from + this.loop.addedContents + lead;
    const { bytes, tokens } = summariser;
    const made = { injected: true, summaryBytes: bytes, summaryTokens: tokens };
    this.compact(step, { ...made, covered: kept }, 1);
    this.#first = this.#messages.first[kept] as number;
    this.#pruner.carry(this.view, this.#first);
    this.addText(CONTINUE);
    this.usage.reset();
    this.follow(step);
    reportOrphans(profile, { split: kept, end: n, step }, this.input.notes.events);
  }

  override after(step: number, _h: number, real: number): void {
    if (real > 0) this.usage.observe(step, real);
    else this.usage.reset();
  }
}

/** Entries that begin a user's turn, ascending. */
function turnStarts({ entries, entryCount }: Profile): readonly number[] {
  const starts: number[] = [];
  for (let entry = 0; entry < entryCount; entry++) {
    if (((entries.flags[entry] as number) & entryFlag.turnStart) !== 0) starts.push(entry);
  }
  return starts;
}

/** OpenCode counts bytes ÷ 4; the summary answers a question of its own. */
export const opencodeForm = (
  chosen: OpencodeSettings,
  profile: Profile,
  prefixTokens: number,
): RequestForm => ({
  ruler: variantRuler(profile, prefixTokens, { ...wholeVariant, inline: inlineRule(chosen) }),
  wrapperBytes: QUESTION,
});
