/**
 * Output of `codex exec --json`:
 * https://github.com/openai/codex/blob/main/codex-rs/exec/src/exec_events.rs
 */
import type { Json, Part } from '@/lib/engine/session/schema';
import { normalizeUsage, usageRecord } from '@/lib/engine/tokens/usage/normalize-usage';
import { defineImporter, type TraceHead, CountedReader } from '../../importer';
import { fieldsOf, listOf, textOf, type Fields, type At } from '../../mechanisms/loose-json';
import { plain } from '../../mechanisms/messages/json-text';
import { readRefusal } from '../../mechanisms/refusals/read-refusal';
import { SessionLog } from '../../mechanisms/session-log';

/** Parts that an item adds to the context: the model's output and a tool's answer. */
interface ExecItem {
  readonly made: readonly Part[];
  readonly answered: readonly Part[];
}

/** Reads a completed item; null for one outside every request (reasoning summaries, errors). */
function readExecItem(item: Fields): ExecItem | null {
  const type = textOf(item['type']) ?? 'unknown';
  const id = textOf(item['id']) ?? type;
  const tool = (name: string, args: unknown, result: unknown): ExecItem => ({
    made: [{ kind: 'call', name, id, args: plain(args) }],
    answered: [{ kind: 'response', name, id, response: { result: plain(result) } }],
  });
  switch (type) {
    case 'agent_message':
    case 'plan':
      return { made: [{ kind: 'text', text: textOf(item['text']) ?? '' }], answered: [] };
    case 'command_execution':
      return tool('shell', { command: item['command'] ?? '' }, item['aggregated_output'] ?? '');
    case 'file_change':
      return tool('apply_patch', { changes: item['changes'] ?? [] }, item['status'] ?? '');
    case 'mcp_tool_call': {
      const texts = listOf(fieldsOf(item['result'])?.['content']).flatMap(
        (block) => textOf(fieldsOf(block)?.['text']) ?? [],
      );
      const error = textOf(fieldsOf(item['error'])?.['message']);
      const name = `${textOf(item['server']) ?? 'mcp'}.${textOf(item['tool']) ?? 'unknown'}`;
      return tool(name, item['arguments'] ?? {}, error ?? texts.join('\n'));
    }
    case 'web_search':
      return {
        made: [
          { kind: 'call', name: 'web_search', id, args: plain({ query: item['query'] ?? '' }) },
        ],
        answered: [],
      };
    case 'todo_list':
      return tool('update_plan', { items: item['items'] ?? [] }, 'Plan updated');
    case 'collab_tool_call':
      return tool(textOf(item['tool']) ?? 'collab', { prompt: item['prompt'] ?? '' }, '');
    default:
      return null;
  }
}

/** Reason of records that only mark a turn: merged, not dropped. */
const TURN = 'begin or end of a turn';

/** A thread and its current turn. */
interface Thread {
  readonly log: SessionLog;
  /** Entries in the requests of this turn. */
  calls: number[];
  /** True if the next item of the model begins an answer. */
  waits: boolean;
  turns: number;
}

/**
 * Reads the events of `codex exec --json`. Usage is the sum of a thread's calls so far, reported at
 * the end of a turn: it is the size of a request only if the first turn has a single call.
 */
class CodexExecReader extends CountedReader {
  #thread: Thread | null = null;

  protected take(value: Json, at: At): void {
    const line = fieldsOf(value);
    const { receipt } = this.context;
    if (line === null) return receipt.lose('not an object', at);
    const reason = this.#line(line, at);
    if (reason === null) receipt.keep();
    else if (reason === TURN) receipt.merge(reason, at);
    else receipt.drop(reason, at);
  }

  /** Reason why a record is dropped; null if it is kept. */
  #line(line: Fields, at: At): string | null {
    const type = (textOf(line['type']) ?? 'unknown').slice(0, 60);
    switch (type) {
      case 'thread.started':
        this.close();
        this.#open(textOf(line['thread_id']));
        return null;
      case 'turn.started':
        this.#endTurn(null);
        return TURN;
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

  #item(item: Fields, at: At): string | null {
    const thread = this.#thread ?? this.#open(null);
    const read = readExecItem(item);
    const type = (textOf(item['type']) ?? 'unknown').slice(0, 60);
    if (type === 'reasoning' && thread.waits) this.#begin(thread);
    if (read === null) return `not part of a request: ${type}`;
    if (thread.waits) this.#begin(thread);
    thread.log.message('model', read.made, at, null);
    thread.log.message('user', read.answered, at, null);
    // The prompt is not recorded: the session is named after the model's first text.
    thread.log.said(read.made);
    thread.waits = read.answered.length > 0;
    return null;
  }

  /** An answer begins: the request held everything before it. */
  #begin(thread: Thread): void {
    thread.calls.push(thread.log.entryCount);
    thread.waits = false;
  }

  /** Turns the calls of the turn into steps; a count is used only if it is that of one request. */
  #endTurn(usage: unknown): void {
    const thread = this.#thread;
    if (thread === null || thread.calls.length === 0) return;
    const single = thread.turns === 0 && thread.calls.length === 1;
    const { real, counts } = normalizeUsage(single ? usage : null, 'openai');
    for (const entries of thread.calls) {
      const record = real === null ? {} : { real, ...counts, usage: plain(usageRecord(usage)) };
      thread.log.step({ entries, ...record });
    }
    if (!single && fieldsOf(usage) !== null) thread.log.notice('usage-per-turn', PER_TURN);
    thread.calls = [];
    thread.waits = true;
    thread.turns++;
  }

  /** A failed turn ends in a refused call or one without a count. */
  #failed(message: string, at: At): null {
    const thread = this.#thread ?? this.#open(null);
    const answered = !thread.waits;
    this.#endTurn(null);
    const refusal = readRefusal(message);
    thread.log.failedCall(answered ? null : {}, refusal, at);
    return null;
  }

  #open(named: string | null): Thread {
    const { file, store } = this.context;
    const id = this.unique(named ?? file);
    const source = { format: 'codex-exec', file, agent: 'Codex', sessionId: id };
    const log = new SessionLog(store, { name: 'Codex', thoughts: 'stripped', source });
    log.notice('prompt-not-recorded', 'The output does not hold the prompt.');
    this.#thread = { log, calls: [], waits: true, turns: 0 };
    return this.#thread;
  }

  protected close(): void {
    this.#endTurn(null);
    const thread = this.#thread;
    this.#thread = null;
    this.session(thread?.log.end() ?? null);
  }
}

const PER_TURN = 'Usage is recorded per turn, summed over its calls: no request has a known size.';

function isExecLine(record: Json): boolean {
  const line = fieldsOf(record);
  if (line?.['type'] === 'thread.started') return typeof line['thread_id'] === 'string';
  const type = line?.['type'];
  const item = type === 'item.completed' || type === 'item.started';
  return item && typeof fieldsOf(line?.['item'])?.['type'] === 'string';
}

/** Reads the events of a run; they hold less than the rollout that Codex writes beside them. */
export const codexExec = defineImporter({
  id: 'codex-exec',
  label: 'Codex exec output',
  source: 'Codex exec',
  inputs: ['jsonl'],
  sniff: ({ records }: TraceHead) => records.some(isExecLine),
  start: (context) => new CodexExecReader(context),
});
