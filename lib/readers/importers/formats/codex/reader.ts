import type { Json } from '@/lib/engine/session/schema';
import { CountedReader } from '../../importer';
import { fieldsOf, textOf, timeOf, type Fields, type At } from '../../mechanisms/loose-json';
import { type Fate, type Line, CodexThread } from './thread';

/** Reads the lines of rollouts; one file mostly holds one thread. */
export class CodexReader extends CountedReader {
  #thread: CodexThread | null = null;
  #id: string | null = null;

  /** Takes a line of the file that the thread's history is in. */
  copy(line: Fields, at: At): void {
    if (line['type'] === 'session_meta') return;
    this.#thread?.continues();
    this.#line(line, at, true);
  }

  protected take(value: Json, at: At): void {
    const line = fieldsOf(value);
    const fate: Fate =
      line === null ? { fate: 'lose', reason: 'not an object' } : this.#line(line, at);
    const { receipt } = this.context;
    if (fate.fate === 'keep') receipt.keep();
    else if (fate.fate !== 'entry') receipt[fate.fate](fate.reason, at);
  }

  #line(line: Fields, at: At, isCopied = false): Fate {
    const payload = fieldsOf(line['payload']);
    if (payload === null) return this.#unwrapped(line, at);
    const type = textOf(line['type']) ?? 'unknown';
    if (type === 'session_meta') return this.#header(payload, line);
    const thread = this.#current(line);
    const copied = thread.heritage.copies;
    const inherited = thread.heritage.inherits(line, payload);
    if (copied && !inherited) thread.ownBegins();
    const isSummary = fieldsOf(line['metadata'])?.['compaction_output'] === true;
    const time = timeOf(line);
    const read: Line = { payload, at, time, inherited, copied: isCopied, isSummary };
    switch (type) {
      case 'response_item':
        return thread.item(read);
      case 'event_msg':
        return thread.event(read);
      case 'turn_context':
        return thread.turnContext(read);
      case 'compacted':
        return thread.compacted(read);
      case 'token_usage_record':
        return thread.usageRecorded();
      default:
        return { fate: 'drop', reason: `not part of a request: ${type.slice(0, 60)}` };
    }
  }

  /**
   * Reads a line of the first versions: an item without a wrapper, below a header without a type.
   */
  #unwrapped(line: Fields, at: At): Fate {
    if (line['record_type'] !== undefined)
      return { fate: 'drop', reason: 'not part of a request: state' };
    const isHeader = line['type'] === undefined && textOf(line['id']) !== null;
    if (isHeader) return this.#header(line, line);
    if (textOf(line['type']) === null) return { fate: 'drop', reason: 'record without content' };
    const thread = this.#current(line);
    const own = { inherited: false, copied: false, isSummary: false };
    const read = { ...own, payload: line, at, time: timeOf(line) };
    return thread.item(read);
  }

  /**
   * Reads a header: of this thread, of the one it was forked from, or of the next one in the file.
   */
  #header(payload: Fields, line: Fields): Fate {
    const id = textOf(payload['id']) ?? textOf(payload['session_id']);
    if (this.#thread !== null && (id === null || id === this.#id)) {
      return { fate: 'merge', reason: 'repeated session header' };
    }
    if (this.#thread?.untouched === true && id !== null) {
      this.#thread.forkedFrom(id);
      return { fate: 'merge', reason: 'header of the session it was forked from' };
    }
    this.close();
    this.#id = id;
    this.#thread = new CodexThread(
      this.context,
      this.unique(id ?? this.context.file),
      payload,
      line,
    );
    return { fate: 'keep' };
  }

  #current(line: Fields): CodexThread {
    this.#thread ??= new CodexThread(this.context, this.unique(this.context.file), {}, line);
    return this.#thread;
  }

  protected close(): void {
    if (this.#thread === null) return;
    for (const draft of this.#thread.sessions()) this.session(draft);
    this.#thread = null;
  }
}
