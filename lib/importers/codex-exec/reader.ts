import { err, ok, type Result } from '@/lib/base/result';
import { SessionBuilder } from '@/lib/session/builder';
import type { Entry, Json, Part } from '@/lib/session/schema';
import { normalizeUsage, usageRecord } from '@/lib/tokens/normalize-usage';
import { shorten } from '../claude-code/lanes';
import type { ImportContext, ImportError, TraceReader } from '../importer';
import { fieldsOf, textOf, type Fields } from '../loose-json';
import { plain } from '../messages/json-text';
import { overflowOf } from '../overflow-message';
import { readExecItem } from './item';

/** A thread and the turn that is under way. */
interface Thread {
  readonly builder: SessionBuilder;
  readonly id: string;
  /** Entries in the requests of this turn. */
  calls: number[];
  /** The next item of the model begins an answer. */
  waits: boolean;
  turns: number;
  title: string | null;
}

/**
 * Reads the events of `codex exec --json`. Usage is the sum of a thread's calls so far, told at the
 * end of a turn: only where the first turn has a single call is it the size of a request.
 */
export class CodexExecReader implements TraceReader {
  readonly #context: ImportContext;
  readonly #ids = new Set<string>();
  #thread: Thread | null = null;
  #records = 0;
  #sessions = 0;

  constructor(context: ImportContext) {
    this.#context = context;
  }

  record(value: Json, at: number | string): void {
    this.#records++;
    const line = fieldsOf(value);
    const { receipt } = this.#context;
    if (line === null) {
      receipt.drop('not an object', at);
      return;
    }
    const reason = this.#line(line, at);
    if (reason === null) receipt.keep();
    else if (reason.startsWith('bounds')) receipt.merge(reason, at);
    else receipt.drop(reason, at);
  }

  end(): Result<void, ImportError> {
    if (this.#records === 0) return err({ code: 'empty', message: 'The file holds no record.' });
    this.#close();
    if (this.#sessions > 0) return ok(undefined);
    return err({ code: 'no-sessions', message: 'The file holds no model call.' });
  }

  /** Why a record is not kept; null where it is. */
  #line(line: Fields, at: number | string): string | null {
    const type = (textOf(line['type']) ?? 'unknown').slice(0, 60);
    switch (type) {
      case 'thread.started':
        this.#close();
        this.#open(textOf(line['thread_id']));
        return null;
      case 'turn.started':
        this.#endTurn(null);
        return 'bounds of a turn';
      case 'item.completed':
        return this.#item(fieldsOf(line['item']) ?? {}, at);
      case 'turn.completed':
        this.#endTurn(line['usage']);
        return null;
      case 'turn.failed':
        return this.#failed(textOf(fieldsOf(line['error'])?.['message']) ?? '', at);
      default:
        return `not part of a request: ${type}`;
    }
  }

  #item(item: Fields, at: number | string): string | null {
    const thread = this.#thread ?? this.#open(null);
    const read = readExecItem(item);
    const type = (textOf(item['type']) ?? 'unknown').slice(0, 60);
    if (type === 'reasoning' && thread.waits) this.#begin(thread);
    if (read === null) return `not part of a request: ${type}`;
    if (thread.waits) this.#begin(thread);
    const append = (role: Entry['role'], parts: readonly Part[]): void => {
      if (parts.length > 0) thread.builder.append({ role, parts, origin: at });
    };
    append('model', read.made);
    append('user', read.answered);
    const [first] = read.made;
    if (first?.kind === 'text') thread.title ??= shorten(first.text);
    thread.waits = read.answered.length > 0;
    return null;
  }

  /** An answer begins: the request held everything before it. */
  #begin(thread: Thread): void {
    thread.calls.push(thread.builder.entryCount);
    thread.waits = false;
  }

  /** The calls of the turn become steps, counted where the usage is that of one request. */
  #endTurn(usage: unknown): void {
    const thread = this.#thread;
    if (thread === null || thread.calls.length === 0) return;
    const single = thread.turns === 0 && thread.calls.length === 1;
    const { real, output } = normalizeUsage(single ? usage : null, 'openai');
    for (const entries of thread.calls) {
      const record = real === null ? {} : { real, output, usage: plain(usageRecord(usage)) };
      thread.builder.step({ entries, ...record });
    }
    if (!single && fieldsOf(usage) !== null) thread.builder.notice('usage-per-turn', PER_TURN);
    thread.calls = [];
    thread.waits = true;
    thread.turns++;
  }

  /** A failed turn ends in a call that nobody counted, or one that was refused. */
  #failed(message: string, at: number | string): null {
    const thread = this.#thread ?? this.#open(null);
    const answered = !thread.waits;
    this.#endTurn(null);
    const refusal = overflowOf(message);
    if (refusal !== null) thread.builder.step({ ...refusal, rejected: true });
    else {
      if (!answered) thread.builder.step();
      thread.builder.notice('call-failed', 'A call failed; nobody counted it.', at);
    }
    return null;
  }

  #open(named: string | null): Thread {
    const base = named ?? this.#context.file;
    let id = base;
    for (let n = 2; this.#ids.has(id); n++) id = `${base} (${n})`;
    this.#ids.add(id);
    const { file, store } = this.#context;
    const source = { format: 'codex-exec', file, agent: 'Codex', agentVersion: null };
    const place = { sessionId: id, lane: 'main', parent: null };
    const info = { name: 'Codex', thoughts: 'stripped' as const, source: { ...source, ...place } };
    const builder = new SessionBuilder(store, info);
    builder.notice('prompt-not-recorded', 'The output does not hold the prompt.');
    this.#thread = { builder, id, calls: [], waits: true, turns: 0, title: null };
    return this.#thread;
  }

  #close(): void {
    this.#endTurn(null);
    const thread = this.#thread;
    this.#thread = null;
    if (thread === null || thread.builder.stepCount === 0) return;
    if (thread.title !== null) thread.builder.rename({ name: thread.title });
    this.#sessions++;
    this.#context.session(thread.builder.finish());
  }
}

const PER_TURN =
  'Usage is told per turn, summed over its calls: it is not the size of any request and was left out.';
