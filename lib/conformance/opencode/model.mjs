// The scripted model: answers OpenCode's requests and claims a usage.
import { serveScript } from '../scripted-server.mjs';

const utf8 = (text) => Buffer.byteLength(text);
const textOf = ({ content }) =>
  typeof content === 'string' ? content : (content ?? []).map((part) => part.text ?? '').join('');

export class ScriptedModel {
  log = [];
  #script;
  #replies = [];
  /** Sizes of the newest request's messages. */
  #known = [];
  /** The log: every message in the order it came; `own` ones are no question and no summary. */
  #history = [];
  #compacted = false;
  #sent = 0;
  #calls = 0;
  #summary = 100;
  /** What the last response leaves: its message and the outputs of its calls. */
  #pending = [];

  constructor(script) {
    this.#script = script;
  }

  async listen() {
    const server = await serveScript(({ body }, response) => this.#answer(body, response));
    this.close = server.close;
    return server.port;
  }

  turn({ replies }) {
    this.#replies = [...replies];
  }

  #answer(body, response) {
    const asked = JSON.stringify(body.messages[0]).slice(0, 400);
    if (/title generator/i.test(asked)) {
      return this.#send(body, response, { text: 'Title', calls: [], usage: [100, 5] });
    }
    if ((body.tools ?? []).length === 0) {
      this.#compacted = true;
      const text = 'S'.repeat(this.#summary);
      return this.#send(body, response, { text, calls: [], usage: [5_000, 50] });
    }
    return this.#send(body, response, this.#reply(body.messages.slice(1)));
  }

  #reply(messages) {
    if (this.#compacted) this.#rebuilt(messages);
    else this.#append(messages);
    // Behind a compaction OpenCode asks the model to go on, also where a turn had ended.
    const going = { message: 5, calls: [], output: 10, margin: null, far: 0.1, summary: 50 };
    const reply = this.#replies.shift() ?? going;
    const { margin, far, output, calls } = reply;
    this.#summary = reply.summary;
    const { usable } = this.#script;
    const total = margin === null ? Math.floor(usable * far) : usable + margin;
    const usage = [Math.max(1, total - output), output];
    this.log.push(['-', ...usage]);
    const text = 'm'.repeat(reply.message);
    const tool_calls = calls.map((call) => this.#call(call));
    const outputs = calls.map(({ bytes }, i) => ['o', bytes, utf8(tool_calls[i].id)]);
    this.#pending = [sizes({ role: 'assistant', content: text, tool_calls }), ...outputs];
    return { text, calls: tool_calls, usage };
  }

  #call({ id, bytes }) {
    const command = `head -c ${bytes} /dev/zero | tr '\\0' x`;
    const args = JSON.stringify({ command, description: 'x' });
    const call_id = `${++this.#calls}`.padStart(id, 'c');
    return { id: call_id, type: 'function', function: { name: 'bash', arguments: args } };
  }

  #send(body, response, { text, calls, usage: [prompt_tokens, completion_tokens] }) {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const base = { id: `x${++this.#sent}`, object: 'chat.completion.chunk', created: 1 };
    const send = (more) =>
      response.write(`data: ${JSON.stringify({ ...base, model: body.model, ...more })}\n\n`);
    const tool_calls = calls.map((call, index) => ({ index, ...call }));
    const delta = { role: 'assistant', ...(text === '' ? {} : { content: text }) };
    const said = calls.length > 0 ? { ...delta, tool_calls } : delta;
    send({ choices: [{ index: 0, delta: said, finish_reason: null }] });
    const finish_reason = calls.length > 0 ? 'tool_calls' : 'stop';
    send({ choices: [{ index: 0, delta: {}, finish_reason }] });
    const total_tokens = prompt_tokens + completion_tokens;
    send({ choices: [], usage: { prompt_tokens, completion_tokens, total_tokens } });
    response.write('data: [DONE]\n\n');
    response.end();
  }

  #append(messages) {
    const now = messages.map(sizes);
    const before = this.#known;
    const changed = before.findIndex((item, i) => !same(now[i], item));
    if (changed >= 0) {
      throw new Error(`OpenCode changed message ${changed} without a compaction.`);
    }
    const added = now.slice(before.length);
    this.log.push(...added);
    this.#history.push(...added.map((item) => ({ item, own: true })));
    this.#known = now;
  }

  /** The first request after a compaction: a question, the summary, the tail, a request to go on. */
  #rebuilt(messages) {
    const now = messages.map(sizes);
    const tail = now.slice(2, -1);
    // Nobody asked the model since its last response: what it left is known by the script.
    this.log.push(...this.#pending);
    this.#history.push(...this.#pending.map((item) => ({ item, own: true })));
    const from = this.#history.length - tail.length;
    if (!tail.every((item, i) => same(item, this.#history[from + i]?.item))) {
      throw new Error(`No end of the history is the tail ${JSON.stringify(tail)}.`);
    }
    const kept = this.#history.slice(from).filter(({ own }) => own).length;
    const [question, summary] = now;
    const goOn = now.at(-1);
    this.log.push(['=', this.#summary, kept, question[1], summary[1], goOn[1]]);
    // The pair stands where it was made; a later tail that begins before it holds it too.
    const pair = [question, summary].map((item) => ({ item, own: false }));
    this.#history.push(...pair, { item: goOn, own: true });
    this.#known = now;
    this.#compacted = false;
  }
}

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/** Kind and UTF-8 sizes of a message. */
function sizes(message) {
  const bytes = utf8(textOf(message));
  if (message.role === 'user') return ['u', bytes];
  if (message.role === 'tool') return ['o', bytes, utf8(message.tool_call_id)];
  const calls = (message.tool_calls ?? []).map((call) => [
    utf8(call.function.arguments),
    utf8(call.id),
  ]);
  return ['m', bytes, ...calls];
}
