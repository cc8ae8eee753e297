/** What Kimi Code does in seeded sessions, headless: the model, the tools and the summariser are scripted. */
import { goldenFile } from '../golden.mjs';
import { onLoopbackOnly } from '../loopback.mjs';
import { randomFrom } from '../random.mjs';

onLoopbackOnly();
const { origin } = await import('./bundle.mjs');
const { runKimi } = await import('./agent.mjs');

const SEED = 20261125;
const RUNS = Number(process.env['RUNS'] ?? 240);
/** About the tokens of Kimi's own system prompt and tools. */
const PREFIX = 20_000;

/** Chars of what the user says: a few words, or what somebody pasted. */
function userChars(random, long) {
  if (random.chance(long)) return random.int(10_000, 60_000);
  return random.int(1, random.chance(0.3) ? 4_000 : 400);
}

/** Text outside ASCII now and then, of so many characters at most. */
const wide = (random, letter, chars, share) =>
  random.chance(share)
    ? `${letter}${Math.min(chars, 3_000)}${random.pick(['e', 'z'])}`
    : `${letter}${chars}`;

function drawResponse(random, calls) {
  const thought = random.chance(0.15) ? [`t${random.int(1, 2_000)}`] : [];
  if (calls.length === 0) return [...thought, wide(random, 'm', random.int(1, 3_000), 0.15)];
  return [...thought, ...(random.chance(0.4) ? [`m${random.int(1, 1_600)}`] : []), ...calls];
}

/** Arguments take whole tokens; the rest is as it comes. */
function drawLog(random) {
  const log = [];
  const reported = random.pick([1, 0.9, 0.6, 0]);
  const long = random.pick([0, 0.1, 0.5]);
  const ask = () => log.push(random.chance(reported) ? '-' : '~');
  for (let turn = random.int(2, 9); turn > 0; turn--) {
    const said = userChars(random, long);
    log.push(long === 0 ? wide(random, 'u', said, 0.1) : `u${said}`);
    for (let round = random.int(0, 8); round > 0; round--) {
      const calls = Array.from({ length: random.int(1, 3) }, () => `c${4 * random.int(1, 300)}`);
      const results = calls.map(() => wide(random, 'r', random.int(1, 9_000), 0.1));
      ask();
      log.push(drawResponse(random, calls).join('+'), results.join('+'));
    }
    ask();
    log.push(drawResponse(random, []).join('+'));
  }
  return log;
}

const summariesOf = (random) =>
  Array.from({ length: 200 }, () => {
    if (random.chance(0.06)) return -1;
    return random.chance(0.05) ? 0 : random.int(1, 6_000);
  });

/** Room for some of the session above the prompt; one in four windows is smaller than the reserve. */
function drawSettings(random, ratio) {
  const window = Math.trunc(Math.max(1, ratio) * (PREFIX + random.int(8_000, 50_000)));
  const reserve = random.pick([0, random.int(1, 20_000), random.int(1, 20_000), 2 * window]);
  return { window, share: random.int(85, 99) / 100, reserve };
}

const runs = [];
for (let i = 0; i < RUNS; i++) {
  const random = randomFrom(SEED + i);
  const ratio = random.int(4, 20) / 8;
  const settings = drawSettings(random, ratio);
  const script = { ratio, log: drawLog(random), summaries: summariesOf(random) };
  const { steps, log, prefix, path, used } = await runKimi(settings, script);
  const given = { settings: { ...settings, path }, ratio, prefix };
  runs.push({ seed: SEED + i, ...given, log: log.join(' '), summaries: used, steps });
}
goldenFile('kimi', { ...origin, runs });
process.exit(0);
