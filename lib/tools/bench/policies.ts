import { contextGuardThreshold } from '@/lib/policies/contextguard/threshold';
import type { Policy } from '@/lib/engine/policy/policy';
import { policies } from '@/lib/policies/registry';
import { prepare, type Replayable } from '@/lib/engine/replay/prepare';
import { replay } from '@/lib/engine/replay/replay';
import multiTurn from '@/lib/readers/scenarios/fixtures/scenarios.json';
import { generateSession } from '@/lib/readers/scenarios/flow';
import { samples } from '../samples/samples';
import { scenarioFileSchema, type ScenarioSession } from '@/lib/readers/scenarios/schema';
import { generateProfile } from '@/lib/readers/scenarios/simulate';
import { MemoryStore } from '@/lib/engine/session/memory-store';
import { measureSession } from '@/lib/engine/tokens/measure';
import { printFigures, unitsPerSecond, type Figure } from './measure';
import { straightforwardPort } from './straightforward-port';

const LONG_SCENARIO = 'TestBrutal_200k_200Turns';
const ROUNDS = 10;
const ROUND_MS = 100;
/** Windows with many and with no compactions of the 10,000-step sample. */
const WINDOWS = [60_000, 10_000_000] as const;

function twoHundredTurns(): ScenarioSession {
  const found = scenarioFileSchema
    .parse(multiTurn)
    .scenarios.find(({ name }) => name === LONG_SCENARIO);
  const [session] = found?.sessions ?? [];
  if (!session) throw new Error(`There is no scenario ${LONG_SCENARIO}`);
  return session;
}

/** Converts sizes to strings of that many bytes, as in a recorded session. */
function withTexts({ config, turns }: ScenarioSession): ScenarioSession {
  const text = (size: number | string): string =>
    typeof size === 'string' ? size : 'x'.repeat(size);
  return {
    config,
    turns: turns.map((turn) => ({
      ...turn,
      user: typeof turn.user === 'string' ? turn.user : text(turn.user.bytes ?? 0),
      modelBytes: text(turn.modelBytes),
      toolCalls: turn.toolCalls.map(({ name, responseBytes }) => ({
        name,
        responseBytes: text(responseBytes),
      })),
    })),
  };
}

/** The 200-turn scenario under ContextGuard: the replay compared with a port of the reference. */
function portFigures(): readonly Figure[] {
  const scenario = twoHundredTurns();
  const { config } = scenario;
  const store = new MemoryStore();
  const session = store.session(generateSession(store, withTexts(scenario), LONG_SCENARIO));
  const conditions = {
    window: config.contextWindow,
    systemTokens: config.systemHeuristic ?? 0,
    ratio: config.tokenRatio,
    summaryBytes: 120,
  };
  const { profile, settings, script, limit } = generateProfile(scenario, LONG_SCENARIO);
  const ready = prepare(profile);
  const parsed = contextGuardThreshold.settings.parse(settings);
  const run = replay(ready, contextGuardThreshold, parsed, { script, limit });
  const port = straightforwardPort(session, conditions);
  const compactions = run.columns.compacted.reduce((sum, bit) => sum + bit, 0);
  if (port.compactions !== compactions || port.lastHeuristic !== run.columns.heuristicSent.at(-1)) {
    throw new Error('The port and the replay disagree: one of them is wrong.');
  }
  const steps = profile.stepCount;
  const slow = unitsPerSecond(steps, () => straightforwardPort(session, conditions), ROUNDS);
  const fast = unitsPerSecond(steps, () => {
    replay(ready, contextGuardThreshold, parsed, { script, limit, into: run });
  });
  return [
    { name: 'port that re-estimates every entry', value: `${(slow / 1e6).toFixed(3)} M steps/s` },
    {
      name: `replay: ${steps} steps, ${compactions} compactions`,
      value: `${(fast / 1e6).toFixed(1)} M steps/s`,
      ratio: `${Math.round(fast / slow)} × the port`,
    },
  ];
}

function sampleSession(id: string): Replayable {
  const sample = samples.find((one) => one.id === id);
  if (!sample) throw new Error(`There is no sample ${id}`);
  return prepare(measureSession(sample.build()));
}

function policyFigure(session: Replayable, policy: Policy, window: number): Figure {
  const known = policy.settings.safeParse({ window });
  const settings = known.success ? known.data : policy.settings.parse({});
  const into = replay(session, policy, settings);
  const steps = session.profile.stepCount;
  const rate = unitsPerSecond(
    steps,
    () => replay(session, policy, settings, { into }),
    ROUNDS,
    ROUND_MS,
  );
  const compactions = into.columns.compacted.reduce((sum, bit) => sum + bit, 0);
  return {
    name: policy.id,
    value: `${(rate / 1e6).toFixed(1)} M steps/s`,
    ratio: `${compactions} compactions`,
    ...(policy.id === contextGuardThreshold.id ? {} : { goal: 'goal ≥ 2 M steps/s' }),
  };
}

/** Steps per second of every policy, and the ratio to a straightforward port. */
export function benchPolicies(): void {
  printFigures(`${LONG_SCENARIO}, one core`, portFigures());
  const busy = sampleSession('kubernetes-agent');
  printFigures(
    'Every policy, Kubernetes sample (Goat prunes on 200 of 246 steps), window 200,000',
    policies.map((policy) => policyFigure(busy, policy, 200_000)),
  );
  const session = sampleSession('long-session');
  for (const window of WINDOWS) {
    printFigures(
      `Every policy, 10,000-step sample, window ${window.toLocaleString('en')}`,
      policies.map((policy) => policyFigure(session, policy, window)),
    );
  }
}
