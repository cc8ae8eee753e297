/** Predicted against recorded tokens of the real traces, and a what-if that is the recording. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { replayCost, type CostSettings } from '@/lib/analysis/cost/replay-cost';
import { flat, type Rates } from '@/lib/analysis/cost/rates';
import { openSession } from '@/lib/analysis/fit/opening';
import { readTrace } from '@/lib/readers/importers/testing/read-trace';
import { recorded } from '@/lib/policies/highwater/recorded';
import { prepare } from '@/lib/engine/replay/prepare';
import { replay, type Replay } from '@/lib/engine/replay/replay';
import type { Session } from '@/lib/engine/session/schema';
import { measureSession } from '@/lib/engine/tokens/measure';
import type { Profile } from '@/lib/engine/tokens/profile';
import { CostScore, costParts, stepPlaces } from './cost-score';
import { measuredCosts } from './measured-accuracy';

const folder = process.env['HIGHWATER_TRACES'] ?? '';

interface Told {
  readonly file: string;
  readonly text: string;
  readonly session: Session;
}

const textsIn = (path: string): readonly (readonly [string, string])[] =>
  readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.jsonl?$/.test(file))
    .map((file) => [file, readFileSync(join(path, file), 'utf8')] as const);

/** Every session of every text file of the traces and of the samples. */
const told: readonly Told[] = [folder, 'public/samples'].flatMap((path) =>
  textsIn(path).flatMap(([file, text]) => {
    const read = readTrace(text, file.endsWith('.json') ? 'json' : 'jsonl', file);
    return read.ok ? read.value.sessions.map((session) => ({ file, text, session })) : [];
  }),
);

/** Lines of a trace that say that the agent was started anew: a hook, another version, a second head. */
function resumeTimes(text: string): readonly number[] {
  const found: number[] = [];
  let version: string | undefined;
  let heads = 0;
  for (const line of text.split('\n')) {
    if (!line.startsWith('{')) continue;
    const { type, timestamp, version: own, isSidechain } = JSON.parse(line) as Line;
    const other = own !== undefined && version !== undefined && own !== version;
    if (isSidechain !== true && own !== undefined) version = own;
    const head = type === 'session_meta' && heads++ > 0;
    const hook = line.includes('"SessionStart:resume"') && type !== 'user' && type !== 'assistant';
    if (timestamp !== undefined && (other || head || hook)) found.push(Date.parse(timestamp));
  }
  return found;
}

interface Line {
  readonly type?: string;
  readonly timestamp?: string;
  readonly version?: string;
  readonly isSidechain?: boolean;
}

/** The first steps behind these times. */
function resumedSteps({ steps }: Profile, times: readonly number[]): ReadonlySet<number> {
  const found = times.map((time) => steps.time.findIndex((at) => at >= time));
  return new Set(found.filter((step) => step > 0));
}

const asItRan = (profile: Profile): Replay =>
  replay(prepare(profile), recorded, recorded.settings.parse({}));

const opus: Rates = {
  ...{ input: flat(5), cacheRead: flat(0.5), cacheWrite: flat(6.25) },
  ...{ cacheWriteHour: flat(10), output: flat(25) },
};

test('Method and README state the error of the model of the cost', () => {
  const score = new CostScore();
  for (const { text, file, session } of told) {
    const profile = measureSession(session);
    if (!profile.steps.cacheRead.some((tokens) => tokens > 0)) continue;
    const times =
      file.endsWith('.jsonl') && session.source.lane === 'main' ? resumeTimes(text) : [];
    score.add(asItRan(profile), resumedSteps(profile, times));
  }
  const measured = stepPlaces.flatMap((place) =>
    costParts.flatMap((part) => {
      const error = score.errors(place)[part];
      return error === null ? [] : [{ place, part, ...error }];
    }),
  );
  for (const { place, part, steps, predicted, recorded: counted, median, within } of measured) {
    process.stdout.write(
      `${place} ${part}: ${steps} steps, ${predicted} predicted, ${counted} recorded (${((100 * predicted) / counted - 100).toFixed(1)} %), median ${(100 * median).toFixed(2)} %, ${within} within 5 %\n`,
    );
  }
  expect(
    measured.map(({ median, ...one }) => ({ ...one, median: Number(median.toFixed(4)) })),
  ).toEqual(measuredCosts);
});

test('a replay that never leaves its recording costs what the recording does, to the last digit', () => {
  let [same, compactions, all] = [0, 0, 0];
  for (const { session } of told) {
    const profile = measureSession(session);
    if (profile.stepCount === 0) continue;
    const { policy, settings, prefixTokens } = openSession(session.source, profile);
    const own = { ...settings, ...('summary' in settings ? { summary: 'recorded' } : {}) };
    const run = replay(prepare(profile, prefixTokens), policy, policy.settings.parse(own));
    all++;
    if (run.divergence >= 0) continue;
    const [one, other] = [run, replay(run.session, recorded, recorded.settings.parse({}))].map(
      (of) => replayCost(of, costSettings),
    );
    expect(one?.total).toBe(other?.total);
    expect(one?.compactions).toEqual(other?.compactions);
    same++;
    compactions += one?.compactions.length ?? 0;
  }
  process.stdout.write(
    `${same} of ${all} sessions stay recorded under their own policy, with ${compactions} compactions\n`,
  );
  expect(same).toBeGreaterThan(0);
  expect(compactions).toBeGreaterThan(0);
});

test('no part of a cost is below 0, and the parts add up, in every trace', () => {
  for (const { session } of told) {
    const run = asItRan(measureSession(session));
    const { calls, summariser, total, steps } = replayCost(run, costSettings);
    for (const part of Object.values(calls)) expect(part).toBeGreaterThanOrEqual(0);
    expect(total).toBeCloseTo(calls.total + summariser, 8);
    expect(steps.reduce((sum, one) => sum + one, 0)).toBeCloseTo(total, 6);
  }
});

const costSettings: CostSettings = {
  ratesOf: () => opus,
  cache: { used: true, lifetime: 300_000, hour: false },
  summariser: 'shared',
};
