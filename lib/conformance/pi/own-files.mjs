// Writes sessions of pi as pi itself stores them, with what the model server saw:
// `npm run own-files:pi` in lib/conformance, `-- --seed N --count M --out file` for others.
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { originOf, packageFolder } from '../golden.mjs';
import { serveChat } from '../own-files/chat-server.mjs';
import { recordedNames } from '../own-files/recorded-calls.mjs';
import { scriptOf } from '../own-files/script.mjs';
import { keepCase, seedOf } from '../own-files/sessions.mjs';
import { picture } from '../picture.mjs';
import { comparedBy } from './compared.mjs';
import { textOf } from './messages.mjs';

const PACKAGE = '@earendil-works/pi-coding-agent';
const TOOL = 'look';
const SUMMARISER = /^(<conversation>|# Conversation)/;
const SCALE = 900;

const seed = await seedOf('pi');
const origin = originOf(PACKAGE);
if (origin.license !== 'MIT') throw new Error(`${PACKAGE} is under ${origin.license}, not MIT.`);
const folder = mkdtempSync(path.join(tmpdir(), 'highwater-pi-'));
process.env.HOME = folder;
process.env.PI_OFFLINE = '1';
const pi = await import(pathToFileURL(path.join(packageFolder(PACKAGE), 'dist/bundle/index.js')));

const image = {
  type: 'image',
  data: picture(64, 48).toString('base64'),
  mimeType: 'image/png',
};

/** Settings of pi that a session runs under; windows are small, so that files are. */
function limits(random, kind) {
  const odd = kind === 'odd';
  const window = odd ? random.int(2_111, 9_999) : random.int(12, 32) * 250;
  const reserve = odd ? random.pick([0, 1, 333, 999]) : random.pick([500, 1_000, 1_024]);
  const keep = odd ? random.int(0, 7) : random.pick([500, 1_000, Math.trunc(window / 4)]);
  return { window, reserve, keep };
}

/** Pictures of a tool's result are sent once more behind it, as the user's. */
const isOfResult = ({ role, content }, before) =>
  role === 'user' && before?.role === 'tool' && /^Attached image/.test(content[0]?.text ?? '');

const server = await serveChat({
  messagesOf: (messages) => messages.filter((one, i) => !isOfResult(one, messages[i - 1])),
  isSummary: ({ messages }) => SUMMARISER.test(textOf(messages.at(-1))),
  toolOf: ({ mode, argument, recorded }) => ({
    name: recorded?.name ?? (mode === 'unknown' ? 'search' : TOOL),
    args: JSON.stringify(recorded?.args ?? { pa: argument }),
  }),
});

/** The names of a script's tools; of a recording's none is one of pi's own, which would do what they are asked. */
const toolsOf = (script) => [TOOL, ...recordedNames(script)];

/** One session of pi, from its first prompt to its file. */
class PiSession {
  /** What pi did since the newest request: compactions, and what it compared. */
  compactions = [];
  value = null;
  ended = null;
  results = [];

  constructor(script) {
    this.script = script;
    this.settingsManager = pi.SettingsManager.inMemory({
      compaction: {
        enabled: true,
        reserveTokens: script.settings.reserve,
        keepRecentTokens: script.settings.keep,
      },
      retry: { enabled: false },
      images: { autoResize: false },
    });
  }

  async begin(sessionManager) {
    const { settingsManager, script } = this;
    const resourceLoader = new pi.DefaultResourceLoader({
      ...{ cwd: '/', agentDir: folder, settingsManager },
      systemPrompt: 'You look at things.',
    });
    await resourceLoader.reload();
    const { session } = await pi.createAgentSession({
      ...{ cwd: '/', agentDir: folder, settingsManager, resourceLoader, sessionManager },
      modelRuntime: this.runtime,
      model: this.#model(script.settings.window),
      thinkingLevel: 'off',
      tools: toolsOf(script),
      customTools: toolsOf(script).map((name) => this.#tool(name)),
    });
    await session.bindExtensions({});
    session.subscribe((event) => this.#hear(event));
    this.session = session;
  }

  /** The scripted model with a window: another window is another model. */
  #model(window) {
    const id = window === this.script.settings.window ? 'm' : 'n';
    return { ...this.runtime.getModel('scripted', id), contextWindow: window };
  }

  #tool(name) {
    return {
      ...{ name, label: name, description: 'Looks.' },
      parameters: { type: 'object', properties: name === TOOL ? { pa: { type: 'string' } } : {} },
      execute: async () => {
        const call = this.results.shift();
        if (call?.mode === 'fails') throw new Error(call.result);
        const content = [{ type: 'text', text: call?.result ?? 'nothing' }];
        return { content: call?.image ? [...content, image] : content, details: {} };
      },
    };
  }

  #hear(event) {
    if (event.type === 'turn_end') {
      this.ended = event.message;
      this.value = comparedBy(pi, this.session, event.message);
    }
    if (event.type === 'compaction_end' && event.result) {
      this.compactions.push(event.reason === 'manual' ? 'manual' : 'auto');
    }
  }

  async run() {
    const { script } = this;
    const modelsPath = path.join(folder, 'models.json');
    const model = {
      input: ['text', 'image'],
      maxTokens: 2_048,
      contextWindow: script.settings.window,
    };
    const models = [
      { id: 'm', ...model },
      { id: 'n', ...model, contextWindow: script.later.window },
    ];
    const baseUrl = `http://127.0.0.1:${server.port}/v1`;
    const scripted = { api: 'openai-completions', baseUrl, apiKey: 'none', models };
    writeFileSync(modelsPath, JSON.stringify({ providers: { scripted } }));
    const authPath = path.join(folder, 'auth.json');
    this.runtime = await pi.ModelRuntime.create({ authPath, modelsPath });
    const place = path.join(folder, `sessions-${script.seed}`);
    server.play(script);
    server.state.onRequest = (request, round) => this.#requested(request, round);
    await this.begin(pi.SessionManager.create('/', place));
    for (const turn of script.turns) await this.#turn(turn, place);
    const file = this.session.sessionFile;
    return { file, requests: server.state.requests, trailing: this.compactions };
  }

  #requested(request, { calls }) {
    request.value = this.value;
    // A compaction may ask for two summaries: pi says how many it made.
    request.compactions = this.compactions.length > 0 ? this.compactions : undefined;
    this.compactions = [];
    // What pi cannot parse or find it does not run.
    this.results = calls.filter(({ mode }) => mode !== 'malformed' && mode !== 'unknown');
  }

  async #turn(turn, place) {
    if (turn.before === 'manual') await this.session.compact().catch(() => undefined);
    if (turn.before === 'switch')
      await this.session.setModel(this.#model(this.script.later.window));
    if (turn.before === 'resume')
      await this.#again(pi.SessionManager.open(this.session.sessionFile));
    if (turn.before === 'fork') {
      await this.#again(pi.SessionManager.forkFrom(this.session.sessionFile, '/', place));
    }
    server.state.rounds = [...turn.rounds];
    if (this.ended !== null && this.compactions.length === 0) {
      this.value = comparedBy(pi, this.session, this.ended);
    }
    const images = Array.from({ length: turn.images }, () => image);
    await this.session.prompt(turn.prompt, { expandPromptTemplates: false, images });
  }

  async #again(sessionManager) {
    this.session.dispose();
    await this.begin(sessionManager);
  }
}

const script = scriptOf(seed, { scale: SCALE, limits });
const { kind, settings, later } = script;
const { file, requests, trailing } = await new PiSession(script).run();
const { version, license } = origin;
keepCase(
  { system: 'pi', policy: 'pi', package: PACKAGE, version, license },
  {
    ...{ seed, kind, settings, later: kind === 'switch' ? later : undefined },
    file: { name: path.basename(file), text: readFileSync(file, 'utf8') },
    truth: { requests, trailing },
  },
);
