/** A Strands agent over a scripted model: what it projects before each request, and what its manager does. */
import { load, originOf } from '../golden.mjs';

const NAME = '@strands-agents/sdk';
const sdk = await load(NAME, 'dist/src/index.node.js');
export const origin = originOf(NAME);
export const { SlidingWindowConversationManager, SummarizingConversationManager } = sdk;

const PROMPT = 'prompt';
const TOOL = { name: 'read', description: 'reads', inputSchema: { type: 'object' } };

const quarter = (length) => Math.floor(length / 4);
const sizes = {
  textBlock: ({ text }) => [text.length],
  toolUseBlock: ({ input }) => [4, 2, input.pa.length],
  toolResultBlock: ({ content }) => [4, 12 + content[0].text.length],
};

/** Tokens of messages as Highwater's reference counts them: bytes ÷ 4, floored per field. */
function referenceOf(messages) {
  let tokens = 0;
  for (const { content } of messages) {
    for (const block of content)
      for (const size of sizes[block.type](block)) tokens += quarter(size);
  }
  return tokens;
}

/** Answers as the script says, and to a summariser with the next summary. */
class ScriptedModel extends sdk.Model {
  asked = 0;
  #calls = 0;

  constructor(settings, script, summaries) {
    super();
    this.settings = settings;
    this.script = script;
    this.summaries = summaries;
  }

  getConfig() {
    return { contextWindowLimit: this.settings.window };
  }

  updateConfig() {}

  async *stream(messages, { systemPrompt }) {
    yield { type: 'modelMessageStartEvent', role: 'assistant' };
    if (systemPrompt === PROMPT) {
      const { response, reported } = this.script.next(messages);
      for (const piece of response.split('+')) yield* this.#block(piece);
      const tools = response.includes('c');
      yield { type: 'modelMessageStopEvent', stopReason: tools ? 'toolUse' : 'endTurn' };
      if (reported) yield { type: 'modelMetadataEvent', usage: this.#usage(messages, response) };
      return;
    }
    const chars = this.summaries[this.asked++];
    if (chars < 0) throw new Error('scripted');
    yield* text('S'.repeat(chars));
    yield { type: 'modelMessageStopEvent', stopReason: 'endTurn' };
  }

  *#block(piece) {
    const chars = Number(piece.slice(1));
    if (piece[0] === 'm') {
      yield* text('x'.repeat(chars));
      return;
    }
    const start = { type: 'toolUseStart', name: 'read', toolUseId: `call-${this.#calls++}` };
    yield { type: 'modelContentBlockStartEvent', start };
    const input = JSON.stringify({ pa: 'x'.repeat(chars) });
    yield { type: 'modelContentBlockDeltaEvent', delta: { type: 'toolUseInputDelta', input } };
    yield { type: 'modelContentBlockStopEvent' };
  }

  #usage(messages, response) {
    const { ratio, prefix } = this.settings;
    const inputTokens = Math.trunc((referenceOf(messages) + prefix) * ratio);
    const outputTokens = Math.trunc(referenceOfShort(response) * ratio);
    return { inputTokens, outputTokens, totalTokens: inputTokens + outputTokens };
  }
}

function* text(said) {
  yield { type: 'modelContentBlockStartEvent' };
  yield { type: 'modelContentBlockDeltaEvent', delta: { type: 'textDelta', text: said } };
  yield { type: 'modelContentBlockStopEvent' };
}

function referenceOfShort(response) {
  return response.split('+').reduce((sum, piece) => {
    const chars = Number(piece.slice(1));
    return sum + (piece[0] === 'm' ? quarter(chars) : 1 + quarter(2) + quarter(chars));
  }, 0);
}

/** What the agent counts besides its messages. */
export const prefixTokens = await new ScriptedModel({}, null, []).countTokens([], {
  systemPrompt: PROMPT,
  toolSpecs: [new sdk.FunctionTool({ ...TOOL, callback: () => '' }).toolSpec],
});

/** What the agent is told and answered, from a log in short. */
class Script {
  #at = 0;
  #steps;
  #results = [];

  constructor(log, noted) {
    this.log = log;
    this.#steps = noted;
  }

  /** The user's next message; undefined at the end. */
  prompt() {
    const short = this.log[this.#at++];
    return short === undefined ? undefined : 'x'.repeat(Number(short.slice(1)));
  }

  next(messages) {
    const mark = this.log[this.#at++];
    const response = this.log[this.#at++];
    const results = response.includes('c') ? this.log[this.#at++] : '';
    this.#results = results.split('+').map((piece) => Number(piece.slice(1)));
    this.#steps.sent(messages.length);
    return { response, reported: mark === '-' };
  }

  result() {
    return 'x'.repeat(this.#results.shift());
  }
}

/**
 * Runs a session. Of each request: tokens that the agent projected, calls of the summariser, entries that have left (the
 * first message that is no summary and stands behind a kept one), messages sent.
 */
export async function runAgent(settings, log, summaries, manager) {
  const steps = [];
  let asked = 0;
  let projected = 0;
  const script = new Script(log, {
    sent: (count) => {
      steps.push([projected, model.asked - asked, added - (count - heldOther()), count]);
      asked = model.asked;
    },
  });
  const model = new ScriptedModel(settings, script, summaries);
  const read = new sdk.FunctionTool({ ...TOOL, callback: () => script.result() });
  const agent = new sdk.Agent({
    model,
    tools: [read],
    systemPrompt: PROMPT,
    conversationManager: manager,
    toolExecutor: 'sequential',
    printer: false,
  });
  // What is in front and no entry of the log's rest: a summary, or a prompt that stays.
  const places = new Map();
  let added = 0;
  const heldOther = () => {
    const [first, second] = agent.messages;
    if (!places.has(first)) return 1;
    return second && places.get(second) !== places.get(first) + 1 ? 1 : 0;
  };
  agent.addHook(sdk.MessageAddedEvent, ({ message }) => places.set(message, added++));
  agent.addHook(sdk.BeforeModelCallEvent, ({ projectedInputTokens }) => {
    projected = projectedInputTokens;
  });
  for (let said = script.prompt(); said !== undefined; said = script.prompt()) {
    await agent.invoke(said);
  }
  return steps;
}
