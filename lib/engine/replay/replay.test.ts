import { describe, expect, it } from 'vitest';
import { contextGuardThreshold } from '@/lib/policies/contextguard/threshold';
import { claudeCode } from '@/lib/policies/claude-code/policy';
import { recorded } from '@/lib/policies/highwater/recorded';
import { bandOf } from './projection/band';
import { mark } from './prepare';
import { replay, replaySlices } from './replay';
import { drawnSession, STEADY } from '@/lib/engine/replay/testing/drawn-session';

const settings = (chosen: object) => contextGuardThreshold.settings.parse(chosen);

describe('projection, by hand', () => {
  it('learns density and prefix from the recording', () => {
    const { projection } = drawnSession(STEADY);
    // Five times Δ 200 over 100 heuristic tokens.
    expect(projection.density).toMatchObject({ value: 2, source: 'session', groups: 5 });
    // First real 1,200 − 2 × 100 for the user's entry.
    expect(projection.prefix).toBe(1_000);
    expect([...projection.sizes]).toEqual([0, 200, 400, 600, 800, 1_000, 1_200]);
  });

  it('sizes a counterfactual request as prefix + summary + kept entries', () => {
    const session = drawnSession(STEADY);
    // Window 2,000: buffer 400, threshold 1,600. Step 2: heuristic 300 × clamp(1,400 / 200) = 5
    // is 1,500, last real 1,400: held. Step 3: last real 1,600 fires.
    const run = replay(
      session,
      contextGuardThreshold,
      settings({ window: 2_000, summary: 'bytes', summaryBytes: 320, quoteRequest: false }),
    );
    expect([...run.columns.compacted]).toEqual([0, 0, 0, 1, 0, 0]);
    expect(run.divergence).toBe(3);
    // Sent: prefix 1,000 + 2 × ((80 + 320) / 4 = 100) + 2 × (187 >> 2 = 46) = 1,292.
    expect(run.columns.real[3]).toBe(1_292);
    expect(run.columns.realBefore[3]).toBe(1_800);
    expect((run.marks[3] ?? 0) & mark.diverged).toBe(mark.diverged);
    // The next request holds the summary and the entry after the watermark: 1,000 + 200 + 200.
    expect(run.columns.real[4]).toBe(1_400);
    // Heuristic sent: 100 + 46, no known prefix.
    expect(run.columns.heuristicSent[3]).toBe(146);
  });

  it('a negative difference is an elision that a compaction covering it ends', () => {
    const session = drawnSession('u 400\n-- 1200\nm 400\n-- 1100\nm 400\n-- 1200');
    // Δ −100 at step 1: its entry is sized by density (1: unknown model) 100, the rest, −200,
    // is elided there.
    expect([...session.projection.hidden]).toEqual([0, -200, -200]);
    session.requests.look(2, {
      injected: false,
      covered: 2,
      since: 1,
      summaryBytes: 0,
      summaryTokens: -1,
      keptHeuristic: 0,
      keptReference: 0,
      keptReal: 0,
      recorded: -1,
      difference: 0,
    });
    // Without the two covered entries (100 + 100) and without the elision.
    const kept = (session.requests.real[2] ?? 0) + session.requests.realOffset;
    expect(kept).toBe(session.projection.prefix + 100);
  });

  it('draws a band only where something was projected', () => {
    const session = drawnSession(
      'u 400\n-- 1200\nm 400\n-- 1300\nm 400\n-- 1600\nm 400\n-- 1700\nm 400\n-- 2000\nm 400\n-- 2100\nm 4000\n-- ?',
    );
    const run = replay(session, recorded, {});
    const { low, high } = bandOf(run);
    expect(low[5]).toBe(2_100);
    expect(high[5]).toBe(2_100);
    expect(low[6]).toBeLessThan(run.columns.real[6] ?? 0);
    expect(high[6]).toBeGreaterThan(run.columns.real[6] ?? 0);
  });

  it('has the same band at a step whether all are asked for or a few', () => {
    const steps = Array.from({ length: 40 }, (_, i) => `m 4000\n-- ${20_000 + 1_300 * i}`);
    const run = replay(
      drawnSession(steps.join('\n')),
      contextGuardThreshold,
      settings({ window: 60_000 }),
    );
    expect(run.columns.compacted.reduce((sum, one) => sum + one, 0)).toBe(2);
    const whole = bandOf(run);
    const some = [0, 7, 19, 20, 21, 33, 39];
    const few = bandOf(run, some);
    expect(whole.low[39]).toBeLessThan(whole.high[39] ?? 0);
    for (const step of some) {
      expect([few.low[step], few.high[step]]).toEqual([whole.low[step], whole.high[step]]);
    }
  });
});

it('has no band around what a policy does not put back, and none below 0', () => {
  const picture = Array.from({ length: 8 }, (_, i) => `m 4000\n-- ${30_000 + 1_300 * i}`).join(
    '\n',
  );
  const session = drawnSession(`${picture}\nm 40\n-- ?`);
  const settings = { summary: 'bytes', summaryBytes: 400 } as const;
  const at = (chosen: object): readonly (number | undefined)[] => {
    const made = replay(session, claudeCode, claudeCode.settings.parse(chosen), { compactAt: [8] });
    const { low, high } = bandOf(made);
    return [low[8], made.columns.real[8], high[8]];
  };
  expect(at({ ...settings, files: 0 })).toEqual([28_830, 28_830, 28_830]);
  const [low = 0, real = 0, high = 0] = at(settings);
  expect(low).toBeLessThan(real);
  expect(high).toBeGreaterThan(real);
  expect(low).toBeGreaterThanOrEqual(0);
});

describe('overflow', () => {
  it('is judged by the limit, never by the window being tried', () => {
    const session = drawnSession(`limit 2100\n${STEADY}`);
    const overflows = (window: number) =>
      [...replay(session, contextGuardThreshold, settings({ window })).marks].filter(
        (bits) => (bits & mark.overflow) !== 0,
      ).length;
    expect(overflows(100_000)).toBe(1);
    expect(overflows(1_000_000)).toBe(1);
  });

  it('a recorded rejection is one, with the limit of its error', () => {
    const picture = 'u 400\n-- 150000\nm 400\n-- 200819 > 200000';
    const session = drawnSession(picture);
    const run = replay(session, contextGuardThreshold, settings({ window: 1_000_000 }));
    expect((run.marks[1] ?? 0) & mark.overflow).toBe(mark.overflow);
    // The policy never saw that count.
    expect(run.columns.realAfter[1]).toBe(150_000);
  });
});

it('is the same left after each two steps', () => {
  const session = drawnSession('limit 200000\nu 400\n-- 30000' + '\nm 40000\n-- 60000'.repeat(9));
  const settings = contextGuardThreshold.settings.parse({ window: 60_000 });
  const faults = [{ kind: 'window', step: 5, window: 90_000 } as const];
  const slices = replaySlices(session, contextGuardThreshold, settings, { faults }, 2);
  let left = 0;
  let made = slices.next();
  for (; made.done !== true; made = slices.next()) left++;
  expect(left).toBe(4);
  expect(made.value).toEqual(replay(session, contextGuardThreshold, settings, { faults }));
});

it('writes into earlier columns without a trace of the earlier replay', () => {
  const session = drawnSession(STEADY);
  const first = replay(session, contextGuardThreshold, settings({ window: 2_000 }));
  const fresh = replay(session, contextGuardThreshold, settings({ window: 1_000_000 }));
  const reused = replay(session, contextGuardThreshold, settings({ window: 1_000_000 }), {
    into: first,
  });
  expect(reused.columns).toEqual(fresh.columns);
  expect(reused.marks).toEqual(fresh.marks);
});
