import type { Settings } from '@/lib/engine/policy/fields';
import { ownTotals } from '@/lib/policies/own-totals';
import { policies, policyOrDefault } from '@/lib/policies/registry';
import { correctionOf } from '@/lib/engine/mechanisms/correction';
import { prepare, type Replayable } from '@/lib/engine/replay/prepare';
import { replay } from '@/lib/engine/replay/replay';
import multiTurn from '@/lib/readers/scenarios/fixtures/scenarios.json';
import extra from '@/lib/readers/scenarios/fixtures/extra-scenarios.json';
import { scenarioFileSchema } from '@/lib/readers/scenarios/schema';
import { generateProfile } from '@/lib/readers/scenarios/simulate';
import { measureSession } from '@/lib/engine/tokens/measure';
import { breakpoints, type Breakpoints } from '@/lib/tuning/breakpoints/breakpoints';
import { sessionKernel } from '@/lib/tuning/kernel/session-kernel';
import { samples } from '../samples/samples';
import { printFigures, unitsPerSecond, type Figure } from './measure';

const rate = (perSecond: number): string => `${(perSecond / 1e6).toFixed(1)} M steps/s`;

function sample(id: string): Replayable {
  const found = samples.find((one) => one.id === id);
  if (found === undefined) throw new Error(`There is no sample ${id}`);
  return prepare(measureSession(found.build()));
}

/** Every golden session, 45 steps on average. */
const goldenSessions = (): readonly Replayable[] =>
  [multiTurn, extra].flatMap((file) =>
    scenarioFileSchema
      .parse(file)
      .scenarios.flatMap(({ sessions }) => sessions)
      .map((session) => prepare(generateProfile(session, 'golden').profile)),
  );

/** ContextGuard's decision over a session's arrays and nothing besides: what a kernel could reach. */
function bareLoop({ requests, profile }: Replayable, window: number): () => number {
  const { heuristic, real: whole, reported } = requests;
  const threshold = window - 20_000;
  return () => {
    let total = 0;
    let over = 0;
    let fired = 0;
    let real = 0;
    let last = 0;
    let shift = 0;
    for (let i = 0; i < profile.stepCount; i++) {
      const h = (heuristic[i] as number) - shift;
      const scaled = Math.trunc(h * correctionOf(real, last, 2.5, 1, 5));
      if ((real > scaled ? real : scaled) >= threshold) {
        fired++;
        shift = heuristic[i] as number;
        real = 0;
        last = 0;
        continue;
      }
      const sized = (whole[i] as number) - shift;
      const sent = sized > 0 ? Math.trunc(sized) : 0;
      total += sent;
      if (sent > window) over++;
      if (reported[i] === 1 && sent > 0) real = sent;
      last = h;
    }
    return total + over + fired;
  };
}

const sumOf = (sessions: readonly Replayable[], of: (session: Replayable) => number): number =>
  sessions.reduce((sum, session) => sum + of(session), 0);

/** A policy's kernel over some sessions, each under a few windows in turn. */
function kernelFigure(
  name: string,
  id: string,
  sessions: readonly Replayable[],
  windows: readonly number[],
  bare: number | null,
  goal: string,
  rounds = 7,
): Figure {
  const policy = policyOrDefault(id);
  const settings = windows.map((window) => policy.settings.parse({ window }));
  const kernels = sessions.map((session) => sessionKernel(session, policy));
  const steps = sumOf(sessions, ({ profile }) => profile.stepCount) * windows.length;
  let compactions = 0;
  const run = (): void => {
    compactions = 0;
    for (const kernel of kernels) {
      for (const given of settings) compactions += kernel.run(given).compactions;
    }
  };
  const perSecond = unitsPerSecond(steps, run, rounds);
  const into = sessions.map((session) => replay(session, policy, settings[0]));
  const full = unitsPerSecond(
    steps,
    () => {
      sessions.forEach((session, i) => {
        for (const given of settings) replay(session, policy, given, { into: into[i]! });
      });
    },
    rounds,
  );
  const against = bare === null ? '' : `, ${(perSecond / bare).toFixed(2)} of the bare loop`;
  return {
    name: `${name}: ${sessions.length} × ${windows.length} windows, ${compactions} compactions`,
    value: rate(perSecond),
    ratio: `replay ${rate(full)}${against}`,
    goal,
  };
}

/** Windows above every request of the samples: nothing fires but what reads another setting. */
const HELD = Array.from({ length: 20 }, (_, k) => 10_000_000 + k);

/** The other policies: windows at which nothing fires, and one at which some do. */
function policyFigures(session: Replayable): readonly Figure[] {
  return policies
    .filter((policy) => ownTotals(policy) === undefined && policy.decision !== null)
    .flatMap(({ id }) => [
      kernelFigure(`${id}, above all`, id, [session], HELD, null, 'goal ≥ 20 M steps/s', 2),
      kernelFigure(`${id}, 60,000`, id, [session], [60_000], null, 'goal ≥ 20 M steps/s', 2),
    ]);
}

/** Windows of whole numbers around 200,000: every outcome of a session, and the time it takes. */
function breakpointFigure(name: string, session: Replayable, summary: string): Figure {
  const policy = policyOrDefault('contextguard-threshold');
  const settings = policy.settings.parse({ summary }) as Settings;
  const limit = session.profile.head.limit?.tokens ?? null;
  const range = { from: 150_000, to: 230_000, limit };
  const find = (): Breakpoints => breakpoints(session, policy, settings, 'window', range);
  const { pieces, replays, method } = find();
  const perSecond = unitsPerSecond(1, find, 3, 100);
  return {
    name: `${name}, ${session.profile.stepCount} steps, summary ${summary}`,
    value: `${(1_000 / perSecond).toFixed(1)} ms`,
    ratio: `${pieces.length} pieces, ${replays} runs for 80,001 windows`,
    goal: method,
  };
}

/** Totals-only kernels and what a bare loop over the same arrays does; breakpoints of the samples. */
export function benchTune(): void {
  const long = sample('long-session');
  const golden = goldenSessions();
  const bare = unitsPerSecond(long.profile.stepCount, bareLoop(long, 10_000_000));
  const id = 'contextguard-threshold';
  const most = 'goal ≥ 100 M steps/s';
  printFigures('Totals only, one core, contextguard-threshold', [
    { name: 'bare loop, 10,000 steps', value: rate(bare) },
    {
      name: 'bare loop, 10,000 steps, window 200,000',
      value: rate(unitsPerSecond(long.profile.stepCount, bareLoop(long, 200_000))),
    },
    kernelFigure('10,000 steps, nothing fires', id, [long], [10_000_000], bare, most),
    kernelFigure('10,000 steps, few fire', id, [long], [200_000, 180_000], bare, most),
    kernelFigure('10,000 steps', id, [long], [60_000], bare, ''),
    kernelFigure('45 steps', id, golden, [200_000], bare, 'goal ≥ 50 M steps/s'),
    kernelFigure('45 steps, every third fires', id, golden, [8_000], bare, ''),
  ]);
  printFigures('Totals only, one core, the other policies, 10,000 steps', policyFigures(long));
  printFigures(
    'Breakpoints along the window, 150,000 to 230,000',
    samples.flatMap(({ id: name, build }) =>
      ['cap', 'bytes', 'fallback'].map((summary) =>
        breakpointFigure(name, prepare(measureSession(build())), summary),
      ),
    ),
  );
}
