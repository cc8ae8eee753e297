/**
 * Runs Gemini CLI's own client over generated sessions and writes what it did as a golden file:
 * `node gemini-cli.mjs`. Its chat, its compression and the order in which it calls them are the
 * package's; scripted are the model and the results of tools. Events are written as in `adk.mjs`,
 * besides: `t40` a thought of the model, `i1200` an image of so many bytes.
 *
 * Per request: the count it compared, the status it reports (1 compressed, 2 inflated, 4 no summary,
 * 5 nothing, 6 function responses cut only), the count it reports with that, the events its summary
 * covers, how many messages of the history hold cut function responses, and the prompt tokens that the
 * model reports, which are those of the request times a ratio.
 */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { goldenFile, packageFolder } from './golden.mjs';
import { onLoopbackOnly } from './loopback.mjs';
import { randomFrom } from './random.mjs';

onLoopbackOnly();

const SEED = 20261123;
const SESSIONS = 240;
const PACKAGE = '@google/gemini-cli-core';
const LIMITS = { 'gemini-2.5-pro': 1_048_576, 'gemini-3-pro-preview': 1_048_576 };
const SMALL_MODEL = 'gemma-4-31b-it';
const SMALL_LIMIT = 256_000;
/** Length of the path of the folder for cut outputs, which stands in every cut response. */
const FOLDER = 32;

const home = path.join(tmpdir(), 'h'.repeat(FOLDER - tmpdir().length - 1));
Object.assign(process.env, { HOME: home, GEMINI_CLI_HOME: home, LANG: 'en_US.UTF-8' });
mkdirSync(home, { recursive: true });
for (const quiet of ['debug', 'log', 'warn', 'error']) console[quiet] = () => {};

const source = (file) =>
  import(pathToFileURL(path.join(packageFolder(PACKAGE), 'dist/src', file)).href);
const { Config } = await source('config/config.js');
const { getEnvironmentContext } = await source('utils/environmentContext.js');

const id = (number) => `read__${String(number).padStart(30, '0')}`;
const repeated = (bytes) => 'x'.repeat(bytes);

const partOf = {
  u: (bytes) => ({ text: repeated(bytes) }),
  m: (bytes) => ({ text: repeated(bytes) }),
  t: (bytes) => ({ thought: true, text: repeated(bytes) }),
  i: (bytes) => ({
    inlineData: { mimeType: 'image/png', data: Buffer.alloc(bytes).toString('base64') },
  }),
  c: (bytes, number) => ({
    functionCall: { name: 'read', args: { pa: repeated(bytes) }, id: id(number) },
  }),
  r: (bytes, number) => ({
    functionResponse: { id: id(number), name: 'read', response: { output: repeated(bytes) } },
  }),
};

/** Tokens of a part as Highwater's reference counts them: bytes ÷ 4, floored per field. */
function referenceOf({ text, inlineData, functionCall, functionResponse }) {
  const sum = (...sizes) => sizes.reduce((tokens, size) => tokens + Math.floor(size / 4), 0);
  if (text !== undefined) return sum(text.length);
  if (inlineData) return sum(9, Buffer.byteLength(inlineData.data, 'base64'));
  if (functionCall) return sum(4, 2, functionCall.args.pa.length);
  return sum(4, 12 + functionResponse.response.output.length);
}

/** The parts of each event of a log; none for a model call. */
function entriesOf(log) {
  const made = { c: 0, r: 0 };
  return log.map((short) => {
    if (short === '-' || short === '~') return undefined;
    return short.split('+').map((piece) => {
      const kind = piece[0];
      if (kind in made) made[kind]++;
      return partOf[kind](Number(piece.slice(1)), made[kind]);
    });
  });
}

/** A session's events in short, model calls between them. */
function drawLog(random, { turns, most, large, images }) {
  const fours = (from, to) => 4 * random.int(from, to);
  const log = [];
  const ask = () => log.push(random.chance(0.75) || !log.includes('-') ? '-' : '~');
  const thought = () => (random.chance(0.2) ? `t${fours(1, 200)}+` : '');
  const answer = () => {
    if (random.chance(0.05)) return 'r0';
    return `r${random.chance(large) ? random.int(30_000, 190_000) : random.int(1, most)}`;
  };
  for (let turn = random.int(2, turns); turn > 0; turn--) {
    const image = random.chance(images) ? `+i${12 * random.int(1, 800)}` : '';
    log.push(`u${fours(1, random.chance(0.1) ? most : 300)}${image}`);
    for (let round = random.chance(0.25) ? 0 : random.int(0, 6); round > 0; round--) {
      ask();
      const calls = Array.from({ length: random.int(1, 3) }, () => `c${2 + fours(0, 80)}`);
      const said = random.chance(0.3) ? `m${fours(1, 60)}+` : '';
      log.push(`${thought()}${said}${calls.join('+')}`);
      log.push(calls.map(answer).join('+'));
    }
    ask();
    log.push(`${thought()}m${fours(1, random.chance(0.2) ? most : 300)}`);
  }
  return log;
}

/** Settings of a session: many small ones, some with results to cut, near the limit, or forced. */
function drawSettings(random, number) {
  const kind = ['small', 'small', 'large', 'forced', 'small', 'large', 'near', 'plain'][number % 8];
  const big = kind === 'large' || kind === 'near';
  const sizes = {
    turns: big ? 6 : 9,
    most: big ? 20_000 : 4_000,
    large: big ? 0.45 : 0,
    images: random.chance(0.25) ? 0.2 : 0,
  };
  const small = kind === 'near' || kind === 'plain' || random.chance(0.2);
  const model = small ? SMALL_MODEL : random.pick(Object.keys(LIMITS));
  const window = small ? SMALL_LIMIT : LIMITS[model];
  const reached = big ? random.int(10_000, 120_000) : random.int(300, 9_000);
  const shares = {
    forced: 1,
    near: random.int(940, 999) / 1_000,
    plain: undefined,
  };
  const share = kind in shares ? shares[kind] : Math.round((1e6 * reached) / window) / 1e6;
  const fit = { near: random.int(16, 40), plain: random.int(40, 160) }[kind] ?? random.int(3, 20);
  return {
    sizes,
    kind,
    model,
    window,
    share,
    ratio: fit / 8,
    environment: random.int(90, 700),
    system: random.int(0, 3_000),
    most: random.pick([40_000, 40_000, 40_000, random.int(1, 40_000), random.int(1, 9_000), 0]),
  };
}

/** The model: answers with the log's next event, summaries of drawn sizes; it cannot count media. */
class ScriptedModel {
  constructor(settings, random) {
    this.settings = settings;
    this.random = random;
    this.summaries = [];
    this.attempt = undefined;
  }

  /** Two calls a summary: the first draft may be empty, then the second counts, or the other way. */
  async generateContent() {
    if (this.attempt === undefined) {
      const bytes = this.#drawSummary();
      this.summaries.push(bytes);
      const first = this.random.chance(0.1) ? bytes : 4;
      this.attempt = [bytes === 0 ? 0 : first, first === bytes ? 0 : bytes];
    }
    const bytes = this.attempt.shift();
    if (this.attempt.length === 0) this.attempt = undefined;
    return { candidates: [{ content: { role: 'model', parts: [{ text: repeated(bytes) }] } }] };
  }

  #drawSummary() {
    if (this.random.chance(0.06)) return 0;
    const huge = this.random.chance(0.12);
    return 4 * (huge ? this.random.int(1_000, 40_000) : this.random.int(1, 700));
  }

  generateContentStream({ contents }) {
    const { parts, counted } = this.answer;
    const { ratio, system } = this.settings;
    const whole = contents.flatMap((content) => content.parts).map(referenceOf);
    // The environment's message is a part of the prefix.
    const visible = whole.reduce((sum, tokens) => sum + tokens, 0) - this.settings.environment;
    const promptTokenCount = Math.trunc((system + visible + this.thoughts()) * ratio);
    this.prompt = promptTokenCount;
    const calls = parts.filter((part) => part.functionCall).map((part) => part.functionCall);
    const response = {
      candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP' }],
      functionCalls: calls.length > 0 ? calls : undefined,
      usageMetadata: counted ? { promptTokenCount } : undefined,
    };
    return Promise.resolve(
      (async function* () {
        yield response;
      })(),
    );
  }

  countTokens() {
    return Promise.reject(new Error('There is no network.'));
  }
}

async function clientOf(settings, model, seed) {
  const config = new Config({
    sessionId: `session-${seed}`,
    targetDir: home,
    cwd: home,
    model: settings.model,
    compressionThreshold: settings.share,
    truncateToolOutputThreshold: settings.most,
    includeDirectoryTree: false,
    usageStatisticsEnabled: false,
    telemetry: { enabled: false },
    // Masking of tool outputs is another mechanism: it never begins.
    contextManagement: { tools: { outputMasking: { minPrunableThresholdTokens: 1e9 } } },
  });
  config.experiments = { flags: {}, experimentIds: [] };
  config.contentGenerator = model;
  config.getBaseLlmClient = () => model;
  config.getModelRouterService = () => ({ route: async () => ({ model: settings.model }) });
  await config.storage.initialize();
  config.storage.getProjectTempDir = () => home;
  let memory = '';
  config.getSessionMemory = () => memory;
  const [{ text }] = await getEnvironmentContext(config);
  // Its lines depend on the day: memory fills them up to a fixed size.
  memory = repeated(4 * settings.environment - text.length);
  await config.initialize();
  const client = config.getGeminiClient();
  client.getLoopDetectionService().disableForSession();
  return client;
}

const isCut = ({ functionResponse }) =>
  functionResponse?.response.output.startsWith('Output too large.') === true;

class Session {
  constructor(settings, random, client, model) {
    Object.assign(this, { settings, random, client, model });
    this.entries = [];
    model.thoughts = () => this.#thoughts();
    this.covered = 0;
    this.steps = [];
    this.forced = [];
    const compress = client.tryCompressChat.bind(client);
    client.tryCompressChat = async (prompt, force, signal) => {
      if (this.info === undefined) {
        this.info = await compress(prompt, force, signal);
        if (this.info.compressionStatus === 1) this.#cover();
        return this.info;
      }
      // A forced compression came right before: this one finds nothing to do.
      return compress(prompt, force, signal);
    };
  }

  /** Behind the summary and its acknowledgement stand the entries that were kept. */
  #cover() {
    const kept = this.client.getChat().getHistory(true).length - 2;
    this.covered = this.entries.length - 1 - kept;
  }

  #thoughts() {
    const kept = this.entries.slice(this.covered).flat();
    return kept.filter((part) => part.thought).reduce((sum, part) => sum + referenceOf(part), 0);
  }

  /** One request, answered with the next event of the log; false where the client does not send it. */
  async ask(counted, answer, prompt) {
    const { client, model } = this;
    this.info = undefined;
    const request = this.entries.at(-1);
    const begins = request[0].functionResponse === undefined;
    if (this.settings.kind === 'forced' && begins && this.random.chance(0.4)) {
      this.forced.push(this.steps.length);
      await client.tryCompressChat(prompt, true);
    }
    model.answer = { parts: answer, counted };
    for await (const event of client.sendMessageStream(
      request,
      new AbortController().signal,
      prompt,
    )) {
      if (event.type === 'context_window_will_overflow') return false;
      if (event.type === 'error') throw new Error(JSON.stringify(event.value));
    }
    this.#note();
    return true;
  }

  #note() {
    // The chat's last two messages are this request and its answer.
    const history = this.client.getChat().getHistory(true).slice(0, -2);
    const { originalTokenCount, newTokenCount, compressionStatus } = this.info;
    this.steps.push([
      originalTokenCount,
      compressionStatus,
      newTokenCount,
      this.covered,
      history.filter(({ parts }) => parts.some(isCut)).length,
      this.model.prompt,
    ]);
  }
}

async function run(number) {
  const seed = SEED + number;
  const random = randomFrom(seed);
  const settings = drawSettings(random, number);
  const model = new ScriptedModel(settings, random);
  const session = new Session(settings, random, await clientOf(settings, model, seed), model);
  const drawn = drawLog(random, settings.sizes);
  const entries = entriesOf(drawn);
  const log = [];
  let turn = 0;
  for (const [i, short] of drawn.entries()) {
    if (short[0] === 'u') turn++;
    if (entries[i] !== undefined) session.entries.push(entries[i]);
    else if (!(await session.ask(short === '-', entries[i + 1], `prompt-${turn}`))) break;
    log.push(short);
  }
  const { sizes: _sizes, kind: _kind, ...known } = settings;
  const { forced, steps } = session;
  const { summaries } = model;
  const of = forced.length > 0 ? { forced } : {};
  return {
    seed,
    ...known,
    summaries,
    ...of,
    log: log.join(' '),
    steps: steps.map((one) => one.join(' ')),
  };
}

const { version, license } = JSON.parse(
  readFileSync(path.join(packageFolder(PACKAGE), 'package.json'), 'utf8'),
);
const runs = [];
for (let i = 0; i < SESSIONS; i++) {
  runs.push(await run(i));
  rmSync(home, { recursive: true, force: true });
  mkdirSync(home, { recursive: true });
}
rmSync(home, { recursive: true, force: true });
goldenFile('gemini-cli', { package: PACKAGE, version, license, seed: SEED, runs });
process.exit(0);
