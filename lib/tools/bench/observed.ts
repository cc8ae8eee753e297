import { policies } from '@/lib/policies/registry';
import { observe } from '@/lib/engine/replay/observed/observe';
import { prepare } from '@/lib/engine/replay/prepare';
import { replay } from '@/lib/engine/replay/replay';
import { measureSession } from '@/lib/engine/tokens/measure';
import { samples } from '../samples/samples';
import { printFigures, type Figure } from './measure';

const WATCHING = ['contextguard-threshold', 'claude-code', 'codex', 'pi'] as const;
const ROUNDS = 12;
const ROUND_MS = 120;

/** Processor time of a run in milliseconds, of so many that a round is measurable. */
function processorTime(run: () => void): number {
  let runs = 0;
  const from = process.cpuUsage();
  for (;;) {
    run();
    runs++;
    const { user, system } = process.cpuUsage(from);
    const spent = (user + system) / 1_000;
    if (spent >= ROUND_MS) return spent / runs;
  }
}

/** Two runs in turn: whatever slows the machine slows both. The least time of each. */
function inTurn(a: () => void, b: () => void): readonly [number, number] {
  let least: readonly [number, number] = [Infinity, Infinity];
  for (let round = 0; round < ROUNDS; round++) {
    least = [Math.min(least[0], processorTime(a)), Math.min(least[1], processorTime(b))];
  }
  return least;
}

/** A policy that watches the 10,000-step sample, beside its own replay of it, in processor time. */
export function benchObserved(): void {
  const sample = samples.find(({ id }) => id === 'long-session');
  if (sample === undefined) throw new Error('There is no long session');
  const session = prepare(measureSession(sample.build()));
  const { stepCount } = session.profile;
  const rate = (ms: number): string => `${(stepCount / ms / 1_000).toFixed(1)} M steps/s`;
  const figures = policies
    .filter(({ id }) => WATCHING.some((one) => one === id))
    .map((policy): Figure => {
      const settings = policy.settings.parse({}) as never;
      const seen = observe(session, policy, settings);
      const free = replay(session, policy, settings);
      const [watching, replaying] = inTurn(
        () => void observe(session, policy, settings, { into: seen }),
        () => void replay(session, policy, settings, { into: free }),
      );
      const asked = seen.observation?.fires.reduce((sum, firing) => sum + Number(firing > 0), 0);
      return {
        name: `${policy.id}: asks at ${asked ?? 0} steps`,
        value: rate(watching),
        ratio: `${(replaying / watching).toFixed(2)} × its replay, ${rate(replaying)}`,
        goal: policy.id === 'contextguard-threshold' ? 'goal 23 to 39 M steps/s' : 'goal ≥ 1 ×',
      };
    });
  printFigures('Watching the 10,000-step sample, processor time, one core', figures);
}
