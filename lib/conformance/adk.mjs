/**
 * Runs Google ADK's own compactor for TypeScript over generated sessions and writes what it did:
 * `node adk.mjs`. An event of a session is written as its sizes: `u400` a user's text of 400
 * bytes, `m` a model's; `c20` a call whose argument has 20 bytes, `c20+c8` two in one event; `r40` a
 * response, `r40+r8` two in one event; `-` a model call whose response has a prompt count, `~` one
 * whose response has none. Sizes are such that every part takes whole tokens of four chars.
 *
 * Per model call: what the compactor compared (found by bisecting `shouldCompact`, −1 where it looks at
 * no count), the events its summary covers, and the chars ÷ 4 of the request that ADK then builds; −1
 * for a request that ADK refuses to build, where the session ends.
 */
import { readFileSync } from 'node:fs';
import {
  CONTENT_REQUEST_PROCESSOR,
  createEvent,
  LlmAgent,
  TokenBasedContextCompactor,
} from '@google/adk';
import { comparedBy } from './adk/compared.mjs';
import { goldenFile } from './golden.mjs';
import { randomFrom } from './random.mjs';

const SEED = 20261123;
const SESSIONS = 240;
const agent = new LlmAgent({ name: 'agent', model: 'none' });

const text = (bytes) => ({ text: 'x'.repeat(bytes) });
const call = (id, bytes) => ({
  functionCall: { id: `adk-${id}`, name: 'read', args: { pa: 'x'.repeat(bytes) } },
});
const response = (id, bytes) => ({
  functionResponse: { id: `adk-${id}`, name: 'read', response: { result: 'x'.repeat(bytes) } },
});

/** A session's events in short, in log order; model calls between them. */
function drawLog(random) {
  const fours = (from, to) => 4 * random.int(from, to);
  const log = [];
  const ask = () => log.push(random.chance(0.85) ? '-' : '~');
  for (let turn = random.int(2, 7); turn > 0; turn--) {
    log.push(`u${fours(1, 200)}`);
    for (let round = random.int(0, 5); round > 0; round--) {
      ask();
      const calls = Array.from({ length: random.int(1, 3) }, () => fours(1, 60));
      log.push(calls.map((bytes) => `c${bytes}`).join('+'));
      const results = calls.map(() => `r${fours(1, 400)}`);
      log.push(...(random.chance(0.6) ? [results.join('+')] : results));
    }
    ask();
    log.push(`m${fours(1, 300)}`);
  }
  return log;
}

/** Chars ÷ 4 of contents as ADK's estimate reads them. */
function charsOf(contents) {
  let chars = 0;
  for (const { parts } of contents) {
    for (const part of parts) {
      chars += part.text?.length ?? 0;
      if (part.functionCall) chars += JSON.stringify(part.functionCall).length;
      if (part.functionResponse) chars += JSON.stringify(part.functionResponse).length;
    }
  }
  return Math.ceil(chars / 4);
}

/** Tokens of contents as Highwater's reference counts them: bytes ÷ 4, floored per field. */
function referenceOf(contents) {
  let tokens = 0;
  const add = (length) => (tokens += Math.floor(length / 4));
  for (const { parts } of contents) {
    for (const { text: own, functionCall, functionResponse } of parts) {
      if (own) add(own.length);
      if (functionCall) for (const size of [4, 2, functionCall.args.pa.length]) add(size);
      if (functionResponse)
        for (const size of [4, 12 + functionResponse.response.result.length]) add(size);
    }
  }
  return tokens;
}

/** The summariser: always as many bytes. */
const summariser = (bytes) => ({
  summarize: async (events) => ({
    ...createEvent({ author: 'system', content: { role: 'model', parts: [text(bytes)] } }),
    isCompacted: true,
    startTime: events[0].timestamp,
    endTime: events.at(-1).timestamp,
    compactedContent: 'x'.repeat(bytes),
  }),
});

class Session {
  constructor({ threshold, retention, ratio, summary }) {
    this.ratio = ratio;
    this.compactor = new TokenBasedContextCompactor({
      tokenThreshold: threshold,
      eventRetentionSize: retention,
      summarizer: summariser(summary),
    });
    this.context = { session: { events: [], state: {} }, agent, branch: undefined };
    this.time = 0;
    this.made = 0;
    this.open = [];
    this.usage = undefined;
    this.steps = [];
  }

  append(short) {
    const pieces = short.split('+').map((piece) => [piece[0], Number(piece.slice(1))]);
    const model = short[0] === 'm' || short[0] === 'c';
    const parts = pieces.map(([kind, bytes]) => this.part(kind, bytes));
    this.context.session.events.push(
      createEvent({
        author: short[0] === 'u' ? 'user' : 'agent',
        timestamp: ++this.time,
        content: { role: model ? 'model' : 'user', parts },
        usageMetadata: model ? this.usage : undefined,
      }),
    );
  }

  part(kind, bytes) {
    if (kind === 'c') {
      this.open.push(++this.made);
      return call(this.made, bytes);
    }
    return kind === 'r' ? response(this.open.shift(), bytes) : text(bytes);
  }

  /** A model call; false where ADK ends the run. */
  async ask(counted) {
    const { compactor, context } = this;
    const compared = comparedBy(compactor, () => compactor.shouldCompact(context));
    if (compactor.shouldCompact(context)) await compactor.compact(context);
    const covered = context.session.events.findLast((event) => event.isCompacted)?.endTime ?? 0;
    const request = { contents: [] };
    try {
      for await (const _ of CONTENT_REQUEST_PROCESSOR.runAsync(context, request));
    } catch {
      this.steps.push([compared, covered, -1]);
      return false;
    }
    this.steps.push([compared, covered, charsOf(request.contents)]);
    const promptTokenCount = Math.trunc(referenceOf(request.contents) * this.ratio);
    this.usage = counted ? { promptTokenCount } : undefined;
    return true;
  }
}

async function run(seed) {
  const random = randomFrom(seed);
  const settings = {
    threshold: random.int(20, 2_500),
    retention: random.int(1, 9),
    ratio: random.int(3, 24) / 8,
    summary: 4 * random.int(1, 120),
  };
  const session = new Session(settings);
  const log = [];
  for (const short of drawLog(random)) {
    log.push(short);
    if (short !== '-' && short !== '~') session.append(short);
    else if (!(await session.ask(short === '-'))) break;
  }
  return { seed, ...settings, log: log.join(' '), steps: session.steps };
}

const { name, version, license } = JSON.parse(
  readFileSync(new URL('./node_modules/@google/adk/package.json', import.meta.url), 'utf8'),
);
const runs = [];
for (let i = 0; i < SESSIONS; i++) runs.push(await run(SEED + i));
goldenFile('adk', { package: name, version, license, runs });
