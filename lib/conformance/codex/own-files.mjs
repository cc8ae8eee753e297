// Writes sessions of Codex as its app server stores them, with what the model server saw and what Codex logged:
// `npm run own-files:codex` in lib/conformance, `-- --seed N --count M --out file` for others.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { originOf, packageFolder } from '../golden.mjs';
import { argumentsOf } from '../own-files/recorded-calls.mjs';
import { serveResponses } from '../own-files/responses-server.mjs';
import { scriptOf } from '../own-files/script.mjs';
import { keepCase, seedOf } from '../own-files/sessions.mjs';
import { tarOf } from '../own-files/tar-file.mjs';
import { picture } from '../picture.mjs';
import { startCodex } from './agent.mjs';

const PACKAGE = '@openai/codex';
const BINARY = 'vendor/x86_64-unknown-linux-musl/bin/codex';
const SCALE = 1_200;
const VALUE = /^(\S+Z).*post sampling token usage .*?total_usage_tokens=(\d+)/;
const plain = (line) => line.replace(/\u001b\[[0-9;]*m/g, '');

const seed = await seedOf('codex');
const origin = originOf(PACKAGE);
if (origin.license !== 'Apache-2.0') throw new Error(`${PACKAGE} is under ${origin.license}.`);
const folder = mkdtempSync(path.join(tmpdir(), 'highwater-codex-'));
const image = path.join(folder, 'picture.png');
writeFileSync(image, picture(64, 48));
const files = path.join(folder, 'results');
mkdirSync(files);

/** Settings of Codex; its own instructions and its context take some thousand tokens of the window. */
function limits(random, kind) {
  const window = kind === 'odd' ? random.int(7_001, 15_999) : random.int(14, 26) * 500;
  const limited = kind === 'odd' || random.chance(0.15);
  return { window, limit: limited ? random.int(Math.trunc(window / 2), window) : 0 };
}

let results = 0;

/** A call of Codex's shell that prints a text, or of its viewer. */
function toolOf(call) {
  const { mode, image: withImage, argument, result } = call;
  if (mode === 'unknown') return { name: 'search', args: JSON.stringify({ pa: argument }) };
  if (withImage) return { name: 'view_image', args: JSON.stringify({ path: image }) };
  const file = path.join(files, `${++results}.txt`);
  writeFileSync(file, result);
  const cmd = `cat ${file}${mode === 'fails' ? '; exit 3' : ''} # `;
  const build = (text) => ({ cmd: `${cmd}${text.replaceAll(/\s/g, ' ')}` });
  return { name: 'exec_command', args: argumentsOf(call, build, Buffer.byteLength) };
}

const server = await serveResponses({
  toolOf,
  isSummary: ({ input }) =>
    /^You are performing a CONTEXT CHECKPOINT/.test(input.at(-1)?.content?.[0]?.text ?? ''),
  // First come the instructions, which are no message of the log.
  messagesOf: ([, ...items]) => items.filter(({ type }) => type !== 'reasoning'),
});

/** Runs a script in Codex, again and again where it is resumed; its newest rollout and its log. */
async function run(script) {
  const place = path.join(folder, 'run');
  const start = { folder: place, port: server.port, ...script.settings };
  const binary = path.join(packageFolder('@openai/codex-linux-x64'), BINARY);
  server.play(script);
  const log = [];
  let codex = await startCodex({ binary, ...start });
  await codex.begin({ baseInstructions: 'You look at things.' });
  for (const turn of script.turns) {
    if (turn.before === 'manual') {
      server.state.byHand = true;
      await codex.compact();
      server.state.byHand = false;
    }
    if (turn.before === 'resume') {
      const { thread } = codex;
      await codex.stop();
      log.push(...codex.log);
      codex = await startCodex({ binary, ...start, again: true });
      await codex.begin({ resume: thread });
    }
    if (turn.before === 'fork') await codex.fork();
    server.state.rounds = [...turn.rounds];
    const pictures = Array.from({ length: turn.images }, () => ({
      type: 'localImage',
      path: image,
    }));
    const input = [{ type: 'text', text: turn.prompt }, ...pictures];
    await codex.turn(input, turn.before === 'switch' ? { model: 'mock-other' } : {});
  }
  await codex.stop();
  log.push(...codex.log);
  const requests = withValues(server.state.requests, log);
  return { file: fileOf(codex), truth: { requests, trailing: server.state.compactions } };
}

/** The rollout of the thread; of a fork a tar of it and of its parent's, to which it points for what came before. */
function fileOf({ home, thread }) {
  const sessions = path.join(home, 'sessions');
  const names = readdirSync(sessions, { recursive: true }).filter((file) => /jsonl$/.test(file));
  const rollouts = names.toSorted().map((file) => {
    return { name: path.basename(file), bytes: readFileSync(path.join(sessions, file)) };
  });
  const [first, second] = rollouts;
  if (second === undefined) return { name: first.name, text: first.bytes.toString('utf8') };
  return { name: `${thread}.tar`, latin1: tarOf(rollouts).toString('latin1') };
}

/** Each request with what Codex said that it compared since the request before. */
function withValues(requests, log) {
  const values = log.flatMap((line) => {
    const [, time, value] = VALUE.exec(plain(line)) ?? [];
    return time === undefined ? [] : [{ time: Date.parse(time), value: Number(value) }];
  });
  return requests.map(({ time, ...request }, i) => {
    const since = requests[i - 1]?.time ?? 0;
    const newest = values.findLast((one) => one.time >= since && one.time <= time);
    return { ...request, value: newest?.value ?? null };
  });
}

const script = scriptOf(seed, { scale: SCALE, limits });
const { kind, settings } = script;
const done = await run(script);
const { version, license } = origin;
keepCase(
  { system: 'codex', policy: 'codex', package: PACKAGE, version, license },
  // The rollout states the window.
  { seed, kind, settings: settings.limit > 0 ? { limit: settings.limit } : {}, ...done },
);
