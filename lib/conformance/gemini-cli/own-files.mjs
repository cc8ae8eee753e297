// Writes chats of Gemini CLI as it stores them, with what the model server saw: `npm run own-files:gemini-cli` in
// lib/conformance, `-- --seed N --count M --out file` for others.
import { spawn } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { originOf, packageFolder } from '../golden.mjs';
import { serveGemini } from '../own-files/gemini-server.mjs';
import { argumentsOf } from '../own-files/recorded-calls.mjs';
import { scriptOf } from '../own-files/script.mjs';
import { keepCase, seedOf } from '../own-files/sessions.mjs';
import { picture } from '../picture.mjs';

const PACKAGE = '@google/gemini-cli';
const PROGRAM = path.join(packageFolder(PACKAGE), 'bundle/gemini.js');
const SCALE = 2_000;
/** What its headless mode can do: the others are drawn as plain ones. */
const KINDS = new Set(['texts', 'calls', 'usage', 'images', 'resume', 'switch', 'errors', 'odd']);
const MODELS = ['gemini-2.5-flash', 'gemini-2.5-pro'];
const LIMIT = 1_048_576;

const seed = await seedOf('gemini-cli');
const origin = originOf(PACKAGE);
if (origin.license !== 'Apache-2.0') throw new Error(`${PACKAGE} is under ${origin.license}.`);
const folder = mkdtempSync(path.join(tmpdir(), 'highwater-gemini-'));
const files = path.join(folder, 'results');
mkdirSync(files);

/** The share of the model's limit from which it compresses: some thousand tokens. */
function limits(random, kind) {
  const tokens = kind === 'odd' ? random.int(1_001, 9_999) : random.int(6, 20) * 500;
  return { share: Math.round((tokens / LIMIT) * 1e6) / 1e6 };
}

let results = 0;

/** A call of its shell that prints a text. */
function toolOf(call) {
  const { mode, argument, result } = call;
  if (mode === 'unknown') return { name: 'search', args: { pa: argument } };
  if (mode === 'malformed') return { name: 'run_shell_command', args: { order: argument } };
  const file = path.join(files, `${++results}.txt`);
  writeFileSync(file, result);
  const command = `cat ${file}${mode === 'fails' ? '; exit 3' : ''}`;
  const args = argumentsOf(call, (description) => ({ command, description }));
  return { name: 'run_shell_command', args: JSON.parse(args) };
}

/**
 * The file has what stands before the first prompt as a message of its own, and so each result of several
 * calls; a summary is acknowledged: the two are one.
 */
function asStored(content) {
  const [first, ...parts] = content.parts;
  if (first.functionResponse) return content.parts.filter((part) => part.functionResponse);
  if (/^Got it\. Thanks for the additional context/.test(first.text ?? '')) return [];
  const begins = /^<session_context>/.test(first.text ?? '') && parts.length > 0;
  return begins
    ? [
        { ...content, parts: [first] },
        { ...content, parts },
      ]
    : [content];
}

const systemOf = ({ systemInstruction }) => JSON.stringify(systemInstruction ?? '').slice(0, 200);

const server = await serveGemini({
  toolOf,
  // For a summary, and whether that is right.
  asks: 2,
  isSummary: (body) => /specialized system component responsible for distil/.test(systemOf(body)),
  isAside: ({ generationConfig }) => generationConfig?.responseMimeType === 'application/json',
  messagesOf: (contents) => contents.flatMap(asStored),
});

/** Runs the program with a prompt to its end. */
function prompted({ home, work, model, text, again }) {
  const args = [PROGRAM, '-m', model, '--approval-mode', 'yolo', '-p', text];
  const child = spawn(process.execPath, [...args, ...(again ? ['--resume', 'latest'] : [])], {
    cwd: work,
    env: {
      PATH: '/usr/bin:/bin',
      HOME: home,
      GEMINI_API_KEY: 'none',
      GOOGLE_GEMINI_BASE_URL: `http://127.0.0.1:${server.port}`,
      GEMINI_CLI_NO_RELAUNCH: 'true',
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
    },
    stdio: ['ignore', 'ignore', process.env['GEMINI_LOG'] ? 'inherit' : 'ignore'],
  });
  return new Promise((resolve) => child.once('exit', resolve));
}

/** A prompt more is a resumed session here: other kinds have one, with the calls of all turns. */
function turnsOf({ kind, turns }) {
  if (kind === 'resume' || kind === 'switch' || kind === 'recorded') return turns;
  const [first] = turns;
  const rounds = turns.flatMap((turn) => turn.rounds);
  return [{ ...first, rounds: [...rounds.filter(({ calls }) => calls.length > 0), rounds.at(-1)] }];
}

async function run(script) {
  const home = path.join(folder, `home-${script.seed}`);
  const work = path.join(home, 'work');
  mkdirSync(path.join(home, '.gemini'), { recursive: true });
  mkdirSync(work);
  const settings = {
    security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
    general: { enableAutoUpdate: false, disableAutoUpdate: true, retryFetchErrors: false },
    privacy: { usageStatisticsEnabled: false },
    model: {
      compressionThreshold: script.settings.share,
      skipNextSpeakerCheck: true,
      disableLoopDetection: true,
    },
  };
  writeFileSync(path.join(home, '.gemini/settings.json'), JSON.stringify(settings));
  writeFileSync(path.join(work, 'a.png'), picture(64, 48));
  server.play(script);
  let [model, other] = MODELS;
  for (const [i, turn] of turnsOf(script).entries()) {
    if (turn.before === 'switch') model = other;
    server.state.rounds = turn.rounds.map((round) => ({ ...round, error: round.error && 400 }));
    const text = `${turn.images > 0 ? '@a.png ' : ''}${turn.prompt.replaceAll('@', '')}`;
    await prompted({ home, work, model, text, again: i > 0 });
  }
  const chats = path.join(home, '.gemini/tmp');
  const names = readdirSync(chats, { recursive: true }).filter((name) =>
    /chats\/session-/.test(name),
  );
  const paths = names.map((name) => path.join(chats, name));
  const [file] = paths.toSorted((a, b) => statSync(b).size - statSync(a).size);
  const { requests, compactions } = server.state;
  const own = { name: path.basename(file), text: readFileSync(file, 'utf8') };
  return { file: own, files: names.length, truth: { requests, trailing: compactions } };
}

const script = scriptOf(seed, { scale: SCALE, limits, turns: [3, 6] });
const kind = KINDS.has(script.kind) ? script.kind : 'plain';
const { file, files: count, truth } = await run(script);
if (count !== 1) process.stderr.write(`${seed}: ${count} files\n`);
const { version, license } = origin;
keepCase(
  { system: 'gemini-cli', policy: 'gemini-cli', package: PACKAGE, version, license },
  { seed, kind, settings: script.settings, file, truth },
);
