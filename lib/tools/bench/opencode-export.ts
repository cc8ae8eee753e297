import { LogGenerator } from './generate-log';
import { writeParts } from './write-parts';

/** Fields of a generated log line that an export repeats. */
interface LogLine {
  readonly type: string;
  readonly message?: {
    readonly content: string | readonly Readonly<Record<string, unknown>>[];
    readonly usage?: Readonly<Record<string, number>>;
  };
  readonly toolUseResult?: unknown;
}

const SESSION = 'ses_bench';

/** The generated log's messages in OpenCode's form: an answer with its tool's result. */
function* messages(): Generator<object> {
  let parts: object[] = [];
  let tokens: object = {};
  let count = 0;
  const info = (role: string): object => {
    const created = Date.UTC(2026, 0, 5) + 1_000 * ++count;
    return { id: `msg_${count}`, sessionID: SESSION, role, time: { created }, tokens };
  };
  for (const line of new LogGenerator(1).lines()) {
    const { type, message, toolUseResult } = JSON.parse(line) as LogLine;
    if (message === undefined) continue;
    const { content, usage } = message;
    if (typeof content === 'string') {
      yield { info: info('user'), parts: [{ type: 'text', text: content }] };
      continue;
    }
    const [block = {}] = content;
    if (type === 'assistant') {
      tokens = {
        input: usage?.['cache_creation_input_tokens'],
        output: usage?.['output_tokens'],
        cache: { read: usage?.['cache_read_input_tokens'], write: 0 },
      };
      if (block['type'] === 'thinking') parts.push({ type: 'reasoning', text: block['thinking'] });
      else if (block['type'] === 'text') parts.push({ type: 'text', text: block['text'] });
      continue;
    }
    const call = { callID: block['tool_use_id'], type: 'tool', tool: 'Read' };
    const state = { status: 'completed', input: {}, output: block['content'] };
    parts.push({ ...call, state: { ...state, metadata: toolUseResult } });
    const answer = { ...info('assistant'), modelID: 'claude-opus-4-5', providerID: 'anthropic' };
    yield { info: answer, parts };
    parts = [];
  }
}

/** Writes an OpenCode session with its messages: one JSON document of at least so many bytes. */
export function writeExport(path: string, bytes: number): Promise<void> {
  return writeParts(path, bytes, exportParts(), ']}');
}

function* exportParts(): Generator<string> {
  yield `{"info":{"id":"${SESSION}","title":"Bench","version":"1.17.0"},"messages":[`;
  let before = '';
  for (const message of messages()) {
    yield before + JSON.stringify(message);
    before = ',\n';
  }
}
