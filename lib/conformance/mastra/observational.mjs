/**
 * What Mastra's observational memory leaves of each request: its `Agent` with a `Memory` over sessions of questions,
 * calls, results and answers, headless. Model, tool, observer and clock are scripted, and an observer is done before the
 * next request. Texts are one word each, which its estimate (tokenx) counts by their length alone.
 */
import { goldenFile, load, originOf } from '../golden.mjs';
import { onLoopbackOnly } from '../loopback.mjs';
import { randomFrom } from '../random.mjs';
import { ranges } from './ranges.mjs';

onLoopbackOnly();
const NAME = '@mastra/memory';

/** Each look at the clock is a while later: messages are told apart, and from what was observed, by when they were made. */
let now = Date.UTC(2026, 0, 1);
globalThis.Date = class extends Date {
  constructor(...given) {
    if (given.length > 0) super(...given);
    else super((now += 7));
  }
  static now() {
    return (now += 7);
  }
};

const { Agent } = await load('@mastra/core', 'dist/agent/index.js');
const { createTool } = await load('@mastra/core', 'dist/tools/index.js');
const { InMemoryStore } = await load('@mastra/core', 'dist/storage/index.js');
const { Memory } = await load(NAME, 'dist/index.js');
const { ObservationalMemory } = await load(NAME, 'dist/processors/index.js');

const SEED = 20261127;
const RUNS = 240;

/** The engine at work, and what it counted first at the newest request. */
let engine = null;
let pending = null;
const seenAt = (memory, { pendingTokens }) => {
  engine = memory;
  pending ??= pendingTokens;
};
const { getStatus } = ObservationalMemory.prototype;
ObservationalMemory.prototype.getStatus = async function (options) {
  const status = await getStatus.call(this, options);
  seenAt(this, status);
  return status;
};

/** Observers that were started are done. */
async function idle() {
  await new Promise((resolve) => setTimeout(resolve));
  await engine?.settled();
}

const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };

/** A model that answers with one part. */
const scripted = (modelId, answer) => ({
  specificationVersion: 'v2',
  provider: 'scripted',
  modelId,
  supportedUrls: {},
  async doGenerate(options) {
    const part = await answer(options);
    const finishReason = part.type === 'text' ? 'stop' : 'tool-calls';
    return { content: [part], finishReason, usage, warnings: [] };
  },
  async doStream(options) {
    const { text: delta } = await answer(options);
    const chunks = [
      { type: 'stream-start', warnings: [] },
      { type: 'text-start', id: '0' },
      { type: 'text-delta', id: '0', delta },
      { type: 'text-end', id: '0' },
      { type: 'finish', finishReason: 'stop', usage },
    ];
    return { stream: ReadableStream.from(chunks) };
  },
});

/** A text of one word that no other entry has. */
const word = (chars, entry) => {
  const name = [...entry.toString(26)].map(
    (digit) => 'abcdefghijklmnopqrstuvwxyz'[parseInt(digit, 26)],
  );
  return name.join('').padEnd(chars, 'X');
};

/** The only tool: it answers with what is left to answer with. */
const toolOf = (results) =>
  createTool({
    id: 'read',
    description: 'Reads.',
    inputSchema: {
      type: 'object',
      properties: { pa: { type: 'string' } },
      required: ['pa'],
    },
    execute: async () => results.shift(),
  });

/** Of each request: tokens counted, and the messages that are left out as ranges. */
async function runSession({ messageTokens, bufferShare, activation, blockAfter }, log, seed) {
  engine = null;
  const steps = [];
  const asked = [];
  const answers = [];
  const results = [];
  /** Entries of the log at each request. */
  const entriesAt = [];
  const entryOf = new Map();
  const sized = (chars, entry) => {
    const text = word(chars, entry);
    entryOf.set(text, entry);
    return text;
  };
  let entries = 0;
  for (const event of log) {
    if (event === '-') {
      entriesAt.push(entries);
      continue;
    }
    const text = sized(Number(event.slice(1)), entries++);
    if (event[0] === 'u') asked.push(text);
    else if (event[0] === 'r') results.push(text);
    else if (event[0] === 'm') answers.push({ type: 'text', text });
    else {
      const input = JSON.stringify({ pa: text });
      answers.push({ type: 'tool-call', toolCallId: `call-${entries}`, toolName: 'read', input });
    }
  }
  const model = scripted('model', async ({ prompt }) => {
    await idle();
    const parts = prompt.filter(({ role }) => role !== 'system').flatMap(({ content }) => content);
    const sent = parts.map(({ text, output, input }) =>
      entryOf.get(text ?? output?.value ?? input?.pa),
    );
    const all = Array.from({ length: entriesAt[steps.length] }, (_, entry) => entry);
    steps.push([pending, ranges(all.filter((entry) => !sent.includes(entry)))]);
    pending = null;
    return answers.shift();
  });
  let seen = 0;
  const observer = scripted('observer', () => ({
    type: 'text',
    text: `<observations>\n* seen ${seen++}\n</observations>`,
  }));
  const observation =
    bufferShare === 0
      ? { messageTokens, bufferTokens: false }
      : { messageTokens, bufferTokens: bufferShare, bufferActivation: activation, blockAfter };
  const memory = new Memory({
    storage: new InMemoryStore(),
    options: {
      lastMessages: false,
      observationalMemory: {
        model: observer,
        observation,
        reflection: { observationTokens: 1_000_000 },
      },
    },
  });
  const tools = { read: toolOf(results) };
  const agent = new Agent({ id: 'a', name: 'a', instructions: 'system', model, memory, tools });
  // What was begun beside a thread is kept by its name as long as the process lasts.
  const thread = `thread-${seed}`;
  for (const question of asked) {
    await agent.generate(question, { memory: { thread, resource: 'resource' }, maxSteps: 100 });
    await idle();
  }
  return steps;
}

/** Chars of questions, arguments (whole tokens with their quotes), results and answers. */
function drawLog(random) {
  const long = random.int(60, 1_500);
  const calls = random.chance(0.3) ? 0 : random.int(1, 8);
  const log = [];
  for (let turn = random.int(calls === 0 ? 8 : 3, calls === 0 ? 40 : 14); turn > 0; turn--) {
    log.push(`u${random.int(3, random.chance(0.1) ? 4 * long : long)}`, '-');
    for (let call = random.chance(0.3) ? 0 : random.int(0, calls); call > 0; call--) {
      log.push(`c${6 * random.int(1, 20) - 2}`, `r${random.int(3, long)}`, '-');
    }
    log.push(`m${random.int(3, long)}`);
  }
  return log;
}

const runs = [];
for (let i = 0; i < RUNS; i++) {
  const seed = SEED + i;
  const random = randomFrom(seed);
  const settings = {
    messageTokens: random.int(200, 1_500),
    bufferShare: random.chance(0.25) ? 0 : random.int(5, 45) / 100,
    activation: random.chance(0.5) ? 0.8 : random.int(20, 100) / 100,
    blockAfter: random.chance(0.5) ? 1.2 : random.int(100, 200) / 100,
  };
  const log = drawLog(random);
  const steps = await runSession(settings, log, seed);
  runs.push({ seed, settings, log: log.join(' '), steps });
}
goldenFile('mastra', { ...originOf(NAME), part: 'observational', runs });
