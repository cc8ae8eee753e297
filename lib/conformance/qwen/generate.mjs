/** What Qwen Code's chat does in seeded sessions, headless: provider and summariser are scripted. */
import { goldenFile } from '../golden.mjs';
import { onLoopbackOnly } from '../loopback.mjs';
import { randomFrom } from '../random.mjs';

onLoopbackOnly();
const { origin } = await import('./bundle.mjs');
const { ScriptedChat, TAGS } = await import('./chat.mjs');

const SEED = 20261126;
const RUNS = Number(process.env['RUNS'] ?? 240);
const tags = TAGS.join('').length;

/** Chars of texts and results; texts beside calls and arguments take whole tokens. */
function drawLog(random) {
  const log = [];
  const reported = random.pick([1, 0.9, 0.7, 0]);
  const ask = () => log.push(random.chance(reported) ? '-' : '~');
  for (let turn = random.int(2, 9); turn > 0; turn--) {
    log.push(`u${random.int(1, random.chance(0.2) ? 30_000 : 2_000)}`);
    for (let round = random.int(0, 9); round > 0; round--) {
      const calls = Array.from({ length: random.int(1, 3) }, () => `c${4 * random.int(1, 300)}`);
      const said = random.chance(0.4) ? [`m${4 * random.int(1, 400)}`] : [];
      const most = random.chance(0.1) ? 40_000 : 8_000;
      ask();
      log.push(
        [...said, ...calls].join('+'),
        calls.map(() => `r${random.int(40, most)}`).join('+'),
      );
    }
    ask();
    log.push(`m${random.int(1, 3_000)}`);
  }
  return log;
}

/** Errors, nothing, texts that grow the history, and texts. */
const summariesOf = (random) => {
  const faults = random.pick([0.05, 0.5]);
  return Array.from({ length: 200 }, () => {
    if (random.chance(faults)) return random.pick([-1, -1, 0, random.int(20_000, 120_000)]);
    return random.int(1, 8_000);
  });
};

function drawSettings(random) {
  return {
    window: random.int(12_000, 90_000),
    share: random.int(40, 100) / 100,
    sharing: random.chance(0.5),
    minutes: random.pick([60, 60, 30, -1]),
    results: random.pick([500_000, random.int(10_000, 80_000)]),
    keepResults: random.int(1, 8),
  };
}

const runs = [];
for (let i = 0; i < RUNS; i++) {
  const random = randomFrom(SEED + i);
  const settings = drawSettings(random);
  const given = { ratio: random.int(3, 16) / 8, prefix: random.int(0, 6_000) };
  const log = drawLog(random);
  const summaries = summariesOf(random);
  const gaps = log.map(() => (random.chance(0.1) ? random.int(20, 90) : random.int(0, 3)));
  const chat = new ScriptedChat({ settings, ...given, log, summaries, gaps });
  await chat.run();
  const used = chat.used.map((chars) => (chars > 0 ? chars + tags : chars));
  const { times, steps } = chat;
  const text = chat.log.join(' ');
  runs.push({ seed: SEED + i, settings, ...given, log: text, times, summaries: used, steps });
}
goldenFile('qwen', { ...origin, runs });
process.exit(0);
