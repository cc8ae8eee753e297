/** Joins the pieces of streamed responses into the response without streaming. */
import { fieldsOf, listOf, textOf, type Fields } from '../loose-json';
import { argumentsOf } from '../messages/json-text';

/** A partly joined object. */
type Growing = Record<string, unknown>;

const append = (target: Growing, name: string, piece: unknown): void => {
  if (typeof piece !== 'string' || piece === '') return;
  const before = target[name];
  target[name] = (typeof before === 'string' ? before : '') + piece;
};

/** Chat Completions' chunks as one response; the last one holds the usage. */
export function joinChatChunks(chunks: readonly Fields[]): Fields {
  const message: Growing = { role: 'assistant' };
  const calls = new Map<number, Growing>();
  const joined: Growing = {};
  let finish: unknown = null;
  for (const chunk of chunks) {
    for (const name of ['id', 'model', 'created']) joined[name] ??= chunk[name];
    if (fieldsOf(chunk['usage'])) joined['usage'] = chunk['usage'];
    const choice = fieldsOf(listOf(chunk['choices'])[0]);
    finish = choice?.['finish_reason'] ?? finish;
    const delta = fieldsOf(choice?.['delta']);
    for (const name of ['content', 'reasoning_content', 'reasoning', 'refusal']) {
      append(message, name, delta?.[name]);
    }
    for (const item of listOf(delta?.['tool_calls'])) growCall(calls, fieldsOf(item) ?? {});
  }
  const tools = [...calls.entries()].sort(([a], [b]) => a - b).map(([, call]) => call);
  if (tools.length > 0) message['tool_calls'] = tools;
  const started = 'content' in message || tools.length > 0 || 'reasoning_content' in message;
  joined['choices'] = started ? [{ index: 0, finish_reason: finish, message }] : [];
  return joined;
}

function growCall(calls: Map<number, Growing>, piece: Fields): void {
  const index = typeof piece['index'] === 'number' ? piece['index'] : calls.size;
  const call = calls.get(index) ?? { function: {} };
  calls.set(index, call);
  call['id'] ??= piece['id'];
  const named = fieldsOf(piece['function']);
  const own = call['function'] as Growing;
  append(own, 'name', named?.['name']);
  append(own, 'arguments', named?.['arguments']);
}

/** Responses' events: the last one that holds the whole response, else the items that ended. */
export function joinResponseEvents(events: readonly Fields[]): Fields {
  const whole = events.map((event) => fieldsOf(event['response'])).filter((body) => body !== null);
  const last = whole.at(-1) ?? {};
  const items = events.flatMap((event) =>
    event['type'] === 'response.output_item.done' ? [event['item']] : [],
  );
  return listOf(last['output']).length > 0 ? last : { ...last, output: items };
}

/** Anthropic's events as one message; `message_delta` brings the last counts. */
export function joinAnthropicEvents(events: readonly Fields[]): Fields {
  let message: Growing = {};
  const blocks = new Map<number, Growing>();
  for (const event of events) {
    const index = typeof event['index'] === 'number' ? event['index'] : 0;
    if (event['type'] === 'message_start') message = { ...fieldsOf(event['message']) };
    else if (event['type'] === 'content_block_start') {
      blocks.set(index, { ...fieldsOf(event['content_block']) });
    } else if (event['type'] === 'content_block_delta') {
      growBlock(blocks.get(index), fieldsOf(event['delta']) ?? {});
    } else if (event['type'] === 'message_delta') {
      message = withDelta(message, event);
    } else if (event['type'] === 'error') message['error'] = event['error'];
  }
  const ordered = [...blocks.entries()].sort(([a], [b]) => a - b).map(([, block]) => closed(block));
  return { ...message, content: ordered };
}

function growBlock(block: Growing | undefined, delta: Fields): void {
  if (block === undefined) return;
  append(block, 'text', delta['text']);
  append(block, 'thinking', delta['thinking']);
  append(block, 'partial_json', delta['partial_json']);
  append(block, 'content', delta['type'] === 'compaction_delta' ? delta['content'] : null);
}

function closed({ partial_json: json, ...block }: Growing): Growing {
  return json === undefined ? block : { ...block, input: argumentsOf(json) };
}

/** Adds the counts of `message_delta`, which are of the whole message so far; missing ones stay. */
function withDelta(message: Growing, event: Fields): Growing {
  const usage = { ...fieldsOf(message['usage']) };
  for (const [name, value] of Object.entries(fieldsOf(event['usage']) ?? {})) {
    if (value !== null) usage[name] = value;
  }
  const beside = event['context_management'];
  return {
    ...message,
    ...fieldsOf(event['delta']),
    usage,
    ...(beside === undefined ? {} : { context_management: beside }),
  };
}

/** generateContent's chunks as one response; every chunk counts anew, the last one whole. */
export function joinGeminiChunks(chunks: readonly Fields[]): Fields {
  const parts: unknown[] = [];
  let joined: Growing = {};
  let finish: unknown = null;
  for (const chunk of chunks) {
    const body = fieldsOf(chunk['response']) ?? chunk;
    joined = { ...joined, ...body };
    const candidate = fieldsOf(listOf(body['candidates'])[0]);
    finish = candidate?.['finishReason'] ?? finish;
    for (const part of listOf(fieldsOf(candidate?.['content'])?.['parts'])) addPart(parts, part);
  }
  const content = { role: 'model', parts };
  return { ...joined, candidates: parts.length === 0 ? [] : [{ content, finishReason: finish }] };
}

/** Appends a part; consecutive texts of one kind are pieces of one. */
function addPart(parts: unknown[], value: unknown): void {
  const part = fieldsOf(value);
  const before = fieldsOf(parts.at(-1));
  const text = textOf(part?.['text']);
  if (
    text !== null &&
    typeof before?.['text'] === 'string' &&
    before['thought'] === part?.['thought']
  ) {
    parts[parts.length - 1] = { ...before, ...part, text: before['text'] + text };
  } else parts.push(value);
}

/** Converse's events, each under its name, as one response. */
export function joinConverseEvents(events: readonly Fields[]): Fields {
  const blocks = new Map<number, Growing>();
  const joined: Growing = {};
  for (const event of events) {
    const start = fieldsOf(event['contentBlockStart']);
    const piece = fieldsOf(event['contentBlockDelta']);
    const use = fieldsOf(fieldsOf(start?.['start'])?.['toolUse']);
    if (use !== null) blocks.set(indexOf(start), { toolUse: { ...use } });
    if (piece !== null) growConverse(blocks, indexOf(piece), fieldsOf(piece['delta']) ?? {});
    joined['stopReason'] ??= fieldsOf(event['messageStop'])?.['stopReason'];
    joined['usage'] ??= fieldsOf(event['metadata'])?.['usage'];
  }
  const content = [...blocks.entries()].sort(([a], [b]) => a - b).map(([, block]) => whole(block));
  return { ...joined, output: { message: { role: 'assistant', content } } };
}

const indexOf = (event: Fields | null): number =>
  typeof event?.['contentBlockIndex'] === 'number' ? event['contentBlockIndex'] : 0;

function growConverse(blocks: Map<number, Growing>, index: number, delta: Fields): void {
  const block = blocks.get(index) ?? {};
  blocks.set(index, block);
  append(block, 'text', delta['text']);
  const reasoning = textOf(fieldsOf(delta['reasoningContent'])?.['text']);
  if (reasoning !== null) append(block, 'thinking', reasoning);
  append(block, 'partial_json', fieldsOf(delta['toolUse'])?.['input']);
}

function whole({ partial_json: json, thinking, ...block }: Growing): Growing {
  if (typeof thinking === 'string')
    return { reasoningContent: { reasoningText: { text: thinking } } };
  const use = fieldsOf(block['toolUse']);
  return use === null ? block : { toolUse: { ...use, input: argumentsOf(json) } };
}
