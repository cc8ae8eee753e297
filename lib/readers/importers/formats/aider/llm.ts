/**
 * Aider's log of its requests, `--llm-history-file` (`.aider.llm.history`), as it writes it:
 * https://github.com/Aider-AI/aider/blob/main/aider/io.py (log_llm_history) and
 * https://github.com/Aider-AI/aider/blob/main/aider/utils.py (format_messages).
 */
import type { Json, Part } from '@/lib/engine/session/schema';
import { defineImporter, type ImportContext, CollectingReader } from '../../importer';
import { CallSessions } from '../../mechanisms/calls/call-sessions';
import type { RecordedCall } from '../../mechanisms/calls/recorded-call';
import { timeIn } from '../../mechanisms/exchange/time';
import { inlineAt } from '../../mechanisms/messages/inline-data';
import { splitSystem, type Turn } from '../../mechanisms/messages/turns';

/** `USER text`; a line without a role continues one whose text has several lines. */
const LINE = /^([A-Z_]+)(?: (.*))?$/s;

/** Fields of an item of a message's list, each a line: `USER type: text`, `USER Image_url URL: …`. */
const FIELD = /^(type|text|cache_control|Image_url URL): ?(.*)$/s;

/** Collects the lines of one logged message, whose role stands before each. */
class LoggedMessage {
  #role: string | null = null;
  readonly #texts: string[] = [];
  /** True for a message that is a list of items: a line names each of their fields. */
  #list = false;
  /** Lines of the text of the item that is being read; null outside of a text. */
  #item: string[] | null = null;
  readonly #parts: Part[] = [];

  line(line: string): void {
    const [, role, text = ''] = LINE.exec(line) ?? [];
    if (role === undefined || (this.#role !== null && role !== this.#role)) {
      this.#continued(line);
      return;
    }
    if (this.#role === null) this.#list = text.startsWith('type: ');
    this.#role = role;
    if (this.#list) this.#field(text);
    else this.#texts.push(text);
  }

  /** The message; without parts where it holds no text. */
  turn(): Turn {
    this.#endItem();
    const text = this.#texts.join('\n');
    const parts: Part[] = text.trim() === '' ? this.#parts : [{ kind: 'text', text }];
    const role = this.#role === 'ASSISTANT' ? 'model' : 'user';
    return { role, parts, ...(this.#role === 'SYSTEM' && { system: true }) };
  }

  /** A line of a text that has several, which Aider logs without the role. */
  #continued(line: string): void {
    if (this.#list) this.#item?.push(line);
    else if (this.#role !== null && line !== '') this.#texts.push(line);
  }

  #field(text: string): void {
    const [, name, value = ''] = FIELD.exec(text) ?? [];
    if (name === undefined) {
      this.#item?.push(text);
      return;
    }
    if (name !== 'cache_control') this.#endItem();
    if (name === 'text') this.#item = [value];
    else if (name === 'Image_url URL') this.#parts.push(inlineAt(value, 'image/*'));
  }

  #endItem(): void {
    const text = this.#item?.join('\n') ?? '';
    if (text !== '') this.#parts.push({ kind: 'text', text });
    this.#item = null;
  }
}

const id = 'aider-llm';

/** The line above a request and the one above its response. */
const BLOCK = /^(TO LLM|LLM RESPONSE) (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\s*$/;
const MESSAGE = '-------';

const UNCOUNTED =
  'Aider’s log of requests holds no usage and no model: no step has a real count. Its times have no zone and are read as UTC.';

/** Reads Aider's requests with their system prompt, repository map and files, and the answers. */
export const aiderLlm = defineImporter({
  id,
  label: 'Aider request log',
  source: 'Aider',
  unseen: 'its source',
  inputs: ['text'],
  sniff: ({ records }) => {
    const first = records.find((line) => typeof line !== 'string' || line.trim() !== '');
    return typeof first === 'string' && BLOCK.exec(first)?.[1] === 'TO LLM';
  },
  start: (context) => new AiderLlm(context),
});

/** A request, and its response if it came. */
interface OpenCall {
  readonly at: number | string;
  readonly time: number | null;
  readonly turns: Turn[];
  response: LoggedMessage | null;
}

class AiderLlm extends CollectingReader<CallSessions> {
  #call: OpenCall | null = null;
  /** The message of the request that is being read; null before the first. */
  #message: LoggedMessage | null = null;

  constructor(context: ImportContext) {
    super(context, new CallSessions(context, { format: id, agent: 'Aider' }));
  }

  record(value: Json, at: number | string): void {
    const line = typeof value === 'string' ? value.replace(/\r$/, '') : '';
    const [, block, moment = ''] = BLOCK.exec(line) ?? [];
    const call = this.#call;
    if (block === 'TO LLM') {
      this.#end();
      this.#call = { at, time: timeIn(moment), turns: [], response: null };
    } else if (block !== undefined) {
      this.#closeMessage();
      if (call?.response === null) call.response = new LoggedMessage();
      else {
        this.#end();
        this.context.receipt.lose('response without a request', at);
      }
    } else if (call === null) {
      if (line.trim() !== '') this.context.receipt.lose('line outside a request', at);
    } else if (call.response !== null) call.response.line(line);
    else if (line === MESSAGE) {
      this.#closeMessage();
      this.#message = new LoggedMessage();
    } else this.#message?.line(line);
  }

  protected override close(): void {
    this.#end();
    if (this.sessions.count > 0) this.context.receipt.remark(UNCOUNTED);
  }

  #closeMessage(): void {
    const turn = this.#message?.turn();
    if (turn !== undefined) this.#call?.turns.push(turn);
    this.#message = null;
  }

  #end(): void {
    this.#closeMessage();
    const call = this.#call;
    this.#call = null;
    if (call === null) return;
    this.sessions.take(call.turns.length === 0 ? 'request without a message' : read(call), call.at);
  }
}

function read({ at, time, turns, response }: OpenCall): RecordedCall {
  const output = response?.turn();
  const answered = output !== undefined && output.parts.length > 0;
  return {
    ...{ at, time, conversation: null, lane: null, tools: null, usage: null, model: null },
    ...splitSystem(turns),
    carries: 'whole',
    output: answered ? [{ role: 'model', parts: output.parts }] : [],
  };
}
