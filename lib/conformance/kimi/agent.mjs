/**
 * Kimi Code's own harness, session and loop over a scripted model: what it counts before each request and what it
 * compacts. The model and the tools are scripted; reminders that it adds by itself are off.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { kimi, origin } from './bundle.mjs';

const TOOL = 'Read';
const ARGUMENT = 'pa';
/** Characters outside ASCII by the letter behind a number; `sizedLog` reads the same. */
const letters = { e: 'é', z: '字' };

const quarter = (length) => Math.floor(length / 4);
/** Four ASCII characters a token, any other character one: a length in which each is a quarter. */
const weighed = (text) => {
  let length = 0;
  for (const char of text) length += char.codePointAt(0) <= 127 ? 1 : 4;
  return length;
};

/** Text of a piece in short: `m40` 40 of ASCII, `m40z` 40 outside. */
function textOf(piece) {
  const [, number, letter] = /^[a-z](\d+)([a-z]?)$/.exec(piece);
  return (letters[letter] ?? 'x').repeat(Number(number));
}

const bytes = (text) => Buffer.byteLength(text);

/** Tokens of a piece as Highwater's reference counts them: bytes ÷ 4, floored per field. */
function referenceOf(piece) {
  const own = bytes(textOf(piece));
  if (piece[0] === 'c') return 1 + quarter(2) + quarter(own);
  return piece[0] === 'r' ? 1 + quarter(12 + own) : quarter(own);
}
const referenceOfItem = (short) =>
  short.split('+').reduce((sum, piece) => sum + referenceOf(piece), 0);

/** The configuration of a home folder: one model, its window, and when to compact. */
function homeOf({ window, share, reserve }) {
  const home = mkdtempSync(path.join(tmpdir(), 'kimi-'));
  const toml = [
    'default_model = "m"',
    'telemetry = false',
    '[providers.p]',
    'type = "openai"',
    'base_url = "http://127.0.0.1:9/v1"',
    'api_key = "none"',
    '[models.m]',
    'provider = "p"',
    'model = "m"',
    `max_context_size = ${window}`,
    'capabilities = []',
    '[loop_control]',
    `reserved_context_size = ${reserve}`,
    `compaction_trigger_ratio = ${share}`,
    '',
  ];
  writeFileSync(path.join(home, 'config.toml'), toml.join('\n'));
  mkdirSync(path.join(home, 'work'));
  return home;
}

/** One session: its script, what it is doing, and what was noted. */
class ScriptedKimi {
  steps = [];
  /** What happened: items in short and, between them, model calls. */
  log = [];
  prefix = 0;
  /** Length of the path of Kimi's own log. */
  path = 0;
  asking = false;
  #at = 0;
  #summaries = 0;
  #calls = 0;
  #results = [];
  /** Reference tokens of what the last compaction left; items before this one are in it. */
  #base = 0;
  #since = 0;
  #items = [];
  /** What was noted of the step that comes. */
  #next = null;

  constructor(script) {
    this.script = script;
  }

  get ended() {
    return this.#at >= this.script.log.length;
  }

  /** The user's next message. */
  prompt() {
    const short = this.script.log[this.#at++];
    this.#add(short);
    return textOf(short);
  }

  #add(short) {
    this.log.push(short);
    this.#items.push(short);
  }

  /** Before a step: what is compared, and what was done about it. */
  async begin(service, proceed) {
    this.prefix = service.requestTokens([]);
    this.path = service.wire.journalPath().length;
    this.#next = { value: service.tokenCountWithPending(), asked: 0, given: 0, made: [] };
    try {
      await proceed();
    } catch (error) {
      // The turn ends here: the request is never sent.
      this.log.push('~');
      this.#skip();
      throw error;
    } finally {
      this.#note(service);
    }
  }

  /** The rest of the turn does not happen. */
  #skip() {
    while (!this.ended && this.script.log[this.#at][0] !== 'u') this.#at++;
  }

  #note(service) {
    const { value, asked, given, made } = this.#next;
    const messages = service.context.get();
    const sent = [value, contents(messages), service.requestTokens(messages)];
    this.steps.push(asked === 0 ? sent : [...sent, asked, given, ...made]);
  }

  compacted({ tokensAfter, keptUserMessageCount, keptHeadUserMessageCount = -1 }, left) {
    this.#next.made = [tokensAfter, keptUserMessageCount, keptHeadUserMessageCount];
    this.#base = referenceOfKept(left);
    this.#since = this.#items.length;
  }

  given(messages) {
    this.asking = true;
    if (this.#next.asked++ === 0) this.#next.given = contents(messages) - 1;
  }

  /** Real tokens of a request: a generated session's count times the ratio. */
  #real() {
    const rest = this.#items.slice(this.#since);
    const tokens = rest.reduce((sum, short) => sum + referenceOfItem(short), this.#base);
    return Math.trunc((tokens + this.prefix) * this.script.ratio);
  }

  get used() {
    return this.script.summaries.slice(0, this.#summaries);
  }

  /** The next summary and its usage. */
  summary() {
    this.asking = false;
    const chars = this.script.summaries[this.#summaries++];
    if (chars === undefined) throw new Error('The script has too few summaries.');
    if (chars < 0) throw new Error('The model refused.');
    const content = chars === 0 ? [] : [{ type: 'text', text: 'S'.repeat(chars) }];
    const output = Math.trunc(quarter(chars) * this.script.ratio);
    return { message: { role: 'assistant', content, toolCalls: [] }, usage: [0, output] };
  }

  /** The script's response, and its usage where it is reported. */
  response() {
    const { log, ratio } = this.script;
    const [mark, short] = [log[this.#at++], log[this.#at++]];
    const usage = mark === '-' ? [this.#real(), Math.trunc(referenceOfItem(short) * ratio)] : null;
    this.log.push(mark);
    this.#add(short);
    if (short.includes('c')) {
      const results = log[this.#at++];
      this.#results = results.split('+').map(textOf);
      this.#add(results);
    }
    return { message: this.#message(short.split('+')), usage };
  }

  #message(pieces) {
    const content = pieces
      .filter((piece) => piece[0] !== 'c')
      .map((piece) => {
        const text = textOf(piece);
        return piece[0] === 't' ? { type: 'think', think: text } : { type: 'text', text };
      });
    const toolCalls = pieces
      .filter((piece) => piece[0] === 'c')
      .map((piece) => {
        const id = `call-${this.#calls++}`;
        const args = JSON.stringify({ [ARGUMENT]: textOf(piece) });
        return { type: 'function', id, name: TOOL, arguments: args };
      });
    return { role: 'assistant', content, toolCalls };
  }

  result() {
    return this.#results.shift();
  }
}

/** Contents of a request as Highwater counts them: the results of one batch of calls are one. */
const contents = (messages) =>
  messages.filter(({ role }, i) => role !== 'tool' || messages[i - 1]?.role !== 'tool').length;

/** Reference tokens of what a compaction left: bytes ÷ 4 of each text, floored; weighed lengths of Kimi's own. */
const referenceOfKept = (messages) =>
  messages.reduce((sum, { content, origin }) => {
    const [{ text }] = content;
    const own = origin !== undefined && origin.kind !== 'user';
    return sum + quarter(own ? weighed(text) : bytes(text));
  }, 0);

let running = null;

/** Takes the place of the model and the tools, and looks on. */
function script() {
  const compaction = kimi.AgentFullCompactionService.prototype;
  const { beforeStep } = compaction;
  compaction.beforeStep = function (signal, turnId) {
    return running.begin(this, () => beforeStep.call(this, signal, turnId));
  };
  // Line numbers of four digits, whatever is in the session's own log.
  compaction.captureWireLines = async function () {
    const end = this.states.get(kimi.fullCompactionWireRangesKey).at(-1)?.end;
    return { start: (end ?? 0) + 1, end: (end ?? 1_000) + 7 };
  };
  const memory = kimi.AgentContextMemoryService.prototype;
  const { applyCompaction } = memory;
  memory.applyCompaction = function (input) {
    const result = applyCompaction.call(this, input);
    running.compacted(result, this.get());
    return result;
  };
  const requester = kimi.AgentLLMRequesterService.prototype;
  const { start } = requester;
  requester.start = function (overrides, ...rest) {
    if (overrides?.source?.requestKind === 'full_compaction') running.given(overrides.messages);
    return start.call(this, overrides, ...rest);
  };
  kimi.ModelCatalog.prototype.getRequester = function (id) {
    return { model: this.entry(id).model, request: respond };
  };
  kimi.AgentToolExecutorService.prototype.execute = async function* (calls, { onToolCall }) {
    for (const { id, name, arguments: args } of calls) {
      onToolCall?.({ toolCallId: id, name, args: JSON.parse(args) });
      yield { toolCallId: id, result: { output: running.result() }, durationMs: 1 };
    }
  };
  kimi.AgentReminderService.prototype.register = () => ({ dispose() {} });
}

async function* respond() {
  const { message, usage } = running.asking ? running.summary() : running.response();
  yield* [...message.content, ...message.toolCalls].map((part) => ({ type: 'part', part }));
  if (usage !== null) {
    const [inputOther, output] = usage;
    const counted = { inputOther, inputCacheRead: 0, inputCacheCreation: 0, output };
    yield { type: 'usage', usage: counted };
  }
  const providerFinishReason = message.toolCalls.length > 0 ? 'tool_calls' : 'completed';
  yield { type: 'finish', message, providerFinishReason };
}

script();

/** Runs a session: what Kimi counted and did before each step, and the log as it came about. */
export async function runKimi(settings, given) {
  const home = homeOf(settings);
  running = new ScriptedKimi(given);
  const harness = kimi.createKimiHarness({
    homeDir: home,
    identity: kimi.createKimiCodeHostIdentity(origin.version),
  });
  try {
    const workDir = path.join(home, 'work');
    const session = await harness.createSession({ workDir, model: 'm', permission: 'yolo' });
    while (!running.ended) await turn(session);
    return running;
  } finally {
    await harness.close();
    rmSync(home, { recursive: true, force: true });
  }
}

async function turn(session) {
  const ended = new Promise((resolve) => {
    const stop = session.onEvent(({ type }) => {
      if (type !== 'turn.ended') return;
      stop?.();
      resolve();
    });
  });
  await session.prompt(running.prompt());
  await ended;
}
