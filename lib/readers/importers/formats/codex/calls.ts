import type { StepInput } from '@/lib/engine/session/builder';
import type { Side } from './items';
import type { Timeline } from '../../mechanisms/timeline';

/** The end of a request and the begin of its answer. */
interface Request {
  /** Entries in the request. */
  readonly entries: number;
  /** Time at which the answer began. */
  readonly time: string | null;
  readonly label: string;
}

/** Facts of a finished call. */
type CallFacts = Omit<StepInput, 'entries' | 'time' | 'label'> & {
  readonly time?: string | null;
};

/**
 * Finds the begin and end of calls. A request holds the log before the first item of its answer:
 * results of a call may be written before the count of the response that made it.
 */
export class Calls {
  #open: Request | null = null;
  /** Answers that began after a result inside the open call: separate calls without usage. */
  #later: Request[] = [];
  #label = 'user-msg';
  #newest: 'model' | 'input' = 'input';
  /** Entries of an unanswered request in flight; −1 without one. */
  #waiting = -1;
  /** Tools by the ids of unanswered calls. */
  readonly #tools = new Map<string, string>();
  #counted = false;
  /** The file has a record for each response that came with usage, before the results of its calls. */
  #records = false;

  constructor(private readonly timeline: Timeline) {}

  /** Names the tool of an unanswered call. */
  readonly tool = (call: string): string | null => this.#tools.get(call) ?? null;

  /** True if the model answered and no count has ended the call. */
  get open(): boolean {
    return this.#open !== null;
  }

  /** True if a request was sent, or an answer began. */
  get inFlight(): boolean {
    return this.#open !== null || this.#waiting >= 0;
  }

  /** Takes an item of an answer, which is part of the log from now on. */
  answer(time: string | null, call: string | null, tool: string): void {
    const request = { entries: this.timeline.entries, time, label: this.#label };
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
    if (waits) this.#waiting = this.timeline.entries;
    else if (!sent) this.#waiting = -1;
  }

  /** The newest answer came with usage: those that began before it had none. */
  recorded(): void {
    this.#records = true;
    const newest = this.#later.pop();
    if (newest === undefined) return;
    this.uncounted();
    this.#open = newest;
  }

  /** Ends the call with its usage. */
  counted(facts: CallFacts): void {
    this.#counted = true;
    this.#step(facts);
  }

  /** Ends the call without a count; does nothing if there was none. */
  uncounted(facts: CallFacts = {}): void {
    if (!this.inFlight) return;
    const later = this.#counted && !this.#records ? [] : this.#later;
    this.#step(facts);
    for (const { entries, time, label } of later) this.timeline.step({ entries, time, label });
  }

  /** Ends the call as refused by the provider. */
  rejected(facts: CallFacts): void {
    this.#step({ ...facts, rejected: true });
  }

  /** Drops the current call, which was made elsewhere. */
  skip(): void {
    this.#open = null;
    this.#later = [];
  }

  /** Restarts the failed request. */
  retry(): void {
    this.#waiting = this.timeline.entries;
  }

  /** Ends the turn: unanswered calls stay unanswered. */
  turnEnd(): void {
    this.#waiting = -1;
    this.#tools.clear();
  }

  #step({ time = null, ...facts }: CallFacts): void {
    const entries =
      this.#open?.entries ?? (this.#waiting < 0 ? this.timeline.entries : this.#waiting);
    const label = this.#open?.label ?? this.#label;
    this.timeline.step({ entries, time: this.#open?.time ?? time, label, ...facts });
    this.skip();
  }
}
