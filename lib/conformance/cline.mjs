/**
 * Runs Cline's own compaction over generated sessions and writes what it did: `node cline.mjs`,
 * in a network namespace of its own (`unshare -n sh -c 'ip link set lo up; node cline.mjs'`): the model
 * that summarises is a scripted server on the loopback interface. Events are written as in `adk.mjs`; sizes
 * are such that every message takes whole tokens of three chars of JSON, the comma behind it with it.
 *
 * Per request: Cline's estimate, 1 where it compacts, the messages of the log that its summary covers.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createContextCompactionPrepareTurn } from '@cline/core';
import { goldenFile } from './golden.mjs';
import { randomFrom } from './random.mjs';

const SEED = 20261123;
const SESSIONS = 220;
const MAX_OUTPUT = 8_192;

/** Bytes of the summary that the server answers next. */
let summaryBytes = 0;
const server = createServer((request, response) => {
  request.resume().on('end', () => {
    const chunk = (delta, finish) => ({
      id: '1',
      object: 'chat.completion.chunk',
      created: 1,
      model: 'm',
      choices: [{ index: 0, delta, finish_reason: finish }],
    });
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const one of [
      chunk({ role: 'assistant', content: 'x'.repeat(summaryBytes) }, null),
      chunk({}, 'stop'),
    ]) {
      response.write(`data: ${JSON.stringify(one)}\n\n`);
    }
    response.end('data: [DONE]\n\n');
  });
});

const id = (number) => `call_${String(number).padStart(25, '0')}`;
const text = (bytes) => ({ type: 'text', text: 'x'.repeat(bytes) });
const call = (number, bytes) => ({
  type: 'tool_use',
  id: id(number),
  name: 'read',
  input: { pa: 'x'.repeat(bytes) },
});
const result = (number, bytes) => ({
  type: 'tool_result',
  tool_use_id: id(number),
  content: 'x'.repeat(bytes),
});

/** A block's argument, text or content: four bytes to a piece, two over in a call. */
const sized = { u: 0, m: 0, c: 2, r: 0 };

/** Draws a message in short whose JSON and a comma take whole tokens. */
function draw(random, kinds, most) {
  const sizes = kinds.map((kind) => sized[kind] + 4 * random.int(1, most));
  for (;;) {
    const short = kinds.map((kind, i) => kind + sizes[i]).join('+');
    if ((JSON.stringify(messageOf(short, () => 1)).length + 1) % 3 === 0) return short;
    sizes[sizes.length - 1] += 4;
  }
}

function messageOf(short, number) {
  const content = short.split('+').map((piece) => {
    const bytes = Number(piece.slice(1));
    if (piece[0] === 'c') return call(number('c'), bytes);
    return piece[0] === 'r' ? result(number('r'), bytes) : text(bytes);
  });
  return { role: /^[mc]/.test(short) ? 'assistant' : 'user', content };
}

/** A session's messages in short, model calls between them. */
function drawLog(random) {
  const log = [];
  const ask = () => log.push(random.chance(0.9) ? '-' : '~');
  for (let turn = random.int(2, 7); turn > 0; turn--) {
    log.push(draw(random, ['u'], 4_000));
    for (let round = random.int(0, 7); round > 0; round--) {
      ask();
      const calls = Array.from({ length: random.int(1, 3) }, () => 'c');
      log.push(draw(random, calls, 400));
      log.push(
        draw(
          random,
          calls.map(() => 'r'),
          3_500,
        ),
      );
    }
    ask();
    log.push(draw(random, ['m'], 3_000));
  }
  return log;
}

/** Tokens of a request as Highwater's reference counts them: bytes ÷ 4, floored per field. */
function referenceOf(messages, prefix) {
  let tokens = prefix;
  const add = (length) => (tokens += Math.floor(length / 4));
  for (const { content } of messages) {
    for (const block of content) {
      if (block.type === 'text') add(block.text.length);
      else if (block.type === 'tool_use')
        for (const size of [4, 2, block.input.pa.length]) add(size);
      else for (const size of [4, 12 + block.content.length]) add(size);
    }
  }
  return tokens;
}

class Session {
  constructor(settings, port) {
    this.settings = settings;
    const provider = {
      providerId: 'openai-compatible',
      modelId: 'm',
      apiKey: 'none',
      baseUrl: `http://127.0.0.1:${port}/v1`,
      modelInfo: {
        id: 'm',
        contextWindow: 1_000_000,
        maxInputTokens: 1_000_000,
        maxTokens: MAX_OUTPUT,
      },
    };
    this.prepare = createContextCompactionPrepareTurn({
      providerId: provider.providerId,
      modelId: 'm',
      providerConfig: provider,
      compaction: { enabled: true },
      logger: {
        debug: (message, facts) => {
          if (message === 'Context compaction diagnostics') this.facts = facts;
        },
        log: (message, facts) => {
          if (facts?.severity === 'warn') throw new Error(`${message} ${JSON.stringify(facts)}`);
        },
      },
    });
    this.messages = [];
    this.covered = 0;
    this.last = 0;
    this.made = { c: 0, r: 0 };
    this.steps = [];
  }

  append(short) {
    // A run of the agent begins with no last request.
    if (short[0] === 'u') this.last = 0;
    this.messages.push(messageOf(short, (kind) => ++this.made[kind]));
  }

  async ask(counted) {
    const { window, maxInput, system, ratio } = this.settings;
    const before = this.messages.length;
    const summarised = this.messages[0]?.metadata === undefined ? 0 : 1;
    const info = { id: 'm', contextWindow: window, maxTokens: MAX_OUTPUT };
    const changed = await this.prepare({
      agentId: 'a',
      conversationId: 'c',
      parentAgentId: null,
      iteration: 1,
      messages: this.messages,
      apiMessages: this.messages,
      abortSignal: new AbortController().signal,
      systemPrompt: 'x'.repeat(4 * system),
      tools: [],
      model: { id: 'm', info: maxInput > 0 ? { ...info, maxInputTokens: maxInput } : info },
      previousRequestInputTokens: this.last > 0 ? this.last : undefined,
    });
    if (changed) {
      this.covered += before - (changed.messages.length - 1) - summarised;
      this.messages = [...changed.messages];
    }
    this.steps.push([this.facts.requestInputTokens, changed ? 1 : 0, this.covered]);
    if (counted) this.last = Math.trunc(referenceOf(this.messages, system) * ratio);
  }
}

/** A summary's bytes, four to a piece, for which its message takes whole tokens. */
function drawSummary(random) {
  let bytes = 4 * random.int(50, 1_500);
  // The JSON besides the summary, which stands in it twice, and a comma.
  while ((BESIDES + 2 * bytes) % 3 !== 0) bytes += 4;
  return bytes;
}
const BESIDES = 29 + 25 + 188 + 58 + 8 + 40 + 6;

async function run(seed, port) {
  const random = randomFrom(seed);
  // Small enough that the count in a summary's metadata keeps five digits.
  const window = random.int(53_500, 84_000);
  const settings = {
    window,
    maxInput: random.chance(0.5) ? random.int(50_000, 84_000) : 0,
    // 43 chars of JSON besides: whole tokens for 2 more than a multiple of 3.
    system: 2 + 3 * random.int(0, 1_000),
    ratio: random.int(4, 24) / 8,
    summary: drawSummary(random),
  };
  summaryBytes = settings.summary;
  const session = new Session(settings, port);
  const log = [];
  for (const short of drawLog(random)) {
    log.push(short);
    if (short !== '-' && short !== '~') session.append(short);
    else await session.ask(short === '-');
  }
  return { seed, ...settings, log: log.join(' '), steps: session.steps };
}

await new Promise((done) => server.listen(0, '127.0.0.1', done));
const { name, version } = JSON.parse(
  readFileSync(new URL('./node_modules/@cline/core/package.json', import.meta.url), 'utf8'),
);
const runs = [];
for (let i = 0; i < SESSIONS; i++) runs.push(await run(SEED + i, server.address().port));
// The package names no licence: it is that of its repository (LICENSE of github.com/cline/cline).
goldenFile('cline', { package: name, version, license: 'Apache-2.0', runs });
process.exit(0);
