// Runs Codex over the seeded scripts and writes what it did: `npm run codex` in lib/conformance.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { goldenFile, originOf, packageFolder } from '../golden.mjs';
import { onLoopbackOnly } from '../loopback.mjs';
import { picture } from '../picture.mjs';
import { startCodex } from './agent.mjs';
import { ScriptedModel } from './model.mjs';
import { scriptOf } from './script.mjs';

const RUNS = 48;
const BINARY = 'vendor/x86_64-unknown-linux-musl/bin/codex';
const plain = (line) => line.replace(/\u001b\[[0-9;]*m/g, '');
const VALUE = /post sampling token usage .*?total_usage_tokens=(\d+)/;

onLoopbackOnly();
const folder = mkdtempSync(path.join(tmpdir(), 'highwater-codex-'));
const image = path.join(folder, 'picture.png');
writeFileSync(image, picture(64, 48));
const runs = [];
const from = Number(process.argv[2] ?? 0);
for (let seed = from; seed < from + Number(process.argv[3] ?? RUNS); seed++) {
  runs.push(await run(seed));
}
rmSync(folder, { recursive: true });
goldenFile('codex', { ...originOf('@openai/codex'), runs });

async function run(seed) {
  const script = scriptOf(seed);
  const model = new ScriptedModel(script, image);
  const port = await model.listen();
  const codex = await startCodex({
    binary: path.join(packageFolder('@openai/codex-linux-x64'), BINARY),
    folder: path.join(folder, 'run'),
    port,
    window: script.window,
    limit: script.limit,
  });
  await codex.begin();
  for (const turn of script.turns) {
    model.turn(turn);
    const pictures = Array.from({ length: turn.images }, () => ({
      type: 'localImage',
      path: image,
    }));
    const said = `${model.log.length} `.padEnd(turn.user, 'u');
    const { turn: ended } = await codex.turn([{ type: 'text', text: said }, ...pictures]);
    if (ended.status !== 'completed') throw new Error(`Run ${seed}: ${JSON.stringify(ended)}`);
  }
  await codex.stop();
  model.close();
  const values = codex.log.flatMap((line) => VALUE.exec(plain(line))?.[1] ?? []);
  const { subject, window, limit } = script;
  return { seed, subject, window, limit, log: withValues(model.log, values.map(Number), seed) };
}

/** Puts behind each usage the tokens that Codex said it compared after it. */
function withValues(log, values, seed) {
  const usages = log.filter(([kind]) => kind === '-').length;
  if (usages !== values.length) {
    throw new Error(`Run ${seed}: ${usages} responses, ${values.length} values in Codex’s log.`);
  }
  let next = 0;
  return log.map((item) => (item[0] === '-' ? [...item, values[next++]] : item));
}
