import { err, ok, type Result } from '@/lib/base/result';
import type { Json } from '@/lib/session/schema';
import { timeOf } from '../claude-code/entries';
import type { ImportContext, ImportError, TraceReader } from '../importer';
import { fieldsOf, textOf, type Fields } from '../loose-json';
import { CodexThread, type Fate, type Line } from './thread';

/** Reads the lines of rollouts; one file mostly holds one thread. */
export class CodexReader implements TraceReader {
  readonly #context: ImportContext;
  readonly #ids = new Set<string>();
  #thread: CodexThread | null = null;
  #id: string | null = null;
  #records = 0;
  #sessions = 0;

  constructor(context: ImportContext) {
    this.#context = context;
  }

  record(value: Json, at: number | string): void {
    this.#records++;
    const line = fieldsOf(value);
    const fate: Fate =
      line === null ? { fate: 'drop', reason: 'not an object' } : this.#line(line, at);
    const { receipt } = this.#context;
    if (fate.fate === 'keep') receipt.keep();
    else if (fate.fate !== 'entry') receipt[fate.fate](fate.reason, at);
  }

  end(): Result<void, ImportError> {
    if (this.#records === 0) return err({ code: 'empty', message: 'The file holds no record.' });
    this.#close();
    if (this.#sessions > 0) return ok(undefined);
    return err({ code: 'no-sessions', message: 'The file holds no model call.' });
  }

  #line(line: Fields, at: number | string): Fate {
    const payload = fieldsOf(line['payload']);
    if (payload === null) return this.#unwrapped(line, at);
    const type = textOf(line['type']) ?? 'unknown';
    if (type === 'session_meta') return this.#header(payload, line);
    const thread = this.#current(line);
    const inherited = thread.heritage.inherits(line, payload);
    const read: Line = { payload, at, time: timeOf(line), inherited };
    switch (type) {
      case 'response_item':
        return thread.item(read);
      case 'event_msg':
        return thread.event(read);
      case 'turn_context':
        return thread.turnContext(read);
      case 'compacted':
        return thread.compacted(read);
      default:
        return { fate: 'drop', reason: `not part of a request: ${type.slice(0, 60)}` };
    }
  }

  /** The first versions wrote items without a wrapper, below a header without a type. */
  #unwrapped(line: Fields, at: number | string): Fate {
    if (line['record_type'] !== undefined)
      return { fate: 'drop', reason: 'not part of a request: state' };
    const isHeader = line['type'] === undefined && textOf(line['id']) !== null;
    if (isHeader) return this.#header(line, line);
    if (textOf(line['type']) === null) return { fate: 'drop', reason: 'record without content' };
    const thread = this.#current(line);
    return thread.item({ payload: line, at, time: timeOf(line), inherited: false });
  }

  /** The header of this thread, of the one it was forked from, or of the next one in the file. */
  #header(payload: Fields, line: Fields): Fate {
    const id = textOf(payload['id']) ?? textOf(payload['session_id']);
    if (this.#thread !== null && (id === null || id === this.#id)) {
      return { fate: 'merge', reason: 'repeated session header' };
    }
    if (this.#thread?.untouched === true && id !== null) {
      this.#thread.forkedFrom(id);
      return { fate: 'merge', reason: 'header of the session it was forked from' };
    }
    this.#close();
    this.#id = id;
    this.#thread = new CodexThread(this.#context, this.#unique(id), payload, line);
    return { fate: 'keep' };
  }

  #current(line: Fields): CodexThread {
    this.#thread ??= new CodexThread(this.#context, this.#unique(null), {}, line);
    return this.#thread;
  }

  /** An id may come twice where files were joined. */
  #unique(id: string | null): string {
    const base = id ?? this.#context.file;
    let unique = base;
    for (let n = 2; this.#ids.has(unique); n++) unique = `${base} (${n})`;
    this.#ids.add(unique);
    return unique;
  }

  #close(): void {
    if (this.#thread === null) return;
    for (const draft of this.#thread.sessions()) {
      this.#sessions++;
      this.#context.session(draft);
    }
    this.#thread = null;
  }
}
