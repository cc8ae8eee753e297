// Writes sessions of OpenCode as it exports them, with what the model server saw: `npm run own-files:opencode` in
// lib/conformance, `-- --seed N --count M --out file` for others.
import { execFileSync } from 'node:child_process';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { originOf } from '../golden.mjs';
import { onLoopbackOnly } from '../loopback.mjs';
import { drawn, writeCases } from '../own-files/case-file.mjs';
import { serveChat } from '../own-files/chat-server.mjs';
import { scriptOf } from '../own-files/script.mjs';
import { picture } from '../picture.mjs';
import { binary, environment, startOpencode } from './server.mjs';

const PACKAGE = 'opencode-ai';
const PORT = 4598;
const SCALE = 1_300;
const OUTPUT = 1_024;

onLoopbackOnly();
const origin = originOf(PACKAGE);
if (origin.license !== 'MIT') throw new Error(`${PACKAGE} is under ${origin.license}, not MIT.`);
const folder = mkdtempSync(path.join(tmpdir(), 'highwater-opencode-'));
const files = path.join(folder, 'results');
mkdirSync(files);
const url = `data:image/png;base64,${picture(64, 48).toString('base64')}`;

/** Settings of OpenCode, by the names of its policy. */
function limits(random, kind) {
  const window = kind === 'odd' ? random.int(5_003, 14_999) : random.int(14, 26) * 500;
  return { window, maxOutput: OUTPUT };
}

let results = 0;

/** A call of OpenCode's shell that prints a text. */
function toolOf({ mode, argument, result }) {
  if (mode === 'unknown') return { name: 'search', args: JSON.stringify({ pa: argument }) };
  const file = path.join(files, `${++results}.txt`);
  writeFileSync(file, result);
  const command = `cat ${file}${mode === 'fails' ? '; exit 3' : ''}`;
  return { name: 'bash', args: JSON.stringify({ command, description: argument }) };
}

const isQuestion = (content) =>
  /^What did we do so far\?$/.test(content?.[0]?.text ?? content ?? '');

const model = await serveChat({
  toolOf,
  isAside: ({ messages }) => /title generator/i.test(JSON.stringify(messages[0]).slice(0, 400)),
  isSummary: ({ tools = [] }) => tools.length === 0,
  // A summary answers a question that OpenCode puts before it: the two are one.
  messagesOf: (messages) => messages.filter(({ content }) => !isQuestion(content)),
});
let server = await startOpencode(folder, PORT);

function configOf({ settings, later }) {
  const baseURL = `http://127.0.0.1:${model.port}/v1`;
  const modelOf = (name, { window }) => ({
    ...{ name, attachment: true, modalities: { input: ['text', 'image'], output: ['text'] } },
    limit: { context: window, output: OUTPUT },
  });
  return {
    ...{ autoupdate: false, share: 'disabled', model: 'mock/m', small_model: 'mock/m' },
    permission: 'allow',
    provider: {
      mock: {
        ...{ npm: '@ai-sdk/openai-compatible', name: 'mock', options: { baseURL, apiKey: 'none' } },
        models: { m: modelOf('m', settings), n: modelOf('n', { ...settings, ...later }) },
      },
    },
  };
}

async function run(script) {
  const work = path.join(folder, `run-${script.seed}`);
  mkdirSync(work);
  writeFileSync(path.join(work, 'opencode.json'), JSON.stringify(configOf(script)));
  const post = async (place, body) => {
    const query = `directory=${encodeURIComponent(work)}`;
    const response = await fetch(`http://127.0.0.1:${PORT}${place}?${query}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${script.seed}: ${place}: ${response.status} ${text}`);
    return JSON.parse(text);
  };
  model.play(script);
  let { id } = await post('/session', {});
  let modelID = 'm';
  for (const turn of script.turns) {
    const { state } = model;
    if (turn.before === 'manual') {
      state.byHand = true;
      await post(`/session/${id}/summarize`, { providerID: 'mock', modelID });
      state.byHand = false;
    }
    if (turn.before === 'resume') {
      await server.stop();
      server = await startOpencode(folder, PORT);
    }
    if (turn.before === 'fork') ({ id } = await post(`/session/${id}/fork`, {}));
    if (turn.before === 'switch') modelID = 'n';
    // OpenCode tries a failed server again and again: only what it gives up at once is drawn.
    state.rounds = turn.rounds.map((round) => ({ ...round, error: round.error && 400 }));
    const file = { type: 'file', mime: 'image/png', filename: 'a.png', url };
    const parts = [{ type: 'text', text: turn.prompt }, ...Array(turn.images).fill(file)];
    await post(`/session/${id}/message`, { model: { providerID: 'mock', modelID }, parts });
  }
  const text = exported(id, work);
  const { requests, compactions } = model.state;
  return { file: { name: `${id}.json`, text }, truth: { requests, trailing: compactions } };
}

/** A session as `opencode export` writes it; into a file, for a pipe may be cut when it exits. */
function exported(id, cwd) {
  const file = path.join(folder, `${id}.json`);
  const written = openSync(file, 'w');
  const stdio = ['ignore', written, 'ignore'];
  execFileSync(binary, ['export', id], { cwd, env: environment(folder), stdio });
  closeSync(written);
  return readFileSync(file, 'utf8');
}

const { seeds, out } = drawn();
const cases = [];
for (const seed of seeds) {
  const script = scriptOf(seed, { scale: SCALE, limits });
  const { kind, settings, later } = script;
  const done = await run(script);
  cases.push({ seed, kind, settings, later: kind === 'switch' ? later : undefined, ...done });
}
model.close();
await server.stop();
rmSync(folder, { recursive: true, force: true });
const { version, license } = origin;
const about = { system: 'opencode', policy: 'opencode-tail', package: PACKAGE };
writeCases({ ...about, version, license, out }, cases);
process.exit(0);
