/**
 * What Mastra's `TokenLimiterProcessor` leaves of each request: its `processLLMRequest` over prompts that a seeded log
 * grows. Texts are one word each, which its estimate (tokenx) counts by their length alone.
 */
import { goldenFile, load, originOf } from '../golden.mjs';
import { onLoopbackOnly } from '../loopback.mjs';
import { randomFrom } from '../random.mjs';
import { ranges } from './ranges.mjs';

onLoopbackOnly();
const NAME = '@mastra/core';
const { TokenLimiterProcessor } = await load(NAME, 'dist/processors/index.js');

const SEED = 20261124;
const RUNS = 240;

/** Chars of texts, reasoning, results and arguments: beside calls whole tokens, of several calls whole words. */
function drawLog(random) {
  const log = [];
  const thought = () => (random.chance(0.4) ? [`t${random.int(1, 199)}`] : []);
  for (let turn = random.int(2, 9); turn > 0; turn--) {
    log.push(`u${random.int(1, 399)}`);
    for (let round = random.int(0, 6); round > 0; round--) {
      const calls = Array.from({ length: random.int(1, 3) }, () => `c${6 * random.int(1, 30) - 2}`);
      const said = random.chance(0.4) ? [`m${4 * random.int(1, 40)}`] : [];
      log.push('-', [...thought(), ...said, ...calls].join('+'));
      log.push(calls.map(() => `r${random.int(1, 999)}`).join('+'));
    }
    log.push('-', [...thought(), `m${random.int(1, 399)}`].join('+'));
  }
  return log;
}

const sized = (short) => 'x'.repeat(Number(short.slice(1)));

/** A message of the prompt; results answer the calls before them. */
function messageOf(event, ids) {
  const pieces = event.split('+');
  if (event[0] === 'u') return { role: 'user', content: [{ type: 'text', text: sized(event) }] };
  if (event[0] === 'r') {
    const content = pieces.map((piece, i) => ({
      type: 'tool-result',
      toolCallId: `call-${ids.next - pieces.length + i}`,
      toolName: 'read',
      output: { type: 'text', value: sized(piece) },
    }));
    return { role: 'tool', content };
  }
  const content = pieces.map((piece) => {
    const text = sized(piece);
    if (piece[0] === 't') return { type: 'reasoning', text };
    if (piece[0] === 'm') return { type: 'text', text };
    return {
      type: 'tool-call',
      toolCallId: `call-${ids.next++}`,
      toolName: 'read',
      input: { pa: text },
    };
  });
  return { role: 'assistant', content };
}

/** Of each request: the messages that stay, as a number each; −1 where the processor stops the run. */
async function runSession({ limit, trimMode }, system, log) {
  const processor = new TokenLimiterProcessor({ limit, trimMode });
  const ids = { next: 0 };
  const prompt = [{ role: 'system', content: 'x'.repeat(system) }];
  const steps = [];
  for (const event of log) {
    if (event !== '-') {
      prompt.push(messageOf(event, ids));
      continue;
    }
    let tokens = TokenLimiterProcessor.TOKENS_PER_CONVERSATION;
    for (const message of prompt) tokens += processor.countPromptMessageTokens(message);
    const sent = await processor
      .processLLMRequest({ prompt })
      .then((made) => made?.prompt ?? prompt)
      .catch(() => null);
    const left = prompt.flatMap((message, i) => (sent?.includes(message) === false ? [i - 1] : []));
    steps.push([Math.round(10 * tokens), sent === null ? -1 : ranges(left)]);
  }
  return steps;
}

const runs = [];
for (let i = 0; i < RUNS; i++) {
  const seed = SEED + i;
  const random = randomFrom(seed);
  const trimMode = random.chance(0.7) ? 'best-fit' : 'contiguous';
  const limit = random.int(60, 1_500);
  const system = 4 * random.int(1, 75);
  const log = drawLog(random);
  const steps = await runSession({ limit, trimMode }, system, log);
  runs.push({ seed, settings: { limit, trimMode }, system, log: log.join(' '), steps });
}
goldenFile('mastra', { ...originOf(NAME), part: 'limiter', runs });
