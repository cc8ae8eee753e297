/** An agent of the AI SDK that prunes at work; `policy.ts` says what it does. */
import { formatInteger } from '@/lib/engine/base/format';
import { ViewRun } from '@/lib/engine/policy/view-run';
import { beginsTurn } from '@/lib/engine/mechanisms/turns';
import { jsonChars, quarter, sdkMessages } from './messages';
import { Pruning } from './pruning';
import type { PruneSettings } from './settings';

const NOTHING = 'Nothing is left that the settings remove: the request is sent as it is.';

/** A `prepareStep` that prunes, on one session. */
export class PruneRun extends ViewRun<PruneSettings> {
  readonly #pruning = new Pruning(this.input);
  readonly #messages = sdkMessages(this.input.profile);
  /** The list is the application's own again: nothing is removed from it yet. */
  #whole = false;
  /** The state of the generation is gone. */
  #fresh = false;

  override forget(): void {
    super.forget();
    this.#fresh = true;
  }

  /** Tokens of the list by the documented estimate. */
  own(step: number): number {
    const gone = this.#whole ? 0 : this.#pruning.chars;
    return quarter(jsonChars(this.#messages, this.entriesAt(step)) - gone);
  }

  /** A generation begins with all messages. They are more than those that were pruned before, so they are pruned again. */
  override before(step: number): void {
    this.#whole = false;
    if (this.#pruning.chars === 0) return;
    if (!beginsTurn(this.input.profile, step) && !this.#fresh) return;
    this.#fresh = false;
    const whole = quarter(jsonChars(this.#messages, this.entriesAt(step)));
    this.#whole = this.input.compactAt === undefined && whole > this.threshold;
    this.#apply();
  }

  /** Puts into the view what left, or takes it back. */
  #apply(): void {
    const { view, loop } = this;
    const { elided, emptied } = this.#pruning;
    const gone = this.#whole ? 0 : 1;
    view.keptHeuristic = gone * elided.keptHeuristic;
    view.keptReference = gone * elided.keptReference;
    view.keptReal = gone * elided.keptReal;
    loop.addedContents = -gone * emptied;
    this.changed();
  }

  decide(step: number, value: number): void {
    const pruning = this.#pruning;
    pruning.prune(step, this.entriesAt(step), this.settings);
    if (pruning.cut === 0 && !this.#whole) {
      this.note(step, 'no-op', NOTHING);
      return;
    }
    this.asks('prunes');
    const again = this.#whole ? 'The whole history was given again: ' : '';
    this.#whole = false;
    this.drop(step, 0);
    this.#apply();
    const left = formatInteger(this.own(step));
    const text = `${again}pruned from ${formatInteger(value)} to ${left} tokens, ${formatInteger(pruning.cut)} more entries.`;
    this.note(step, 'prune', text);
  }
}
