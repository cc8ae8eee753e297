/**
 * What Mastra's observational memory leaves of each request: its `Agent` with a `Memory` over sessions of questions and
 * answers, headless. Model and observer are scripted, and an observer is done before the next request. Texts are one word
 * each, which its estimate (tokenx) counts by their length alone.
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

/** A model that answers with a text. */
const scripted = (modelId, answer) => ({
  specificationVersion: 'v2',
  provider: 'scripted',
  modelId,
  supportedUrls: {},
  async doGenerate(options) {
    const content = [{ type: 'text', text: await answer(options) }];
    return { content, finishReason: 'stop', usage, warnings: [] };
  },
  async doStream(options) {
    const delta = await answer(options);
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

/** Of each request: tokens counted, and the messages that are left out as ranges. */
async function runSession({ messageTokens, bufferShare, activation, blockAfter }, turns, seed) {
  engine = null;
  const steps = [];
  const answers = [];
  const entryOf = new Map();
  const sized = (chars, entry) => {
    const text = word(chars, entry);
    entryOf.set(text, entry);
    return text;
  };
  const model = scripted('model', async ({ prompt }) => {
    await idle();
    const sent = prompt
      .filter(({ role }) => role !== 'system')
      .flatMap(({ content }) => content.map(({ text }) => entryOf.get(text)))
      .filter((entry) => entry !== undefined);
    const last = Math.max(...sent);
    const left = Array.from({ length: last }, (_, i) => i).filter((i) => !sent.includes(i));
    steps.push([pending, ranges(left)]);
    pending = null;
    return answers.shift();
  });
  let seen = 0;
  const observer = scripted('observer', () => `<observations>\n* seen ${seen++}\n</observations>`);
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
  const agent = new Agent({ id: 'a', name: 'a', instructions: 'system', model, memory });
  // What was begun beside a thread is kept by its name as long as the process lasts.
  const thread = `thread-${seed}`;
  for (const [turn, [asked, answered]] of turns.entries()) {
    const question = sized(asked, 2 * turn);
    answers.push(sized(answered, 2 * turn + 1));
    await agent.generate(question, { memory: { thread, resource: 'resource' } });
    await idle();
  }
  return steps;
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
  const long = random.int(60, 1_500);
  const turns = Array.from({ length: random.int(8, 40) }, () => [
    random.int(3, random.chance(0.1) ? 4 * long : long),
    random.int(3, long),
  ]);
  const steps = await runSession(settings, turns, seed);
  const log = turns.map(([asked, answered]) => `u${asked} - m${answered}`).join(' ');
  runs.push({ seed, settings, log, steps });
}
goldenFile('mastra', { ...originOf(NAME), part: 'observational', runs });
