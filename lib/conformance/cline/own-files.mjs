// Writes sessions of Cline as its core stores them, with what the model server saw: `npm run own-files:cline` in
// lib/conformance, `-- --seed N --count M --out file` for others.
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { load, originOf } from '../golden.mjs';
import { serveChat } from '../own-files/chat-server.mjs';
import { scriptOf } from '../own-files/script.mjs';
import { keepCase, seedOf } from '../own-files/sessions.mjs';
import { tarOf } from '../own-files/tar-file.mjs';
import { picture } from '../picture.mjs';

const PACKAGE = '@cline/core';
const SCALE = 900;
const SYSTEM = 'You look at things.';
const MAX_OUTPUT = 1_024;
const TOOL_DEFINITION = {
  ...{ name: 'look', description: 'Looks.' },
  inputSchema: { type: 'object', properties: { pa: { type: 'string' } }, required: ['pa'] },
};
/** Characters of system prompt and tools as JSON, which no file holds. */
const FIXED = JSON.stringify(SYSTEM).length - 2 + JSON.stringify([TOOL_DEFINITION]).length - 2;
/** Cline's core has no fork without a checkpoint, and its programs compact by hand: drawn as plain ones. */
const LACKING = new Set(['fork', 'manual']);

const seed = await seedOf('cline');
const folder = mkdtempSync(path.join(tmpdir(), 'highwater-cline-'));
process.env.HOME = folder;
process.env.CLINE_DATA_DIR = path.join(folder, 'data');
globalThis.AI_SDK_LOG_WARNINGS = false;
const { ClineCore } = await load(PACKAGE, 'dist/index.js');
const image = `data:image/png;base64,${picture(64, 48).toString('base64')}`;

/** A model's window, and what a compaction keeps at least; windows are small, so that files are. */
function limits(random, kind) {
  const odd = kind === 'odd';
  const window = odd ? random.int(4_111, 19_999) : random.int(28, 80) * 250;
  const keep = odd ? random.int(1, 99) : random.pick([500, 1_000, Math.trunc(window / 4)]);
  return { window, maxOutput: MAX_OUTPUT, keep, fixed: FIXED };
}

const server = await serveChat({
  isSummary: ({ messages }) => /^Summarize the provided/.test(messages[0].content),
  toolOf: ({ mode, argument }) => ({
    name: mode === 'unknown' ? 'search' : TOOL_DEFINITION.name,
    args: JSON.stringify({ pa: argument }),
  }),
});

/** One session of Cline, from its first prompt to its folder. */
class ClineSession {
  results = [];
  value = null;
  id;

  constructor(script) {
    this.script = script;
    this.model = 'm';
  }

  /** The program as it starts; it goes on with a session by its messages and the state of its compaction. */
  async begin() {
    const logger = { debug: (said, facts) => this.#heard(said, facts), log() {}, error() {} };
    this.core = await ClineCore.create({ clientName: 'own-files', backendMode: 'local', logger });
    const again = this.id !== undefined;
    const { settings, later } = this.script;
    const model = (id, { window }) => ({
      ...{
        id,
        name: id,
        contextWindow: window,
        maxTokens: MAX_OUTPUT,
        capabilities: ['images', 'tools'],
      },
    });
    const { sessionId } = await this.core.start({
      config: {
        ...{ providerId: 'openai-compatible', modelId: this.model, apiKey: 'none' },
        baseUrl: `http://127.0.0.1:${server.port}/v1`,
        knownModels: { m: model('m', settings), n: model('n', { ...settings, ...later }) },
        ...{ systemPrompt: SYSTEM, cwd: folder, enableTools: false },
        ...{ enableSpawnAgent: false, enableAgentTeams: false },
        compaction: { enabled: true, preserveRecentTokens: settings.keep },
        extraTools: [this.#tool()],
        ...(again ? { sessionId: this.id } : {}),
      },
      interactive: true,
      ...(again ? await this.#stored() : {}),
    });
    this.id = sessionId;
  }

  async #stored() {
    return {
      initialMessages: await this.core.readMessages(this.id),
      initialCompactionState: await this.core.readSessionCompactionState(this.id),
    };
  }

  /** What it says that it compares: its estimate, or the last request's tokens, of which at most four times that. */
  #heard(said, facts) {
    if (said !== 'Context compaction diagnostics') return;
    const { requestInputTokens: estimate, actualPreviousInputTokens: last } = facts;
    this.value = Math.max(estimate, Math.min(last, 4 * estimate));
  }

  #tool() {
    return {
      ...TOOL_DEFINITION,
      execute: async () => {
        const call = this.results.shift();
        if (call?.mode === 'fails') throw new Error(call.result);
        return call?.result ?? 'nothing';
      },
    };
  }

  async run() {
    server.play(this.script);
    server.state.onRequest = (request, { calls }) => {
      request.value = this.value;
      this.value = null;
      this.results = calls.filter(({ mode }) => mode === 'ok' || mode === 'fails');
    };
    await this.begin();
    for (const turn of this.script.turns) await this.#turn(turn);
    await this.core.stop(this.id);
    await this.core.dispose();
    const { requests, compactions } = server.state;
    return { file: this.#folder(), truth: { requests, trailing: compactions } };
  }

  async #turn({ before, prompt, images, rounds }) {
    if (before === 'switch') {
      this.model = 'n';
      await this.core.updateSessionModel(this.id, this.model);
    }
    if (before === 'resume') {
      await this.core.stop(this.id);
      await this.core.dispose();
      await this.begin();
    }
    server.state.rounds = [...rounds];
    const userImages = Array.from({ length: images }, () => image);
    // A turn that the provider ends with an error throws it.
    await this.core
      .send({ sessionId: this.id, prompt, userImages })
      .catch(({ message }) => process.stderr.write(`${this.script.seed}: ${message}\n`));
  }

  /** Its folder as a tar: messages, state of the compaction, manifest. */
  #folder() {
    const place = path.join(folder, 'data/sessions', this.id);
    const files = readdirSync(place).map((name) => ({
      name: `${this.id}/${name}`,
      bytes: readFileSync(path.join(place, name)),
    }));
    return { name: `${this.id}.tar`, latin1: tarOf(files).toString('latin1') };
  }
}

const script = scriptOf(seed, { scale: SCALE, limits, turns: [3, 6] });
const { settings, later } = script;
const kind = LACKING.has(script.kind) ? 'plain' : script.kind;
const { version } = originOf(PACKAGE);
const done = await new ClineSession(script).run();
// The package names no licence: it is that of its repository (LICENSE of github.com/cline/cline).
const about = { system: 'cline', policy: 'cline', package: PACKAGE, license: 'Apache-2.0' };
keepCase(
  { ...about, version },
  { seed, kind, settings, later: kind === 'switch' ? later : undefined, ...done },
);
