/**
 * What the AI SDK's `generateText` sends where `prepareStep` prunes as its documentation writes it, headless: the model
 * and the tool are scripted, the loop and `pruneMessages` are the package's. The application keeps the messages of each
 * answer and gives all of them to the next call.
 */
import { goldenFile, load, originOf } from '../golden.mjs';
import { onLoopbackOnly } from '../loopback.mjs';
import { randomFrom } from '../random.mjs';

onLoopbackOnly();
const NAME = 'ai';
const sdk = await load(NAME, 'dist/index.js');

const SEED = 20261124;
const RUNS = 240;

/** Chars of texts, reasoning, results and arguments; a text beside calls has whole tokens. */
function drawLog(random) {
  const log = [];
  const thought = () => (random.chance(0.4) ? [`t${random.int(1, 199)}`] : []);
  for (let turn = random.int(2, 9); turn > 0; turn--) {
    log.push(`u${random.int(1, 199)}`);
    for (let round = random.int(0, 8); round > 0; round--) {
      const calls = Array.from({ length: random.int(1, 3) }, () => `c${random.int(1, 99)}`);
      const said = random.chance(0.4) ? [`m${4 * random.int(1, 40)}`] : [];
      log.push('-', [...thought(), ...said, ...calls].join('+'));
      log.push(calls.map(() => `r${random.int(1, 499)}`).join('+'));
    }
    log.push('-', [...thought(), `m${random.int(1, 199)}`].join('+'));
  }
  return log;
}

function drawSettings(random) {
  const keep = random.chance(0.4) ? 3 : random.int(1, 12);
  const toolCalls = random.chance(0.7) ? 'before-last-messages' : random.pick(['all', 'none']);
  return {
    trigger: random.int(50, 2_500),
    toolCalls,
    keep,
    reasoning: random.chance(0.5) ? 'all' : random.pick(['before-last-message', 'none']),
    emptyMessages: random.chance(0.8) ? 'remove' : 'keep',
  };
}

const sized = (short) => 'x'.repeat(Number(short.slice(1)));
const parts = {
  t: (text) => ({ type: 'reasoning', text }),
  m: (text) => ({ type: 'text', text }),
  c: (text, id) => ({
    type: 'tool-call',
    toolCallId: `call_${String(id).padStart(24, '0')}`,
    toolName: 'read',
    input: JSON.stringify({ pa: text }),
  }),
};

/** The model's answer: its pieces in the order of the log. */
function answer(pieces, id) {
  const content = pieces.map((piece, i) => parts[piece[0]](sized(piece), id + i));
  const unified = pieces.some(([kind]) => kind === 'c') ? 'tool-calls' : 'stop';
  const tokens = { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 };
  return {
    content,
    finishReason: { unified, raw: undefined },
    usage: { inputTokens: tokens, outputTokens: { total: 1, text: 1, reasoning: 0 } },
    warnings: [],
  };
}

const chosen = ({ toolCalls, keep }) => {
  if (toolCalls !== 'before-last-messages') return toolCalls;
  return keep === 1 ? 'before-last-message' : `before-last-${keep}-messages`;
};

/** Of each request: chars of the messages as JSON before and after pruning, and the messages that the model got. */
async function runSession(settings, log) {
  const steps = [];
  let at = 0;
  let calls = 0;
  let results = [];
  const { trigger, reasoning, emptyMessages } = settings;
  const prepareStep = ({ messages }) => {
    const chars = JSON.stringify(messages).length;
    const fires = chars / 4 > trigger;
    const toolCalls = chosen(settings);
    const sent = fires
      ? sdk.pruneMessages({ messages, reasoning, toolCalls, emptyMessages })
      : messages;
    steps.push([chars, JSON.stringify(sent).length]);
    return fires ? { messages: sent } : undefined;
  };
  const model = {
    specificationVersion: 'v4',
    provider: 'scripted',
    modelId: 'scripted',
    supportedUrls: {},
    doGenerate: async ({ prompt }) => {
      steps.at(-1).push(prompt.filter(({ role }) => role !== 'system').length);
      at++;
      const pieces = log[at++].split('+');
      if (pieces.some(([kind]) => kind === 'c')) results = log[at++].split('+').map(sized);
      const first = calls;
      calls += pieces.length;
      return answer(pieces, first);
    },
  };
  const read = sdk.tool({
    description: 'reads',
    inputSchema: sdk.jsonSchema({ type: 'object', properties: { pa: { type: 'string' } } }),
    execute: async () => results.shift(),
  });
  const history = [];
  while (at < log.length) {
    history.push({ role: 'user', content: sized(log[at++]) });
    const { responseMessages } = await sdk.generateText({
      model,
      instructions: 'prompt',
      messages: history,
      tools: { read },
      stopWhen: sdk.isStepCount(100),
      toolCallConcurrency: 1,
      maxRetries: 0,
      prepareStep,
    });
    history.push(...responseMessages);
  }
  return steps;
}

const runs = [];
for (let i = 0; i < RUNS; i++) {
  const seed = SEED + i;
  const random = randomFrom(seed);
  const settings = drawSettings(random);
  const log = drawLog(random);
  runs.push({ seed, settings, log: log.join(' '), steps: await runSession(settings, log) });
}
goldenFile('ai-sdk', { ...originOf(NAME), runs });
