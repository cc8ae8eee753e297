// The scripted model: answers Codex's requests and claims a usage.
import { serveScript } from '../scripted-server.mjs';

const utf8 = (text) => Buffer.byteLength(text);
const quarter = (bytes) => Math.ceil(bytes / 4);

/** Bytes of an answer that Codex adds to an output of so many bytes (checked by the runs). */
const outputBytes = (bytes) => 101 + String(quarter(bytes)).length + bytes;
const IMAGE = 7_373;

/** Where this generator expects the next check, so that claimed usage lands at a margin of it. */
const expected = (call) =>
  quarter((call.tool === 'view_image' ? IMAGE : outputBytes(call.bytes)) + call.id);
const encrypted = (length) => quarter(Math.max(0, Math.floor((length * 3) / 4) - 650));

export class ScriptedModel {
  /** What was seen and answered, in order. */
  log = [];
  #script;
  #replies = [];
  #known = [];
  #compacted = false;
  #sent = 0;
  #calls = 0;
  /** Expected tokens of reasoning before the newest user message, and behind it. */
  #earlier = 0;
  #current = 0;
  #summary = 100;
  #picture;

  constructor(script, picture) {
    this.#script = script;
    this.#picture = picture;
  }

  async listen() {
    const server = await serveScript(({ body }, response) => this.#answer(body, response));
    this.close = server.close;
    return server.port;
  }

  /** The next turn begins. */
  turn({ replies }) {
    this.#replies = [...replies];
    this.begun = true;
  }

  #answer(body, response) {
    const { input } = body;
    const asked = input.at(-1)?.content?.[0]?.text ?? '';
    const compacts = asked.startsWith('You are performing a CONTEXT CHECKPOINT COMPACTION');
    const reply = compacts ? this.#summarise(input) : this.#reply(input);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const id = `r${++this.#sent}`;
    const send = (event) =>
      response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    send({ type: 'response.created', response: { id } });
    for (const item of reply.items) {
      send({ type: 'response.output_item.done', output_index: 0, item });
    }
    const [input_tokens, output_tokens] = reply.usage;
    const usage = {
      input_tokens,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: input_tokens + output_tokens,
    };
    send({ type: 'response.completed', response: { id, usage } });
    response.end();
  }

  #summarise(input) {
    this.#append(input.slice(0, -1));
    this.#compacted = true;
    this.#earlier = 0;
    this.#current = 0;
    const content = [{ type: 'output_text', text: 'S'.repeat(this.#summary) }];
    const items = [{ type: 'message', role: 'assistant', id: `m${this.#sent}`, content }];
    return { items, usage: [5_000, 50] };
  }

  #reply(input) {
    if (this.begun && !this.#compacted) {
      this.#earlier += this.#current;
      this.#current = 0;
    }
    if (this.#compacted) this.#rebuilt(input);
    else this.#append(input);
    this.begun = false;
    const reply = this.#replies.shift();
    if (reply === undefined) throw new Error('Codex asked more often than the script answers.');
    this.#summary = reply.summary;
    const usage = this.#usage(reply);
    this.log.push(['-', ...usage]);
    return { items: this.#items(reply), usage };
  }

  /** A usage that puts the next check at the reply's margin of the threshold. */
  #usage({ margin, far, calls, reasoning, output }) {
    const { threshold } = this.#script;
    for (const length of reasoning) this.#current += encrypted(length);
    const grown = this.#earlier + calls.reduce((sum, call) => sum + expected(call), 0);
    const total = margin === null ? Math.floor(threshold * far) : threshold + margin - grown;
    return [Math.max(1, total - output), output];
  }

  #items({ reasoning, message, calls }) {
    return [
      ...reasoning.map((length, i) => ({
        type: 'reasoning',
        id: `rs${this.#sent}-${i}`,
        summary: [],
        encrypted_content: 'e'.repeat(length),
      })),
      ...(message > 0
        ? [
            {
              type: 'message',
              role: 'assistant',
              id: `m${this.#sent}`,
              content: [{ type: 'output_text', text: 'm'.repeat(message) }],
            },
          ]
        : []),
      ...calls.map((call) => this.#call(call)),
    ];
  }

  #call({ tool, id, bytes, wide }) {
    const call_id = `${++this.#calls}`.padStart(id, 'c');
    const letter = wide ? 'é' : 'x';
    const count = Math.floor(bytes / utf8(letter));
    const cmd = count === 0 ? 'true' : `printf '${letter}%.0s' $(seq ${count})`;
    const args = tool === 'view_image' ? { path: this.#picture } : { cmd };
    const item = { type: 'function_call', id: `f${this.#calls}`, call_id, name: tool };
    return { ...item, arguments: JSON.stringify(args) };
  }

  /** Items that are new since the request before. */
  #append(input) {
    const before = this.#known;
    const changed = before.findIndex((item, i) => JSON.stringify(input[i]) !== item);
    if (changed >= 0) {
      const now = JSON.stringify(input[changed]).slice(0, 300);
      throw new Error(`Codex changed item ${changed} without a compaction: ${now}`);
    }
    this.log.push(...input.slice(before.length).map(sizes));
    this.#known = input.map((item) => JSON.stringify(item));
  }

  /** The first request after a compaction: what stays, and what the user said since. */
  #rebuilt(input) {
    const old = new Set(this.#known.map(identity));
    const at = input.findIndex((item) => text(item).startsWith('Another language model'));
    const end = this.begun ? input.length - 1 : input.length;
    this.log.push([
      '=',
      this.#summary,
      ...input.slice(0, end).map((item, i) => rebuiltItem(item, i === at, old)),
    ]);
    this.log.push(...input.slice(end).map(sizes));
    this.#known = input.map((item) => JSON.stringify(item));
    this.#compacted = false;
  }
}

const content = (item) => (Array.isArray(item.content) ? item.content : []);
const text = (item) =>
  content(item)
    .map((part) => part.text ?? '')
    .join('');
const identity = (json) => text(JSON.parse(json));
const images = (parts) => parts.filter((part) => part.type === 'input_image').length;
const CONTEXT = /^<(environment_context|permissions instructions|\w+_instructions)/;

/** Kind and UTF-8 sizes of an item. */
function sizes(item) {
  switch (item.type) {
    case 'message': {
      const parts = content(item);
      const letter = item.role === 'assistant' ? 'm' : isContext(item) ? 'x' : 'u';
      return [letter, utf8(text(item)), images(parts)];
    }
    case 'reasoning':
      return ['r', utf8(item.encrypted_content ?? '')];
    case 'function_call':
      return ['c', utf8(item.name), utf8(item.arguments), utf8(item.call_id)];
    case 'function_call_output': {
      const parts = Array.isArray(item.output) ? item.output : [];
      const bytes = parts.length > 0 ? utf8(text({ content: parts })) : utf8(item.output);
      return ['o', bytes, utf8(item.call_id), images(parts)];
    }
    default:
      throw new Error(`Unknown item ${item.type}.`);
  }
}

const isContext = (item) => item.role !== 'user' || CONTEXT.test(text(item));

/** An item of the rebuilt history: summary, context, or a user's message, whole or cut. */
function rebuiltItem(item, isSummary, old) {
  if (isSummary) return ['s', utf8(text(item))];
  const [letter, bytes, pictures] = sizes(item);
  if (letter !== 'u' || old.has(text(item))) return [letter, bytes, pictures];
  return ['cut', bytes, pictures];
}
