/** Anthropic's context editing `clear_tool_uses_20250919`: old tool results become a placeholder. */
import { intAt } from '@/lib/engine/base/read';
import type { PolicyInput } from '@/lib/engine/policy/policy';
import type { SummaryView } from '@/lib/engine/policy/requests';
import { messagesOf, type Messages } from './messages';
import { ToolPruner } from './prune';
import { densityBefore } from './shipped-density';

/** Settings of the edit. */
export interface ClearingRules {
  /** Input tokens above which it clears. */
  readonly clearTrigger: number;
  /** Tool uses above which it clears, whatever the tokens; 0 or left out: by tokens. */
  readonly clearUses?: number;
  /** Newest tool uses that stay. */
  readonly clearKeep: number;
  /** Real tokens that a clearing must win; 0: any. */
  readonly clearAtLeast: number;
  /** Bytes of the placeholder. */
  readonly clearTo: number;
}

/**
 * It works on every request anew from the whole history, so once the uncleared request is above its
 * trigger, every tool use but the newest few is cleared in each request until a compaction.
 */
export class ToolClearing {
  readonly #input: PolicyInput;
  readonly #messages: Messages;
  readonly #pruner: ToolPruner;
  #rules: ClearingRules;
  /** First message of the log in the request. */
  #first = 0;
  /** Tool uses before the request's first message. */
  #usesBefore = 0;
  /** The uncleared request went above the trigger since the last compaction. */
  #clearing = false;

  constructor(rules: ClearingRules, input: PolicyInput) {
    this.#rules = rules;
    this.#input = input;
    this.#messages = messagesOf(input.profile);
    this.#pruner = new ToolPruner(this.#messages, input, (bytes) =>
      Math.min(bytes, this.#rules.clearTo),
    );
  }

  /** Tool results cleared by the last call of `clear`, and the heuristic tokens they lost. */
  get cleared(): number {
    return this.#pruner.cut;
  }

  get saved(): number {
    return this.#pruner.saved;
  }

  configure(rules: ClearingRules): void {
    this.#rules = rules;
  }

  /** Clears in the request of a step under a view just looked at; true if something was cleared. */
  clear(step: number, view: SummaryView): boolean {
    const { profile } = this.#input;
    const uses = intAt(profile.responseStart, intAt(profile.steps.entries, step));
    const cleared = uses - this.#rules.clearKeep;
    if (cleared <= 0) return false;
    // Everything before the oldest tool use that stays.
    const { tools, count } = this.#messages;
    const end = cleared < tools.length ? intAt(tools, cleared) : count;
    if (!this.#clearing && !this.#triggers(step, end, uses - this.#usesBefore)) return false;
    this.#clearing = true;
    this.#pruner.prune(step, view, this.#first, end);
    return this.#pruner.cut > 0;
  }

  /** A request with all its tool results is cleared. */
  #triggers(step: number, end: number, uses: number): boolean {
    const { requests } = this.#input;
    const { clearTrigger, clearUses = 0, clearAtLeast, clearTo } = this.#rules;
    const reached = clearUses > 0 ? uses > clearUses : requests.realAt(step, 0) > clearTrigger;
    if (!reached) return false;
    if (clearAtLeast === 0) return true;
    const { toolBytes } = this.#messages;
    let tokens = 0;
    for (let m = this.#first; m < end; m++) {
      const bytes = intAt(toolBytes, m);
      if (bytes > clearTo) tokens += (bytes >> 2) - (clearTo >> 2);
    }
    return tokens * densityBefore(this.#input, step) >= clearAtLeast;
  }

  /** A compaction replaced the entries before `covered`: the rest is uncleared but for what went. */
  compacted(covered: number): void {
    this.#clearing = false;
    this.#first = intAt(this.#messages.first, covered);
    this.#usesBefore = intAt(this.#input.profile.responseStart, covered);
  }

  /** The whole log is in the request again; what was cleared stays so. */
  forget(view: SummaryView): void {
    this.#first = 0;
    this.#usesBefore = 0;
    this.#pruner.carry(view, 0);
  }
}
