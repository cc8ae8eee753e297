import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  contextGuardThreshold,
  type ContextGuardSettings,
} from '@/lib/policies/contextguard/threshold';
import { mark, prepare } from '@/lib/engine/replay/prepare';
import { replay, type Replay } from '@/lib/engine/replay/replay';
import { sessionSchema, type Session } from '@/lib/engine/session/schema';
import { measureSession } from '@/lib/engine/tokens/measure';
import { sampleFile } from './sample-file';
import { samples } from './samples';

const sessions = new Map<string, Session>(samples.map(({ id, build }) => [id, build()]));

function sessionOf(id: string): Session {
  const session = sessions.get(id);
  if (!session) throw new Error(`No sample is called ${id}`);
  return session;
}

function replayOf(id: string, settings: Partial<ContextGuardSettings> = {}): Replay {
  const profile = measureSession(sessionOf(id));
  const window = profile.head.limit?.tokens;
  const parsed = contextGuardThreshold.settings.parse({ window, ...settings });
  return replay(prepare(profile), contextGuardThreshold, parsed);
}

const stepsWhere = (values: Uint8Array, bit: number): number[] =>
  [...values].flatMap((value, step) => ((value & bit) === bit ? [step] : []));
const compactions = (run: Replay): number[] => stepsWhere(run.columns.compacted, 1);
const overflows = (run: Replay): number[] => stepsWhere(run.marks, mark.overflow);

describe.each(samples.map(({ id }) => [id] as const))('%s', (id) => {
  it('is a session, says that it is generated, and is the file on disk', () => {
    const session = sessionOf(id);
    expect(sessionSchema.safeParse(session).error).toBeUndefined();
    expect(session.generated).toEqual({ scenario: id });
    expect(session.name).toMatch(/^Sample: /);
    expect(session.notices[0]?.message).toMatch(/^Generated, not recorded\. /);
    const file = readFileSync(
      new URL(`../../../public/samples/${id}.json`, import.meta.url),
      'utf8',
    );
    expect(
      file === sampleFile(session),
      'npx tsx lib/tools/samples/write-samples.ts writes it anew',
    ).toBe(true);
  });
});

it('takes less than 12 MB together', () => {
  const bytes = [...sessions.values()].map((session) => sampleFile(session).length);
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(12_000_000);
});

describe('the production incident', () => {
  const id = 'production-incident';

  it('is refused at step 143 and ContextGuard did not see it coming', () => {
    const run = replayOf(id);
    expect(compactions(run)).toEqual([]);
    expect(overflows(run)).toEqual([143]);
    const { columns } = run;
    expect(columns.heuristic[143]).toBe(24_000);
    expect(columns.lastReal[143]).toBe(150_000);
    expect(columns.lastHeuristic[143]).toBe(18_000);
    expect(columns.calibrated[143]).toBe(120_000);
    expect(columns.decision[143]).toBe(150_000);
    expect(columns.threshold[143]).toBe(180_000);
    expect(columns.real[143]).toBe(200_819);
  });

  it('flips at a cap of 7.5 and at a window of 187,500', () => {
    expect(compactions(replayOf(id, { cap: 7.499 }))).toEqual([]);
    expect(compactions(replayOf(id, { cap: 7.5 }))).toEqual([143]);
    expect(compactions(replayOf(id, { window: 187_501 }))).toEqual([]);
    expect(compactions(replayOf(id, { window: 187_500 }))).toEqual([143]);
    expect(overflows(replayOf(id, { cap: 7.5 }))).toEqual([]);
  });
});

it('the timing gap: stale 140,000, calibrated 180,018, refused one call later', () => {
  const run = replayOf('timing-gap');
  const { columns } = run;
  const [step = -1] = compactions(run);
  expect(columns.lastReal[step]).toBe(140_000);
  expect(columns.lastHeuristic[step]).toBe(70_000);
  expect(columns.heuristic[step]).toBe(90_009);
  expect(columns.calibrated[step]).toBe(180_018);
  expect(columns.decision[step]).toBe(180_018);
  expect(overflows(run)).toEqual([]);
  const refused = sessionOf('timing-gap').steps[step + 1];
  expect(refused).toMatchObject({ rejected: true, real: 204_912, limit: 200_000 });
});

it('the Kubernetes agent: three recorded compactions, fired again by the replay', () => {
  const recorded = sessionOf('kubernetes-agent').compactions.map(({ step }) => step);
  expect(recorded).toHaveLength(3);
  expect(compactions(replayOf('kubernetes-agent', { summary: 'recorded' }))).toEqual(recorded);
});

it('the Kubernetes agent: its own state is the replay’s up to the first compaction', () => {
  const { columns } = replayOf('kubernetes-agent', { summary: 'recorded' });
  const [first = 0] = compactions(replayOf('kubernetes-agent'));
  sessionOf('kubernetes-agent').steps.forEach(({ guard }, step) => {
    expect(guard?.watermark).toBe(columns.watermarkAfter[step]);
    expect(guard?.summaryBytes).toBe(columns.summaryBytes[step]);
    expect(guard?.lastHeuristic).toBe(columns.lastHeuristicAfter[step]);
    if (step < first) expect(guard?.realTokens).toBe(columns.realAfter[step]);
  });
});

it('no usage: the default factor alone decides', () => {
  const run = replayOf('no-usage');
  expect(sessionOf('no-usage').steps.every(({ real }) => real === null)).toBe(true);
  expect(new Set(run.columns.correction)).toEqual(new Set([2.5]));
  expect(compactions(run)).toHaveLength(1);
});

it('CJK and emoji: the heuristic is above the real count and the correction at its floor', () => {
  const run = replayOf('cjk-emoji');
  const [step = 0] = compactions(run);
  expect(run.columns.correction[step]).toBe(1);
  expect(run.columns.heuristic[step]).toBeGreaterThan(run.columns.realBefore[step] ?? Infinity);
});

it('images and documents: compaction fires far below the limit', () => {
  const run = replayOf('images-documents');
  const fired = compactions(run);
  expect(fired.length).toBeGreaterThan(1);
  for (const step of fired) expect(run.columns.realBefore[step]).toBeLessThan(150_000);
});

it('a window of one million: nothing fires below 980,000', () => {
  const run = replayOf('million-window');
  expect(run.columns.threshold[0]).toBe(980_000);
  expect(compactions(run)).toEqual([]);
  expect(Math.max(...run.columns.real)).toBeGreaterThan(950_000);
});

it('the long session: 10,000 steps and several recorded compactions', () => {
  const { steps, compactions: recorded } = sessionOf('long-session');
  expect(steps).toHaveLength(10_000);
  expect(recorded.length).toBeGreaterThan(3);
});
