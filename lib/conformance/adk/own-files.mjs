// Writes sessions of ADK for TypeScript as its own services store them, with what the model server saw:
// `npm run own-files:adk` in lib/conformance, `-- --seed N --count M --out file` for others.
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { load, originOf } from '../golden.mjs';
import { serveGemini } from '../own-files/gemini-server.mjs';
import { recordedNames } from '../own-files/recorded-calls.mjs';
import { KINDS, scriptOf } from '../own-files/script.mjs';
import { keepCase, seedOf } from '../own-files/sessions.mjs';
import { picture } from '../picture.mjs';
import { comparedBy } from './compared.mjs';

const PACKAGE = '@google/adk';
const TOOL = 'look';
const SCALE = 900;
const APP = { appName: 'looks', userId: 'operator' };
const MODELS = ['gemini-2.5-flash', 'gemini-2.5-pro'];
const CONTINUED = /^Continue processing previous requests as instructed\./;
/** The model asks for a compaction. */
const ASKING = { text: '', calls: [{ mode: 'consolidate', argument: '' }], output: 7 };
/** ADK has no fork of a session: those are drawn as plain ones. */
const LACKING = new Set(['fork']);

const seed = await seedOf('adk');
const origin = originOf(PACKAGE);
if (origin.license !== 'Apache-2.0') throw new Error(`${PACKAGE} is under ${origin.license}.`);
process.env.ADK_LOG_LEVEL = 'none';
const adk = await load(PACKAGE, 'dist/esm/index.js');
const { z } = await load('zod', 'index.js');
adk.setLogLevel?.(adk.LogLevel.ERROR);
const folder = mkdtempSync(path.join(tmpdir(), 'highwater-adk-'));
const image = { inlineData: { data: picture(64, 48).toString('base64'), mimeType: 'image/png' } };

/** A threshold of some thousand tokens, and the events that are kept. */
function limits(random, kind) {
  const odd = kind === 'odd';
  const tokenThreshold = odd ? random.int(101, 9_999) : random.int(4, 24) * 250;
  return { tokenThreshold, retention: odd ? random.int(1, 3) : random.int(2, 10) };
}

const server = await serveGemini({
  isSummary: ({ contents }) => /^The following is a conv/.test(contents[0]?.parts[0]?.text ?? ''),
  isAside: () => false,
  // What ADK sends behind a content of the model's, where a tool was unknown, is in no file.
  messagesOf: (contents) => contents.filter(({ parts: [one] }) => !CONTINUED.test(one.text ?? '')),
  toolOf: ({ mode, argument, recorded }) => {
    if (recorded) return recorded;
    if (mode === 'consolidate') return { name: 'consolidate_context', args: { detail: 'Logs.' } };
    const name = mode === 'unknown' ? 'search' : TOOL;
    return { name, args: mode === 'malformed' ? { order: argument } : { pa: argument } };
  },
});
process.env.GOOGLE_GEMINI_BASE_URL = `http://127.0.0.1:${server.port}`;

/** ADK's compactor, which notes what it compares. */
class Watched extends adk.TokenBasedContextCompactor {
  compared = null;

  shouldCompact(context) {
    this.compared = comparedBy(this, () => super.shouldCompact(context));
    return super.shouldCompact(context);
  }
}

/** ADK's compactor that the model itself asks for, by a tool: a compaction that no threshold decides. */
class Asked extends adk.AgentControlledContextCompactor {
  async compact(context) {
    server.state.byHand = true;
    await super.compact(context);
    server.state.byHand = false;
  }
}

/** Sessions in memory; as in a database, storing an event takes its time. */
class InMemory extends adk.InMemorySessionService {
  async appendEvent(appended) {
    await sleep(2);
    return super.appendEvent(appended);
  }
}

/** One session of ADK, from its first prompt to its file. */
class AdkSession {
  results = [];
  model = MODELS[0];

  constructor(script) {
    this.script = script;
    this.file = path.join(folder, `session-${script.seed}.db`);
  }

  /** The program as it starts: its services, its agent, its runner. */
  async begin() {
    const { settings, kind } = this.script;
    const asked = kind === 'manual';
    const tools = [TOOL, ...recordedNames(this.script)].map((name) => this.#tool(name));
    const gemini = (model) => new adk.Gemini({ model, apiKey: 'none' });
    const summarizer = new adk.LlmSummarizer({ llm: gemini(MODELS[0]) });
    this.compactor = new Watched({
      tokenThreshold: settings.tokenThreshold,
      eventRetentionSize: settings.retention,
      summarizer,
    });
    const agent = new adk.LlmAgent({
      name: 'looker',
      model: gemini(this.model),
      instruction: 'You look at things.',
      tools: asked ? [...tools, new adk.ConsolidateContextTool()] : tools,
      contextCompactors: asked ? [new Asked({ summarizer }), this.compactor] : [this.compactor],
    });
    // A flag of the tool is lost where ADK keeps its sessions in a database; a proof keeps none.
    this.service =
      asked || this.script.recorded
        ? new InMemory()
        : new adk.DatabaseSessionService(`sqlite://${this.file}`);
    this.runner = new adk.Runner({ appName: APP.appName, agent, sessionService: this.service });
  }

  #tool(name) {
    return new adk.FunctionTool({
      ...{ name, description: 'Looks.' },
      parameters: name === TOOL ? z.object({ pa: z.string() }) : z.looseObject({}),
      execute: async () => {
        const call = this.results.shift();
        // Two events of one millisecond have no order in ADK's database.
        await sleep(2);
        if (call?.mode === 'fails') throw new Error(call.result);
        return { result: call?.result ?? 'nothing' };
      },
    });
  }

  async run() {
    const { script } = this;
    server.play(script);
    server.state.onRequest = (request, round) => this.#requested(request, round);
    await this.begin();
    const { id } = await this.service.createSession(APP);
    this.id = id;
    for (const turn of script.turns) await this.#turn(turn);
    const { requests, compactions } = server.state;
    return { file: await this.#stored(), truth: { requests, trailing: compactions } };
  }

  #requested(request, { calls }) {
    request.value = this.compactor.compared;
    this.compactor.compared = null;
    this.results = calls.filter(({ mode }) => mode === 'ok' || mode === 'fails');
  }

  async #turn({ before, prompt, images, rounds }) {
    if (before === 'switch') this.model = MODELS[1];
    if (before === 'switch' || before === 'resume') {
      await this.service.orm.close();
      await this.begin();
    }
    server.state.rounds = before === 'manual' ? [ASKING, ...rounds] : [...rounds];
    const parts = [{ text: prompt }, ...Array.from({ length: images }, () => image)];
    const newMessage = { role: 'user', parts };
    const events = this.runner.runAsync({ userId: APP.userId, sessionId: this.id, newMessage });
    // Where a response has lost its call ADK builds no request: the turn ends.
    const ended = (async () => {
      for await (const _ of events);
    })();
    await ended.catch(({ message }) => process.stderr.write(`${this.script.seed}: ${message}\n`));
  }

  /** Its database, or the session as its API server and its command line write it. */
  async #stored() {
    const { seed } = this.script;
    const session = await this.service.getSession({ ...APP, sessionId: this.id });
    const isDatabase = this.service.orm !== undefined;
    await this.service.orm?.close();
    if (Math.trunc(seed / KINDS.length) % 2 === 0 && isDatabase) {
      return { name: 'session.db', latin1: readFileSync(this.file, 'latin1') };
    }
    return { name: `${this.id}.session.json`, text: JSON.stringify(session) };
  }
}

const script = scriptOf(seed, { scale: SCALE, limits, turns: [2, 4] });
const kind = LACKING.has(script.kind) ? 'plain' : script.kind;
const { file, truth } = await new AdkSession(script).run();
const { version, license } = origin;
keepCase(
  { system: 'adk', policy: 'adk-typescript', package: PACKAGE, version, license },
  { seed, kind, settings: script.settings, file, truth },
);
