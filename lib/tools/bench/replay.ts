import { contextGuardThreshold } from '@/lib/policies/contextguard/threshold';
import { prepare } from '@/lib/engine/replay/prepare';
import { replay, type Replay } from '@/lib/engine/replay/replay';
import extra from '@/lib/readers/scenarios/fixtures/extra-scenarios.json';
import multiTurn from '@/lib/readers/scenarios/fixtures/scenarios.json';
import { scenarioFileSchema, type ScenarioSession } from '@/lib/readers/scenarios/schema';
import { generateProfile, type GeneratedProfile } from '@/lib/readers/scenarios/simulate';
import { printFigures, unitsPerSecond, type Figure } from './measure';

/** Steps of the bare loop, about as many as in the long session. */
const BARE_STEPS = 2_000;

/** Bare loop with one decision and ten columns per step: an upper bound for replays. */
function bareLoop(): () => void {
  const heuristics = Int32Array.from({ length: BARE_STEPS }, (_, i) => i * 100);
  const [a, b, c, d, e, f, g, h, k, l] = Array.from(
    { length: 10 },
    () => new Float64Array(BARE_STEPS),
  );
  if (!a || !b || !c || !d || !e || !f || !g || !h || !k || !l) throw new Error('ten columns');
  return () => {
    let real = 0;
    let last = 0;
    for (let i = 0; i < BARE_STEPS; i++) {
      const heuristic = (heuristics[i] ?? 0) + 500;
      let correction = 2.5;
      if (real > 0 && last > 0) correction = Math.min(5, Math.max(1, real / last));
      const calibrated = Math.trunc(heuristic * correction);
      a[i] = heuristic;
      b[i] = correction;
      c[i] = calibrated;
      d[i] = Math.max(real, calibrated);
      e[i] = heuristic;
      f[i] = i;
      g[i] = last;
      h[i] = real;
      last = heuristic;
      real = Math.trunc(heuristic * 2);
      k[i] = real;
      l[i] = last;
    }
  };
}

interface Job {
  readonly steps: number;
  readonly run: () => Replay;
}

function job({ profile, settings, script, limit }: GeneratedProfile): Job {
  const session = prepare(profile);
  const parsed = contextGuardThreshold.settings.parse(settings);
  const into = replay(session, contextGuardThreshold, parsed, { script, limit });
  return {
    steps: profile.stepCount,
    run: () => replay(session, contextGuardThreshold, parsed, { script, limit, into }),
  };
}

const sessions = (): readonly ScenarioSession[] =>
  [multiTurn, extra].flatMap((file) =>
    scenarioFileSchema.parse(file).scenarios.flatMap((scenario) => scenario.sessions),
  );

/** All golden scenarios of one window as one session; every third summariser call fails. */
function longSession(window: number): GeneratedProfile {
  const own = sessions().filter(({ config }) => config.contextWindow === window);
  const [first] = own;
  if (!first) throw new Error(`No golden scenario has a window of ${window}`);
  const turns = own.flatMap((session) => session.turns);
  const script = Array.from({ length: 20_000 }, (_, call) =>
    call % 3 === 2 ? { fail: true as const } : { bytes: 120 + (call % 2) * 4_000 },
  );
  const summarizer = { script };
  return generateProfile({ config: { ...first.config, summarizer }, turns }, 'long');
}

function figure(name: string, jobs: readonly Job[], bare: number, goal?: string): Figure {
  const steps = jobs.reduce((sum, { steps: count }) => sum + count, 0);
  const compactions = jobs.reduce(
    (sum, { run }) => sum + run().columns.compacted.reduce((a, b) => a + b, 0),
    0,
  );
  const rate = unitsPerSecond(steps, () => {
    for (const { run } of jobs) run();
  });
  return {
    name: `${name}: ${jobs.length} × ${Math.round(steps / jobs.length)} steps, ${compactions} compactions`,
    value: `${(rate / 1e6).toFixed(1)} M steps/s`,
    ratio: `${(rate / bare).toFixed(2)} of the bare loop`,
    ...(goal === undefined ? {} : { goal }),
  };
}

/** Steps replayed per second, with every golden column, attempts and fallback. */
export function benchReplay(): void {
  const bare = unitsPerSecond(BARE_STEPS, bareLoop());
  const goal = 'goal ≥ 40 M steps/s';
  printFigures('Replay, contextguard-threshold, one core', [
    { name: 'bare loop, ten columns', value: `${(bare / 1e6).toFixed(1)} M steps/s` },
    figure('long session, window 200,000', [job(longSession(200_000))], bare, goal),
    figure('long session, window 8,000', [job(longSession(8_000))], bare),
    figure(
      'golden sessions',
      sessions().map((session) => job(generateProfile(session, 'golden'))),
      bare,
    ),
  ]);
}
