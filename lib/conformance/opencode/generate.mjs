// Runs OpenCode over the seeded scripts and writes what it did: `npm run opencode` in lib/conformance.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { goldenFile, originOf } from '../golden.mjs';
import { onLoopbackOnly } from '../loopback.mjs';
import { ScriptedModel } from './model.mjs';
import { scriptOf } from './script.mjs';
import { startOpencode } from './server.mjs';

const RUNS = 36;
const PORT = 4599;

onLoopbackOnly();
const folder = mkdtempSync(path.join(tmpdir(), 'highwater-opencode-'));
const server = await startOpencode(folder, PORT);
const runs = [];
const from = Number(process.argv[2] ?? 0);
for (let seed = from; seed < from + Number(process.argv[3] ?? RUNS); seed++) {
  runs.push(await run(seed));
}
await server.stop();
rmSync(folder, { recursive: true });
goldenFile('opencode', { ...originOf('opencode-ai'), runs });

function configOf({ context, output, input, reserved }, port) {
  const limit = { context, output, ...(input > 0 ? { input } : {}) };
  const options = { baseURL: `http://127.0.0.1:${port}/v1`, apiKey: 'none' };
  const models = { m: { name: 'm', limit } };
  return {
    autoupdate: false,
    share: 'disabled',
    model: 'mock/m',
    small_model: 'mock/m',
    permission: 'allow',
    compaction: reserved === null ? {} : { reserved },
    provider: { mock: { npm: '@ai-sdk/openai-compatible', name: 'mock', options, models } },
  };
}

async function run(seed) {
  const script = scriptOf(seed);
  const model = new ScriptedModel(script);
  const port = await model.listen();
  const work = path.join(folder, `run-${seed}`);
  mkdirSync(work);
  writeFileSync(path.join(work, 'opencode.json'), JSON.stringify(configOf(script, port)));
  const post = async (place, body) => {
    const query = `directory=${encodeURIComponent(work)}`;
    const response = await fetch(`http://127.0.0.1:${PORT}${place}?${query}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`Run ${seed}: ${place} answers ${response.status}.`);
    return response.json();
  };
  const session = await post('/session', {});
  for (const turn of script.turns) {
    model.turn(turn);
    const parts = [{ type: 'text', text: `${model.log.length} `.padEnd(turn.user, 'u') }];
    const ended = await post(`/session/${session.id}/message`, {
      model: { providerID: 'mock', modelID: 'm' },
      parts,
    });
    if (ended.info.error) throw new Error(`Run ${seed}: ${JSON.stringify(ended.info.error)}`);
  }
  model.close();
  const { subject, context, output, input, reserved } = script;
  return { seed, subject, context, output, input, reserved, log: model.log };
}
