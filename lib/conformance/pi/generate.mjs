// Runs pi's own agent session over seeded sessions and writes what it did: `npm run pi` in lib/conformance.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { goldenFile, originOf, packageFolder } from '../golden.mjs';
import { onLoopbackOnly } from '../loopback.mjs';
import { ScriptedPi } from './agent.mjs';
import { countTime, textOf } from './messages.mjs';
import { PICTURE, scriptOf } from './script.mjs';

const FIRST = 100;
const RUNS = 320;
const PACKAGE = '@earendil-works/pi-coding-agent';

onLoopbackOnly();
const home = packageFolder(PACKAGE);
const origin = originOf(PACKAGE);
const { version, license } = origin;
if (license !== 'MIT') throw new Error(`${PACKAGE} ${version} is under ${license}, not MIT.`);
const folder = mkdtempSync(path.join(tmpdir(), 'highwater-pi-'));
process.env.HOME = folder;
process.env.PI_OFFLINE = '1';
// The bundle needs no other package.
const pi = await import(pathToFileURL(path.join(home, 'dist/bundle/index.js')));
const modelsPath = path.join(folder, 'models.json');
const models = [{ id: 'm', input: ['text', 'image'], maxTokens: 8_192 }];
const scripted = {
  api: 'openai-completions',
  baseUrl: 'http://127.0.0.1:9',
  apiKey: 'none',
  models,
};
writeFileSync(modelsPath, JSON.stringify({ providers: { scripted } }));
const modelRuntime = await pi.ModelRuntime.create({
  authPath: path.join(folder, 'auth.json'),
  modelsPath,
});
const [summary] = pi.convertToLlm([{ role: 'compactionSummary', summary: '', timestamp: 0 }]);
const place = { folder, modelRuntime, wrapper: textOf(summary).length };
countTime();

const runs = [];
const from = Number(process.argv[2] ?? FIRST);
for (let seed = from; seed < from + Number(process.argv[3] ?? RUNS); seed++) {
  const script = scriptOf(seed);
  const agent = new ScriptedPi(pi, script, place);
  await agent.begin();
  const { prefix, steps } = await agent.run();
  const { window, reserve, keep, ratio, summaries, log } = script;
  runs.push({ seed, window, reserve, keep, ratio, prefix, summaries, log: log.join(' '), steps });
}
rmSync(folder, { recursive: true });
goldenFile('pi', { ...origin, picture: PICTURE.length, runs });
