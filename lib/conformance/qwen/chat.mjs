/**
 * Qwen Code's own `LlmChat` over a scripted provider: what it counts before each request, whether it compresses and what
 * it sends. What its client does around a chat, microcompaction before a message, is done here with its own function.
 */
import { qwen } from './bundle.mjs';

const TOOL = 'edit';
const ARGUMENT = 'pa';
const IMAGE_TOKENS = 1_600;
const MOST_FAILURES = 3;
/** Around a scripted summary. */
export const TAGS = ['<state_snapshot>', '</state_snapshot>'];

const quarter = (length) => Math.floor(length / 4);
const sizeOf = (piece) => Number(piece.slice(1));

/** Tokens of contents as Highwater's reference counts them: bytes ÷ 4, floored per field. */
function referenceOf(contents) {
  let tokens = 0;
  for (const { parts } of contents) {
    for (const { text, functionCall: call, functionResponse: response } of parts) {
      if (text !== undefined) tokens += quarter(text.length);
      else if (call) tokens += 1 + quarter(2) + quarter(call.args[ARGUMENT].length);
      else tokens += 1 + quarter(12 + response.response.output.length);
    }
  }
  return tokens;
}

let clock = 0;
Date.now = () => clock;

/** A method that nobody scripted does nothing. */
const quiet = (methods) =>
  new Proxy(methods, {
    get: (known, name) => (name in known || name === 'then' ? known[name] : () => undefined),
  });

/** One session of a script. */
export class ScriptedChat {
  steps = [];
  log = [];
  times = [];
  #script;
  #chat;
  #summaries = 0;
  #calls = 0;
  #open = [];
  #at = 0;
  #completed = null;
  /** What is noted of the request that comes. */
  #next = null;

  constructor(script) {
    this.#script = script;
    clock = 0;
    const { settings } = script;
    const config = quiet({
      getContentGeneratorConfig: () => ({
        authType: settings.sharing ? 'openai' : 'other',
        contextWindowSize: settings.window,
      }),
      getContentGenerator: () => ({ generateContentStream: async () => this.#respond() }),
      getAutoCompactThreshold: () => settings.share,
      getBaseLlmClient: () => ({ generateText: async (asked) => this.#summarise(asked) }),
      getModel: () => 'm',
      getModelRouteIdentity: () => 'm',
      getEffectiveInputModalities: () => ({}),
      getTargetDir: () => '/nowhere',
      getFileReadCache: () => ({ clear() {} }),
      getDebugLogger: () => quiet({}),
    });
    this.#chat = new qwen.LlmChat(config);
    const { tryCompress } = this.#chat;
    this.#chat.tryCompress = async (...given) => {
      const info = await tryCompress.apply(this.#chat, given);
      if (given[3].precomputedEffectiveTokens !== this.#next.value) {
        throw new Error('The chat counts something else.');
      }
      this.#next.info = info;
      return info;
    };
  }

  get used() {
    return this.#script.summaries.slice(0, this.#summaries);
  }

  async run() {
    const { log } = this.#script;
    while (this.#at < log.length) await this.#send();
  }

  /** Sends the next message of the script: a prompt, or the results of the calls that are open. */
  async #send() {
    const { log, gaps } = this.#script;
    clock += 60_000 * (gaps[this.steps.length] ?? 0);
    const short = log[this.#at++];
    const message = this.#message(short);
    this.log.push(short);
    let cleared = this.#microcompact(message, short[0] === 'u');
    for (let tries = 0; !(await this.#try(message, cleared)); tries++) {
      if (tries > MOST_FAILURES) throw new Error('It never sends.');
      cleared = 0;
    }
  }

  #message(short) {
    if (short[0] === 'u') return [{ text: 'x'.repeat(sizeOf(short)) }];
    return short.split('+').map((piece) => {
      const id = this.#open.shift();
      const response = { output: 'x'.repeat(sizeOf(piece)) };
      return { functionResponse: { id, name: TOOL, response } };
    });
  }

  /** What the client does before a message: old results, cleared after a pause or where they are too many. */
  #microcompact(parts, prompt) {
    const { minutes, results, keepResults } = this.#script.settings;
    const settings = {
      toolResultsThresholdMinutes: minutes,
      toolResultsTotalCharsThreshold: results,
      toolResultsNumToKeep: keepResults,
    };
    const pending = { sizeOnly: true, pendingContent: { role: 'user', parts } };
    const { history, meta } = qwen.microcompactHistory(
      this.#chat.getHistoryShallow(),
      prompt ? this.#completed : null,
      settings,
      prompt ? undefined : pending,
    );
    if (meta === undefined || meta.tokensSaved === 0) return 0;
    this.#chat.setHistory(history, this.#chat.getCompletedToolCallIds());
    return meta.toolsCleared;
  }

  /** True where the message was sent. */
  async #try(message, cleared) {
    const chat = this.#chat;
    const { lastPromptTokenCount: prompt, lastOutputTokenCount: output } = chat;
    const history = prompt > 0 ? [] : chat.getHistoryShallow(true);
    const content = { role: 'user', parts: message };
    const value = qwen.estimatePromptTokens(history, content, prompt, output, IMAGE_TOKENS);
    this.#next = { value, asked: 0, info: null, sent: 0, mark: '~' };
    this.times.push(clock / 60_000);
    const at = this.log.length;
    try {
      const stream = await chat.sendMessageStream('m', { message }, `p${this.steps.length}`);
      for await (const _ of stream);
    } catch (error) {
      if (!error.message.startsWith('Context is too large')) throw error;
      this.log.push('~');
    }
    this.#note(cleared, at);
    return this.#next.sent > 0;
  }

  #note(cleared, at) {
    const { value, asked, info, sent } = this.#next;
    const done = info?.compressionStatus === 1 && sent > 0;
    this.steps.push([value, sent, cleared, asked, done ? info.newTokenCount : -1]);
    if (sent === 0 && this.log.length !== at + 1) throw new Error('It was sent after all.');
  }

  #respond() {
    const chat = this.#chat;
    const { log, ratio, prefix } = this.#script;
    const [mark, short] = [log[this.#at++], log[this.#at++]];
    this.log.push(mark, short);
    const contents = chat.getHistoryShallow();
    this.#next.sent = contents.length;
    const prompt = Math.trunc((referenceOf(contents) + prefix) * ratio);
    const parts = short.split('+').map((piece) => this.#part(piece));
    const output = Math.trunc(referenceOf([{ parts }]) * ratio);
    this.#completed = clock;
    const usage = {
      promptTokenCount: prompt,
      candidatesTokenCount: output,
      totalTokenCount: prompt + output,
    };
    return (async function* () {
      yield {
        candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP' }],
        functionCalls: parts.flatMap(({ functionCall }) => functionCall ?? []),
        ...(mark === '-' ? { usageMetadata: usage } : {}),
      };
    })();
  }

  #part(piece) {
    const text = 'x'.repeat(sizeOf(piece));
    if (piece[0] === 'm') return { text };
    const id = `call_${String(this.#calls++).padStart(24, '0')}`;
    this.#open.push(id);
    return { functionCall: { id, name: TOOL, args: { [ARGUMENT]: text } } };
  }

  #summarise({ contents, systemInstruction }) {
    this.#next.asked++;
    const chars = this.#script.summaries[this.#summaries++];
    if (chars === undefined) throw new Error('The script has too few summaries.');
    if (chars < 0) throw new Error('The model refused.');
    const { ratio } = this.#script;
    const system = quarter((systemInstruction ?? '').length);
    const promptTokenCount = Math.trunc((referenceOf(contents) + system) * ratio);
    if (chars === 0) return { text: '', usage: { promptTokenCount, candidatesTokenCount: 0 } };
    const text = `${TAGS[0]}${'S'.repeat(chars)}${TAGS[1]}`;
    const candidatesTokenCount = Math.trunc(quarter(text.length) * ratio);
    return { text, usage: { promptTokenCount, candidatesTokenCount } };
  }
}
