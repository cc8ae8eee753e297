/**
 * What Strands' agent does with its two conversation managers, headless: the model, the tool and the summariser are
 * scripted, the rest is the package's.
 */
import { goldenFile } from '../golden.mjs';
import { onLoopbackOnly } from '../loopback.mjs';
import { randomFrom } from '../random.mjs';

onLoopbackOnly();
const {
  origin,
  prefixTokens,
  runAgent,
  SlidingWindowConversationManager,
  SummarizingConversationManager,
} = await import('./agent.mjs');

const SEED = 20261124;
const RUNS = 240;

/** Chars of texts, results and arguments; arguments take whole tokens. */
function drawLog(random) {
  const log = [];
  const ask = () => log.push(random.chance(0.85) ? '-' : '~');
  for (let turn = random.int(2, 9); turn > 0; turn--) {
    log.push(`u${random.int(1, 3_000)}`);
    for (let round = random.int(0, 9); round > 0; round--) {
      const calls = Array.from({ length: random.int(1, 3) }, () => `c${4 * random.int(1, 300)}`);
      const said = random.chance(0.4) ? [`m${4 * random.int(1, 400)}`] : [];
      ask();
      log.push(
        [...said, ...calls].join('+'),
        calls.map(() => `r${random.int(1, 6_000)}`).join('+'),
      );
    }
    ask();
    log.push(`m${4 * random.int(1, 700)}`);
  }
  return log;
}

const summariesOf = (random) =>
  Array.from({ length: 80 }, () => {
    if (random.chance(0.08)) return -1;
    return random.chance(0.05) ? 0 : random.int(1, 4_000);
  });

const kinds = {
  summarizing: {
    settings: (random) => ({
      window: random.int(8_000, 40_000),
      share: random.int(20, 100) / 100,
      ratio: random.int(10, 80) / 100,
      keep: random.int(0, 14),
    }),
    manager: ({ share, ratio, keep }) =>
      new SummarizingConversationManager({
        proactiveCompression: { compressionThreshold: share },
        summaryRatio: ratio,
        preserveRecentMessages: keep,
      }),
  },
  sliding: {
    settings: (random) => ({ window: 1_000_000, keep: random.int(1, 40) }),
    manager: ({ keep }) => new SlidingWindowConversationManager({ windowSize: keep }),
  },
};

for (const [kind, { settings: drawn, manager }] of Object.entries(kinds)) {
  const runs = [];
  for (let i = 0; i < RUNS; i++) {
    const random = randomFrom(SEED + i);
    const settings = drawn(random);
    const given = { ratio: random.int(2, 24) / 8, prefix: prefixTokens };
    const log = drawLog(random);
    const summaries = summariesOf(random);
    const steps = await runAgent({ ...settings, ...given }, log, summaries, manager(settings));
    const used = summaries.slice(
      0,
      steps.reduce((sum, [, asked]) => sum + asked, 0),
    );
    runs.push({ seed: SEED + i, settings, ...given, log: log.join(' '), summaries: used, steps });
  }
  goldenFile('strands', { ...origin, part: kind, runs });
}
