/**
 * Runs Gemini CLI's own client over generated sessions and writes what it did as a golden file:
 * `npm run gemini-cli` in lib/conformance. Its chat, its compression and the order in which it calls
 * them are the package's; scripted are the model and the results of tools. Events are written as in
 * `adk.mjs`, besides: `t40` a thought of the model, `i1200` an image of so many bytes. A number counts UTF-16
 * units; a letter behind it says which text: none for ASCII, `e` accents, `z` Chinese, `g` emoji, `j` Japanese
 * among other letters. A third of the sessions has such texts.
 *
 * Per request: the count it compared, the status it reports (1 compressed, 2 inflated, 4 no summary,
 * 5 nothing, 6 function responses cut only), the count of an inflated history, 0 for none, the events
 * that its summary covers, how many messages of the history hold cut or masked function responses, and
 * the prompt tokens that the model reports, which are those of the request times a ratio.
 */
import { goldenFile } from '../golden.mjs';
import { onLoopbackOnly } from '../loopback.mjs';
import { randomFrom } from '../random.mjs';
import { drawLog, drawSettings } from './draw.mjs';
import { ScriptedModel } from './model.mjs';
import { entriesOf } from './parts.mjs';
import { Session } from './session.mjs';

const SEED = 20261123;
const SESSIONS = 240;

onLoopbackOnly();
const { clearHome, origin, startClient } = await import('./client.mjs');

async function run(number) {
  const seed = SEED + number;
  const random = randomFrom(seed);
  const settings = drawSettings(random, number);
  const model = new ScriptedModel(settings, random);
  const session = new Session(settings, random, await startClient(settings, model), model);
  const drawn = drawLog(random, settings.sizes);
  const entries = entriesOf(drawn);
  const log = [];
  let turn = 0;
  for (const [i, short] of drawn.entries()) {
    if (short[0] === 'u') turn++;
    if (entries[i] !== undefined) session.entries.push(entries[i]);
    else if (!(await session.ask(short === '-', entries[i + 1], `prompt-${turn}`))) break;
    log.push(short);
  }
  const { sizes: _sizes, kind: _kind, masking, ...known } = settings;
  const mask = [masking.protectionThresholdTokens, masking.minPrunableThresholdTokens];
  const forced = session.forced.length > 0 ? { forced: session.forced } : {};
  const steps = session.steps.map((one) => one.join(' '));
  return { seed, ...known, mask, summaries: model.summaries, ...forced, log: log.join(' '), steps };
}

const runs = [];
for (let i = 0; i < SESSIONS; i++) runs.push(await run(i));
clearHome();
goldenFile('gemini-cli', { ...origin, seed: SEED, runs });
process.exit(0);
