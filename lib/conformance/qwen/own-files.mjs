// Writes chats of Qwen Code as it stores them, with what the model server saw: `npm run own-files:qwen` in
// lib/conformance, `-- --seed N --count M --out file` for others.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { originOf } from '../golden.mjs';
import { serveChat } from '../own-files/chat-server.mjs';
import { argumentsOf } from '../own-files/recorded-calls.mjs';
import { scriptOf } from '../own-files/script.mjs';
import { keepCase, seedOf } from '../own-files/sessions.mjs';
import { picture } from '../picture.mjs';
import { QwenProgram } from './program.mjs';

const PACKAGE = '@qwen-code/qwen-code';
const SCALE = 2_000;

const seed = await seedOf('qwen');
const origin = originOf(PACKAGE);
const folder = mkdtempSync(path.join(tmpdir(), 'highwater-qwen-'));
const files = path.join(folder, 'results');
mkdirSync(files);
const image = path.join(files, 'a.png');
writeFileSync(image, picture(64, 48));

/**
 * The model's window, and the share of it from which Qwen Code compresses: some thousand tokens. Odd ones clear old
 * results soon, and keep few.
 */
function limits(random, kind) {
  const odd = kind === 'odd';
  const drawn = odd ? random.int(7_001, 49_999) : random.int(12, 48) * 1_000;
  // A picture counts 1,600: beside a small window's limit a prompt with one is often not sent at all.
  const window = kind === 'images' ? Math.max(drawn, 48_000) : drawn;
  const tokens = odd ? random.int(3_001, 9_999) : random.int(9, 20) * 500;
  const share = Math.min(0.9, Math.round((tokens / window) * 100) / 100);
  if (!odd) return { window, share };
  return { window, share, results: random.int(500, 12_000), keepResults: random.int(1, 3) };
}

let results = 0;

/** A call of its shell that prints a text, or of its reader for a picture. */
function toolOf(call) {
  const { mode, image: isImage, argument, result } = call;
  if (mode === 'unknown') return { name: 'search', args: JSON.stringify({ pa: argument }) };
  if (isImage) return { name: 'read_file', args: JSON.stringify({ file_path: image }) };
  const file = path.join(files, `${++results}.txt`);
  writeFileSync(file, result);
  const command = `cat ${file}${mode === 'fails' ? '; exit 3' : ''}`;
  return {
    name: 'run_shell_command',
    args: argumentsOf(call, (description) => ({ command, description, is_background: false })),
  };
}

const lastText = ({ messages }) => JSON.stringify(messages.at(-1)?.content ?? '').slice(-400);

const PUT_BACK = /^(Recently accessed file|Recent visual snapshots)/;

/**
 * What Qwen Code puts behind a summary is one with it: an acknowledgement, unless it holds calls that are still
 * open, files and pictures.
 */
function isOfSummary({ role, content, tool_calls }) {
  const parts = Array.isArray(content) ? content : [{ type: 'text', text: content ?? '' }];
  const texts = parts.flatMap(({ type, text }) => (type === 'text' ? [text] : []));
  // A prompt behind what was put back is sent in one message with it.
  if (role === 'user') return texts.length > 0 && texts.every((text) => PUT_BACK.test(text));
  const isAcknowledgement = /^Got it\. Thanks for the additional context!$/.test(texts[0] ?? '');
  return role === 'assistant' && tool_calls === undefined && isAcknowledgement;
}

/** Pictures of a tool's result are sent once more behind it, as the user's. */
const isOfResult = ({ role, content }, before) =>
  role === 'user' &&
  before?.role === 'tool' &&
  Array.isArray(content) &&
  content.some(({ type }) => type === 'image_url');

const server = await serveChat({
  toolOf,
  messagesOf: (messages) =>
    messages.filter((one, i) => !isOfSummary(one) && !isOfResult(one, messages[i - 1])),
  isSummary: (body) => /produce the <state_snapshot> XML/.test(lastText(body)),
});

/** Chars of what stands before the first prompt and is in no file. */
function remindersOf(messages) {
  const { content } = messages.find(({ role }) => role === 'user');
  const texts = content.flatMap(({ text }) =>
    /^<system-reminder>/.test(text ?? '') ? [text] : [],
  );
  return texts.join('').length;
}

function settingsOf({ settings, later }) {
  const baseUrl = `http://127.0.0.1:${server.port}/v1`;
  const modelOf = (id, { window }) => ({
    ...{ id, name: id, baseUrl, envKey: 'SCRIPTED_KEY' },
    generationConfig: { contextWindowSize: window, maxRetries: 0, modalities: { image: true } },
  });
  return {
    security: { auth: { selectedType: 'openai' }, folderTrust: { enabled: false } },
    general: { enableAutoUpdate: false },
    privacy: { usageStatisticsEnabled: false },
    memory: { enableManagedAutoMemory: false, enableManagedAutoDream: false },
    context: {
      autoCompactThreshold: settings.share,
      clearContextOnIdle: {
        toolResultsNumToKeep: settings.keepResults,
        toolResultsTotalCharsThreshold: settings.results,
      },
    },
    model: { name: 'm', skipLoopDetection: true },
    tools: { shell: { enableInteractiveShell: false } },
    modelProviders: {
      openai: [modelOf('m', settings), modelOf('n', { ...settings, ...later })],
    },
  };
}

async function run(script) {
  const home = path.join(folder, `home-${script.seed}`);
  const work = path.join(home, 'work');
  mkdirSync(path.join(home, '.qwen'), { recursive: true });
  mkdirSync(work);
  writeFileSync(path.join(home, '.qwen/settings.json'), JSON.stringify(settingsOf(script)));
  writeFileSync(path.join(work, 'a.png'), picture(64, 48));
  const { state } = server;
  server.play({
    ...script,
    summaries: script.summaries.map((text) => `<state_snapshot>${text}</state_snapshot>`),
  });
  let reminders = null;
  state.onRequest = (_, __, { messages }) => (reminders ??= remindersOf(messages));
  const program = new QwenProgram(home, work);
  await program.start();
  if (script.kind === 'switch') await program.initialize();
  const begun = new Set();
  const again = (...more) => {
    begun.add(state.requests.length);
    return program.again(...more);
  };
  for (const turn of script.turns) {
    if (program.failed) await again();
    if (turn.before === 'manual') {
      state.byHand = true;
      await program.prompt('/compress');
      state.byHand = false;
    }
    if (turn.before === 'resume') await again();
    if (turn.before === 'fork') await again('--fork-session');
    if (turn.before === 'switch') await program.model('n');
    // A failed server is asked again and again: only what it gives up at once is drawn.
    state.rounds = turn.rounds.map((round) => ({ ...round, error: round.error && 400 }));
    const images = '@a.png '.repeat(Math.min(1, turn.images));
    await program.prompt(`${images}${turn.prompt.replaceAll('@', '')}`);
  }
  await program.stop();
  const { requests, compactions } = state;
  if (!program.compared(requests, begun)) process.stderr.write(`${script.seed}: no values\n`);
  return { reminders, file: program.file(), truth: { requests, trailing: compactions } };
}

const script = scriptOf(seed, { scale: SCALE, limits, turns: [2, 4] });
// The file names the window.
const { window: _, ...settings } = script.settings;
const { reminders, ...done } = await run(script);
const { version } = origin;
keepCase(
  { system: 'qwen', policy: 'qwen', package: PACKAGE, version, license: 'Apache-2.0' },
  { seed, kind: script.kind, settings: { ...settings, reminders }, ...done },
);
