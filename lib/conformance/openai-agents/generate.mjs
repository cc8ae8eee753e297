/**
 * What the Agents SDK's runner and `OpenAIResponsesCompactionSession` do, headless: the model, the tool and
 * `responses.compact` are scripted, the rest is the package's.
 */
import { goldenFile, load, originOf } from '../golden.mjs';
import { onLoopbackOnly } from '../loopback.mjs';
import { randomFrom } from '../random.mjs';

onLoopbackOnly();
const NAME = '@openai/agents';
const sdk = await load(NAME, 'dist/index.mjs');
sdk.setTracingDisabled(true);

const SEED = 20261124;
const RUNS = 240;
/** A result of `responses.compact`: an error, an item alone, an item behind the user's messages. */
const answers = ['error', 'item', 'users'];

/** Chars of texts, reasoning, results and arguments. */
function drawLog(random) {
  const log = [];
  const thought = () => (random.chance(0.4) ? [`t${random.int(1, 99)}`] : []);
  for (let turn = random.int(2, 14); turn > 0; turn--) {
    log.push(`u${random.int(1, 99)}`);
    for (let round = random.int(0, 5); round > 0; round--) {
      const calls = Array.from({ length: random.int(1, 3) }, () => `c${random.int(1, 99)}`);
      const said = random.chance(0.4) ? [`m${random.int(4, 99)}`] : [];
      log.push('-', [...thought(), ...said, ...calls].join('+'));
      log.push(calls.map(() => `r${random.int(1, 99)}`).join('+'));
    }
    log.push('-', [...thought(), `m${random.int(1, 99)}`].join('+'));
  }
  return log;
}

const sized = (short) => 'x'.repeat(Number(short.slice(1)));
const outputs = {
  t: (text) => ({ type: 'reasoning', content: [{ type: 'input_text', text }] }),
  m: (text) => ({
    type: 'message',
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'output_text', text }],
  }),
  c: (text, id) => ({
    type: 'function_call',
    callId: `call-${id}`,
    name: 'read',
    arguments: JSON.stringify({ pa: text }),
    status: 'completed',
  }),
};

/** What `responses.compact` answers; the user's messages as the API writes them. */
function compacted({ input }, kind, at) {
  if (kind === 'error') throw new Error('scripted');
  const users = input
    .filter(({ role }) => role === 'user')
    .map(({ content }, i) => ({
      id: `msg-${at}-${i}`,
      type: 'message',
      role: 'user',
      status: 'completed',
      content: typeof content === 'string' ? [{ type: 'input_text', text: content }] : content,
    }));
  const item = { id: `cmp-${at}`, type: 'compaction', encrypted_content: 'x' };
  return {
    output: kind === 'users' ? [...users, item] : [item],
    usage: { input_tokens: 2, output_tokens: 1, total_tokens: 3 },
  };
}

/**
 * Runs a session. Of each request: candidates that were compared after the run before it (−1: none were), calls of
 * `responses.compact` since the request before, items sent.
 */
async function runSession({ threshold }, log, kinds) {
  const steps = [];
  let at = 0;
  let calls = 0;
  let compared = -1;
  let asked = 0;
  let compactions = 0;
  let results = [];
  const session = new sdk.OpenAIResponsesCompactionSession({
    client: {
      baseURL: 'https://api.openai.com/v1',
      responses: {
        compact: async (request) => {
          asked++;
          return compacted(request, kinds[compactions], compactions++);
        },
      },
    },
    model: 'gpt-5.4',
    compactionMode: 'input',
    shouldTriggerCompaction: ({ compactionCandidateItems: { length } }) => {
      compared = length;
      return length >= threshold;
    },
  });
  const model = {
    async getResponse({ input }) {
      steps.push([compared, asked, input.length]);
      compared = -1;
      asked = 0;
      at++;
      const pieces = log[at++].split('+');
      if (pieces.some(([kind]) => kind === 'c')) results = log[at++].split('+').map(sized);
      const output = pieces.map((piece) => outputs[piece[0]](sized(piece), calls++));
      return { usage: new sdk.Usage(), output, responseId: `resp-${steps.length}` };
    },
  };
  const read = sdk.tool({
    name: 'read',
    description: 'reads',
    parameters: {
      type: 'object',
      properties: { pa: { type: 'string' } },
      required: ['pa'],
      additionalProperties: false,
    },
    execute: async () => results.shift(),
  });
  const agent = new sdk.Agent({ name: 'agent', instructions: 'prompt', model, tools: [read] });
  const runner = new sdk.Runner({ tracingDisabled: true });
  while (at < log.length) {
    const failures = await runner
      .run(agent, sized(log[at++]), { session, maxTurns: 100 })
      .then(() => [])
      .catch(({ message }) => [message]);
    if (failures.some((message) => message !== 'scripted')) throw new Error(failures[0]);
  }
  return { steps, used: kinds.slice(0, compactions) };
}

const runs = [];
for (let i = 0; i < RUNS; i++) {
  const seed = SEED + i;
  const random = randomFrom(seed);
  const settings = { threshold: random.chance(0.4) ? 10 : random.int(1, 30) };
  const log = drawLog(random);
  // As the API documents it, or the item alone, in one session always the same.
  const answer = random.chance(0.5) ? 'users' : 'item';
  const kinds = log.map(() => (random.chance(0.1) ? 'error' : answer));
  const { steps, used } = await runSession(settings, log, kinds);
  const answered = used.map((kind) => answers.indexOf(kind));
  runs.push({
    seed,
    settings,
    users: answer === 'users',
    log: log.join(' '),
    answers: answered,
    steps,
  });
}
goldenFile('openai-agents', { ...originOf(NAME), runs });
