import { intAt } from '@/lib/engine/base/read';
import { entriesWords } from '@/lib/engine/policy/notes';
import { ViewRun, type ViewSettings } from '@/lib/engine/policy/view-run';
import { memoryMessages } from './messages';

const FITS = 'All messages of the memory fit: nothing leaves.';
const INSIDE = 'One message of an entry leaves; the replay sends the entry whole.';

/**
 * A memory that an agent fills at the end of each run and asks before each request. What the run adds meanwhile stands
 * behind it, whole and uncounted.
 */
export abstract class MemoryRun<S extends ViewSettings> extends ViewRun<S> {
  protected readonly messages = memoryMessages(this.input.profile);
  /** First message that the memory gives. */
  protected from = 0;

  override forget(): void {
    super.forget();
    this.from = 0;
  }

  /** Tokens of the messages [from, end) as the memory compares them; `prompt` is the message that began the run. */
  protected abstract count(from: number, end: number): number;
  /** The first message that stays of [from, end). */
  protected abstract cut(from: number, prompt: number, end: number): number;

  own(step: number): number {
    return this.count(this.from, this.#end(step));
  }

  /** Entries up to the one that began the run; a request without entries has none. */
  #begun(step: number): number {
    return Math.min(intAt(this.input.profile.steps.turnStart, step) + 1, this.entriesAt(step));
  }

  /** Their messages. */
  #end(step: number): number {
    return intAt(this.messages.first, this.#begun(step));
  }

  decide(step: number): void {
    const turn = intAt(this.input.profile.steps.turnStart, step);
    const end = this.#end(step);
    const first = this.cut(this.from, intAt(this.messages.first, turn), end);
    if (first === this.from) {
      this.note(step, 'no-op', FITS);
      return;
    }
    const from = this.view.covered;
    const covered = first < end ? intAt(this.messages.entryOf, first) : this.#begun(step);
    if (covered === from) {
      this.asks('prunes');
      this.from = first;
      this.note(step, 'no-op', INSIDE);
      return;
    }
    this.asks('compacts');
    this.from = first;
    this.drop(step, covered);
    this.note(step, 'lost', lost(from, covered, covered > turn));
    this.reportOrphans(step, covered);
  }
}

function lost(from: number, covered: number, prompt: boolean): string {
  const entries = entriesWords(from, covered, ['leaves', 'leave']);
  const also = prompt ? ', the user’s message that began the run with them' : '';
  return `${entries} the memory${also}: neither in a summary nor in the request.`;
}
