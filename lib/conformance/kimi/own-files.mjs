// Writes sessions of Kimi Code as it stores them, with what the model server saw: `npm run own-files:kimi` in
// lib/conformance, `-- --seed N --count M --out file` for others.
import crypto from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { serveChat } from '../own-files/chat-server.mjs';
import { scriptOf } from '../own-files/script.mjs';
import { keepCase, seedOf } from '../own-files/sessions.mjs';
import { picture } from '../picture.mjs';

const seed = await seedOf('kimi');
// Ids that follow from the run pack well.
let ids = 0;
crypto.randomUUID = () => `00000000-0000-4000-8000-${String(++ids).padStart(12, '0')}`;
syncBuiltinESMExports();
const { kimi, origin } = await import('./bundle.mjs');
if (origin.license !== 'MIT') throw new Error(`Kimi Code is under ${origin.license}, not MIT.`);

const SCALE = 1_200;
/** About what Kimi's own prompt and tools take. */
const PREFIX = 20_000;
const folder = mkdtempSync(path.join(tmpdir(), 'highwater-kimi-'));
const files = path.join(folder, 'results');
mkdirSync(files);
const image = path.join(folder, 'a.png');
writeFileSync(image, picture(64, 48));
const url = `data:image/png;base64,${picture(64, 48).toString('base64')}`;

/** Settings of Kimi Code, by the names of its policy. */
function limits(random, kind) {
  const odd = kind === 'odd';
  const window = odd ? random.int(26_003, 39_999) : random.int(56, 72) * 500;
  const share = odd ? random.int(85, 99) / 100 : random.pick([0.85, 0.85, 0.9]);
  const reserve = odd ? random.int(0, 9_999) : random.pick([50_000, 5_000]);
  return { window, share, reserve };
}

let results = 0;

/** A call of its shell that prints a text, or of its reader for a picture. */
function toolOf({ mode, image: isImage, argument, result }) {
  if (mode === 'unknown') return { name: 'Search', args: JSON.stringify({ pa: argument }) };
  if (isImage) return { name: 'ReadMediaFile', args: JSON.stringify({ path: image }) };
  const file = path.join(files, `${++results}.txt`);
  writeFileSync(file, result);
  const command = `cat ${file}${mode === 'fails' ? '; exit 3' : ''} # ${argument.replace(/\s/g, ' ')}`;
  return { name: 'Bash', args: JSON.stringify({ command }) };
}

/** What the program did since the newest request. */
const noted = { isSummary: false, compactions: [], value: null, context: null };

/** What says that the work goes on behind a summary, and is one with it. */
const continues = ({ content }) =>
  /^<system-reminder>\nContext compaction is complete/.test(content[0]?.text);

const server = await serveChat({
  toolOf,
  prefix: PREFIX,
  isSummary: () => {
    const { isSummary } = noted;
    noted.isSummary = false;
    return isSummary;
  },
});

/** Looks on: what is compared before a step, what asks for a summary, what replaces the history. */
function watch() {
  const compaction = kimi.AgentFullCompactionService.prototype;
  const { beforeStep } = compaction;
  compaction.beforeStep = function (...given) {
    noted.value = this.tokenCountWithPending();
    noted.context = this.context;
    return beforeStep.apply(this, given);
  };
  const memory = kimi.AgentContextMemoryService.prototype;
  const { applyCompaction } = memory;
  memory.applyCompaction = function (input) {
    noted.compactions.push(server.state.byHand ? 'manual' : 'auto');
    return applyCompaction.call(this, input);
  };
  const requester = kimi.AgentLLMRequesterService.prototype;
  const { start } = requester;
  requester.start = function (overrides, ...rest) {
    noted.isSummary = overrides?.source?.requestKind === 'full_compaction';
    return start.call(this, overrides, ...rest);
  };
}
watch();

function configOf({ settings, later }) {
  const { share, reserve } = settings;
  const model = (id, window) => [
    `[models.${id}]`,
    'provider = "p"',
    `model = "${id}"`,
    `max_context_size = ${window}`,
    'capabilities = ["image_in"]',
  ];
  return [
    'default_model = "m"',
    'telemetry = false',
    '[providers.p]',
    'type = "openai"',
    `base_url = "http://127.0.0.1:${server.port}/v1"`,
    'api_key = "none"',
    ...model('m', settings.window),
    ...model('n', later.window),
    '[loop_control]',
    `reserved_context_size = ${reserve}`,
    `compaction_trigger_ratio = ${share}`,
    'max_retries_per_step = 1',
    '',
  ].join('\n');
}

/** One session of Kimi Code. */
class KimiSession {
  constructor(script) {
    this.script = script;
    this.home = path.join(folder, `home-${script.seed}`);
    mkdirSync(path.join(this.home, 'work'), { recursive: true });
    writeFileSync(path.join(this.home, 'config.toml'), configOf(script));
  }

  #open() {
    const identity = kimi.createKimiCodeHostIdentity(origin.version);
    this.harness = kimi.createKimiHarness({ homeDir: this.home, identity });
  }

  async run() {
    Object.assign(noted, { isSummary: false, compactions: [], value: null });
    server.play(this.script);
    server.state.onRequest = (request) => {
      // On the wire several messages of the user are one: these are its own, and the answer that begins.
      request.messages = noted.context.get().filter((one) => !continues(one)).length - 1;
      // After the user's own compaction the step shows what was counted before it.
      request.value = noted.compactions.includes('manual') ? null : noted.value;
      request.compactions = noted.compactions.length > 0 ? noted.compactions : undefined;
      Object.assign(noted, { compactions: [], value: null });
    };
    this.#open();
    const workDir = path.join(this.home, 'work');
    this.session = await this.harness.createSession({ workDir, model: 'm', permission: 'yolo' });
    for (const turn of this.script.turns) await this.#turn(turn);
    const { id } = this.session;
    await this.harness.close();
    return {
      file: this.#file(id),
      truth: { requests: server.state.requests, trailing: noted.compactions },
    };
  }

  async #turn(turn) {
    const { state } = server;
    if (turn.before === 'manual') {
      state.byHand = true;
      await this.#until('compaction.completed', () => this.session.compact());
      state.byHand = false;
    }
    if (turn.before === 'resume') {
      const { id } = this.session;
      await this.harness.close();
      this.#open();
      this.session = await this.harness.resumeSession({ id });
    }
    if (turn.before === 'fork') {
      this.session = await this.harness.forkSession({ id: this.session.id });
    }
    if (turn.before === 'switch') await this.session.setModel('n');
    // A failed server is asked again and again: only what it gives up at once is drawn.
    state.rounds = turn.rounds.map((round) => ({ ...round, error: round.error && 400 }));
    const images = Array(turn.images).fill({ type: 'image_url', imageUrl: { url } });
    const input = [{ type: 'text', text: turn.prompt }, ...images];
    await this.#until('turn.ended', () => this.session.prompt(input));
  }

  /** Does something and waits for an event. */
  async #until(name, act) {
    const ended = new Promise((resolve) => {
      const stop = this.session.onEvent(({ type }) => {
        if (process.env['KIMI_LOG']) process.stderr.write(`${type}\n`);
        if (type !== name) return;
        stop?.();
        resolve();
      });
    });
    await act();
    await ended;
  }

  /** The log of the agent as the program stored it. */
  #file(id) {
    const name = readdirSync(this.home, { recursive: true }).find((file) =>
      file.endsWith(`${id}/agents/main/wire.jsonl`),
    );
    return { name, text: readFileSync(path.join(this.home, name), 'utf8') };
  }
}

const script = scriptOf(seed, { scale: SCALE, limits, turns: [2, 5] });
const { kind, settings, later } = script;
const done = await new KimiSession(script).run();
keepCase(
  { system: 'kimi', policy: 'kimi', ...origin },
  { seed, kind, settings, later: kind === 'switch' ? later : undefined, ...done },
);
