/**
 * What `agent` of LlamaIndex.TS sends, headless, with the memory that `createMemory` makes: model and tool are scripted,
 * the rest is the package's. Its tokenizer, which users can set, is chars ÷ 4, rounded up.
 */
import { goldenFile, load, originOf } from '../golden.mjs';
import { onLoopbackOnly } from '../loopback.mjs';
import { randomFrom } from '../random.mjs';

onLoopbackOnly();
const NAME = 'llamaindex';
const { ToolCallLLM, createMemory } = await load(NAME, 'dist/index.js');
// The memory reads the settings of this module.
const { Settings } = await load('@llamaindex/core', 'global/dist/index.js');
const { agent } = await load('@llamaindex/workflow', 'dist/index.js');
const { tool } = await load('@llamaindex/core', 'tools/dist/index.js');

const SEED = 20261124;
const RUNS = 240;

const encode = (text) => new Uint32Array(Math.ceil(text.length / 4));
Settings.tokenizer = { encode, decode: () => '' };

const sized = (short) => 'x'.repeat(Number(short.slice(1)));

/** A session in short; what stands beside a call has chars in fours. */
function drawLog(random) {
  const log = [];
  const large = () => random.chance(0.06);
  for (let turn = random.int(2, 12); turn > 0; turn--) {
    log.push(`u${random.int(1, large() ? 30_000 : 2_000)}`);
    for (let round = random.int(0, 5); round > 0; round--) {
      const calls = Array.from({ length: random.int(1, 3) }, () => `c${random.int(0, 900)}`);
      const said = random.chance(0.5) ? [`m${4 * random.int(1, 400)}`] : [];
      log.push('-', [...said, ...calls].join('+'));
      const results = calls.map(() => `r${random.int(1, large() ? 20_000 : 4_000)}`);
      // Results of one entry, or of an entry each.
      log.push(...(random.chance(0.5) ? [results.join('+')] : results));
    }
    log.push('-', `m${random.int(1, 3_000)}`);
  }
  return log;
}

/** Answers as the log says, and notes of each request what the memory gave it. */
class ScriptedModel extends ToolCallLLM {
  supportToolCall = true;
  #window;
  #next;

  constructor(window, next) {
    super();
    this.#window = window;
    this.#next = next;
  }

  get metadata() {
    const contextWindow = this.#window;
    return { model: 'scripted', temperature: 0, topP: 1, contextWindow, structuredOutput: false };
  }

  async chat({ messages }) {
    const chunk = this.#next(messages);
    return (async function* answer() {
      yield { raw: null, ...chunk };
    })();
  }
}

/** Entries of a log, and of each the messages that LlamaIndex makes of it. */
function entriesOf(log) {
  const entries = log.filter((short) => short !== '-');
  return entries.flatMap((short, entry) =>
    short.startsWith('r') ? short.split('+').map(() => entry) : [entry],
  );
}

/**
 * Runs a session. Of each request: tokens that the memory compared (−1 where it left messages out), the oldest entry of
 * which it gave a message, messages sent.
 */
async function runSession({ window, limitBy, tokenLimit, ratio }, log) {
  const memory = createMemory({ tokenLimit, shortTermTokenLimitRatio: ratio });
  const entryOf = entriesOf(log);
  const steps = [];
  let compared = 0;
  let at = 0;
  let calls = 0;
  let results = [];
  let memorised = 0;
  // Its counts of one check are of what it holds already and of one message more.
  const count = memory.countMessagesToken.bind(memory);
  const getLLM = memory.getLLM.bind(memory);
  memory.getLLM = async (llm) => {
    const counts = [];
    memory.countMessagesToken = (messages) => {
      counts.push(count(messages));
      return counts.at(-1);
    };
    const given = await getLLM(llm);
    memory.countMessagesToken = count;
    memorised = given.length;
    // The first count is of nothing; each check has three, the last of them of nothing.
    const checks = [];
    for (let i = 1; i < counts.length; i += 3) checks.push(counts[i] + counts[i + 1]);
    compared = given.length < memory.messages.length ? -1 : Math.max(0, ...checks);
    return given;
  };
  const model = new ScriptedModel(limitBy === 'window' ? window : 0, (messages) => {
    const covered = entryOf[memory.messages.length - memorised] ?? log.length;
    steps.push([compared, covered, messages.length - 1]);
    at++;
    const pieces = log[at++].split('+');
    const said = pieces.filter(([kind]) => kind === 'm').map(sized);
    const toolCall = pieces
      .filter(([kind]) => kind === 'c')
      .map((piece) => ({ name: 'read', input: { pa: sized(piece) }, id: `call-${calls++}` }));
    results = [];
    for (let due = toolCall.length; due > 0;) {
      const given = log[at++].split('+').map(sized);
      results.push(...given);
      due -= given.length;
    }
    return { delta: said.join(''), options: toolCall.length > 0 ? { toolCall } : {} };
  });
  const read = tool({
    name: 'read',
    description: 'reads',
    parameters: { type: 'object', properties: { pa: { type: 'string' } }, required: ['pa'] },
    execute: async () => results.shift(),
  });
  const reader = agent({ llm: model, tools: [read], memory, verbose: false });
  while (at < log.length) await reader.run(sized(log[at++]));
  return steps;
}

const runs = [];
for (let i = 0; i < RUNS; i++) {
  const seed = SEED + i;
  const random = randomFrom(seed);
  const settings = {
    window: random.int(2_000, 40_000),
    limitBy: random.pick(['window', 'window', 'tokens']),
    tokenLimit: random.chance(0.3) ? 30_000 : random.int(1_000, 30_000),
    ratio: random.chance(0.4) ? 0.7 : random.int(10, 100) / 100,
  };
  const log = drawLog(random);
  runs.push({ seed, settings, log: log.join(' '), steps: await runSession(settings, log) });
}
goldenFile('llamaindex', { ...originOf(NAME), runs });
