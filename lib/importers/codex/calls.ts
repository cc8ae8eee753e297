import type { StepInput } from '@/lib/session/builder';
import type { Side } from './items';
import type { Timeline } from './timeline';

/** Where a request ended and its answer began. */
interface Request {
  /** Entries in the request. */
  readonly entries: number;
  /** When the answer began. */
  readonly time: string | null;
  readonly label: string;
}

/** What is known of a finished call. */
export type CallFacts = Omit<StepInput, 'entries' | 'time' | 'label'> & {
  readonly time?: string | null;
};

/**
 * Tells where calls begin and end. A request holds what stood in the log before the first item of
 * its answer: results of a call may be written before the count of the response that made it.
 */
export class Calls {
  readonly #timeline: Timeline;
  #open: Request | null = null;
  /** Answers that began after a result, inside the open call: calls of their own without usage. */
  #later: Request[] = [];
  #label = 'user-msg';
  #newest: 'model' | 'input' = 'input';
  /** Entries of a request that is in flight although nothing was answered; −1 for none. */
  #waiting = -1;
  /** Tools by the ids of calls that were made and not answered. */
  readonly #tools = new Map<string, string>();
  #counted = false;

  constructor(timeline: Timeline) {
    this.#timeline = timeline;
  }

  /** Names the tool of a call that is not answered yet. */
  readonly tool = (call: string): string | null => this.#tools.get(call) ?? null;

  /** True where the model answered and no count ended the call yet. */
  get open(): boolean {
    return this.#open !== null;
  }

  /** True where a request was sent, or an answer began. */
  get inFlight(): boolean {
    return this.#open !== null || this.#waiting >= 0;
  }

  /** An item of an answer; stands in the log from here on. */
  answer(time: string | null, call: string | null, tool: string): void {
    const request = { entries: this.#timeline.entries, time, label: this.#label };
    if (this.#open === null) this.#open = request;
    else if (this.#newest === 'input') this.#later.push(request);
    if (call !== null) this.#tools.set(call, tool);
    this.#newest = 'model';
    this.#waiting = -1;
  }

  /** An item of a request has been appended to the log. */
  input(side: Exclude<Side, 'model'>, call: string | null, sent: boolean): void {
    if (side !== 'context') {
      this.#newest = 'input';
      this.#label = side === 'user' ? 'user-msg' : 'tool-results';
    }
    if (call !== null) this.#tools.delete(call);
    const waits = sent && (side !== 'context' || this.#waiting >= 0) && this.#tools.size === 0;
    if (waits) this.#waiting = this.#timeline.entries;
    else if (!sent) this.#waiting = -1;
  }

  /** The call is over, with its usage. */
  counted(facts: CallFacts): void {
    this.#counted = true;
    this.#step(facts);
  }

  /** The call is over and nobody counted it; nothing where none was made. */
  uncounted(facts: CallFacts = {}): void {
    if (!this.inFlight) return;
    const later = this.#counted ? [] : this.#later;
    this.#step(facts);
    for (const { entries, time, label } of later) this.#timeline.step({ entries, time, label });
  }

  /** The provider refused the request. */
  rejected(facts: CallFacts): void {
    this.#step({ ...facts, rejected: true });
  }

  /** The call that is under way was made elsewhere. */
  skip(): void {
    this.#open = null;
    this.#later = [];
  }

  /** The failed request is sent again. */
  retry(): void {
    this.#waiting = this.#timeline.entries;
  }

  /** The turn is over: what was not answered never will be. */
  turnEnd(): void {
    this.#waiting = -1;
    this.#tools.clear();
  }

  #step({ time = null, ...facts }: CallFacts): void {
    const entries =
      this.#open?.entries ?? (this.#waiting < 0 ? this.#timeline.entries : this.#waiting);
    const label = this.#open?.label ?? this.#label;
    this.#timeline.step({ ...facts, entries, time: this.#open?.time ?? time, label });
    this.skip();
  }
}
