// Writes sessions of OpenCode as it exports them, with what the model server saw: `npm run own-files:opencode` in
// lib/conformance, `-- --seed N --count M --out file` for others.
import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { originOf } from '../golden.mjs';
import { serveChat } from '../own-files/chat-server.mjs';
import { argumentsOf } from '../own-files/recorded-calls.mjs';
import { scriptOf } from '../own-files/script.mjs';
import { keepCase, seedOf } from '../own-files/sessions.mjs';
import { picture } from '../picture.mjs';
import { binary, environment, startOpencode } from './server.mjs';

const PACKAGE = 'opencode-ai';
const PORT = 4598;
const SCALE = 1_300;
const OUTPUT = 1_024;

const seed = await seedOf('opencode');
const origin = originOf(PACKAGE);
if (origin.license !== 'MIT') throw new Error(`${PACKAGE} is under ${origin.license}, not MIT.`);
const folder = mkdtempSync(path.join(tmpdir(), 'highwater-opencode-'));
const files = path.join(folder, 'results');
mkdirSync(files);
const url = `data:image/png;base64,${picture(64, 48).toString('base64')}`;
const read = path.join(files, 'a.png');
writeFileSync(read, picture(64, 48));

/** Settings of OpenCode, by the names of its policy: a tail of so many tokens has its least as its most. */
function limits(random, kind) {
  if (kind !== 'odd') return { window: random.int(14, 26) * 500, maxOutput: OUTPUT };
  const tail = random.int(0, 1_200);
  const kept = { tailLeast: tail, tailMost: tail };
  const turns = random.chance(0.5) ? { tailTurns: random.int(0, 3) } : {};
  return { window: random.int(5_003, 14_999), maxOutput: OUTPUT, ...kept, ...turns };
}

/** `compaction` of opencode.json. */
const compactionOf = ({ tailMost, tailTurns }) => ({
  ...(tailMost === undefined ? {} : { preserve_recent_tokens: tailMost }),
  ...(tailTurns === undefined ? {} : { tail_turns: tailTurns }),
});

let results = 0;

/** A call of OpenCode's shell that prints a text, or of its reader for a picture. */
function toolOf(call) {
  const { mode, image, argument, result } = call;
  if (mode === 'unknown') return { name: 'search', args: JSON.stringify({ pa: argument }) };
  if (image) return { name: 'read', args: JSON.stringify({ filePath: read }) };
  const file = path.join(files, `${++results}.txt`);
  writeFileSync(file, result);
  const command = `cat ${file}${mode === 'fails' ? '; exit 3' : ''}`;
  return { name: 'bash', args: argumentsOf(call, (description) => ({ command, description })) };
}

const isQuestion = (content) =>
  /^What did we do so far\?$/.test(content?.[0]?.text ?? content ?? '');

/** Pictures of a tool's result are sent behind it, as the user's: they are one entry with it. */
const isOfResult = ({ role, content }, before) =>
  role === 'user' &&
  before?.role === 'tool' &&
  Array.isArray(content) &&
  content.some(({ type }) => type === 'image_url');

const model = await serveChat({
  toolOf,
  isAside: ({ messages }) => /title generator/i.test(JSON.stringify(messages[0]).slice(0, 400)),
  isSummary: ({ tools = [] }) => tools.length === 0,
  // A summary answers a question that OpenCode puts before it: the two are one.
  messagesOf: (messages) =>
    messages.filter((one, i) => !isQuestion(one.content) && !isOfResult(one, messages[i - 1])),
});
let server = await startOpencode(folder, PORT);

function configOf({ settings, later }) {
  const baseURL = `http://127.0.0.1:${model.port}/v1`;
  const modelOf = (name, { window, maxOutput }) => ({
    ...{ name, attachment: true, modalities: { input: ['text', 'image'], output: ['text'] } },
    limit: { context: window, output: maxOutput },
  });
  return {
    ...{ autoupdate: false, share: 'disabled', model: 'mock/m', small_model: 'mock/m' },
    ...{ permission: 'allow', compaction: compactionOf(settings) },
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
    state.rounds = turn.rounds;
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

const script = scriptOf(seed, { scale: SCALE, limits });
const { kind, settings, later } = script;
const done = await run(script);
const { version, license } = origin;
keepCase(
  { system: 'opencode', policy: 'opencode-tail', package: PACKAGE, version, license },
  { seed, kind, settings, later: kind === 'switch' ? later : undefined, ...done },
);
