import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { prepare } from '@/lib/engine/replay/prepare';
import { replay, type Replay } from '@/lib/engine/replay/replay';
import type { ScenarioSession } from '@/lib/readers/scenarios/schema';
import { generateProfile } from '@/lib/readers/scenarios/simulate';
import { arbitraryScenario } from '@/lib/readers/scenarios/testing/arbitrary-scenario';
import { arbitrarySession } from '@/lib/engine/session/testing/arbitrary-session';
import { anchorDelta, anchorDeltaBuffer } from './anchor-delta';
import { drawnSession, preparedSession, STEADY } from '@/lib/engine/replay/testing/drawn-session';

const settings = (chosen: object = {}) => anchorDelta.settings.parse(chosen);
const run = (picture: string, chosen: object): Replay =>
  replay(drawnSession(picture), anchorDelta, settings(chosen));

describe('anchor + delta, by hand', () => {
  // Window 2,000: buffer 400, threshold 1,600. No model: density 1 until five groups are known.
  const { columns } = run(STEADY, {
    window: 2_000,
    summary: 'bytes',
    summaryBytes: 320,
    quoteRequest: false,
  });

  it('decides on last real + density × growth', () => {
    // No usage yet: 0 + 1 × 100. Then 1,200 + 100, 1,400 + 100, 1,600 + 100 ≥ 1,600.
    expect([...columns.decision.slice(0, 4)]).toEqual([100, 1_300, 1_500, 1_700]);
    expect([...columns.compacted]).toEqual([0, 0, 0, 1, 0, 0]);
    expect([...columns.lastReal.slice(0, 4)]).toEqual([0, 1_200, 1_400, 1_600]);
  });

  it('sends summary and continuation, sized as the reference’s', () => {
    // Heuristic (80 + 320) / 4 = 100 and 187 >> 2 = 46; real 1,000 + 2 × 146.
    expect(columns.heuristicSent[3]).toBe(146);
    expect(columns.real[3]).toBe(1_292);
    expect(columns.realBefore[3]).toBe(1_800);
    expect([columns.attempts[3], columns.contentsSent[3], columns.addedTokens[3]]).toEqual([
      1, 2, 46,
    ]);
    expect(columns.summarizerContents[3]).toBe(4);
  });

  it('anchors on the compacted request once its usage is there', () => {
    // Summary 100 + entry 100 = 200, less 146: 1,292 + 54. Real 1,000 + 200 + 200.
    expect(columns.heuristic[4]).toBe(200);
    expect(columns.decision[4]).toBe(1_346);
    expect([columns.base[4], columns.baseHeuristic[4], columns.baseStep[4]]).toEqual([
      1_292, 146, 3,
    ]);
    expect(columns.real[4]).toBe(1_400);
    expect(columns.decision[5]).toBe(1_500);
    expect([...columns.watermarkAfter]).toEqual([0, 0, 0, 4, 4, 4]);
  });

  it('goes by an older anchor where a step reported nothing', () => {
    const gap = run('u 400\n-- 1200\nm 400\n-- ?\nm 400\n-- 1600', { window: 100_000 });
    // 1,200 + 1 × (300 − 100)
    expect(gap.columns.decision[2]).toBe(1_400);
    expect(gap.columns.baseStep[2]).toBe(0);
  });

  it('has no anchor after a compaction until the next usage', () => {
    // Step 3 fires and reports nothing: step 4 knows only its heuristic, 100 + 100.
    const picture = STEADY.replace('-- 1800', '-- ?');
    const chosen = { window: 2_000, summary: 'bytes', summaryBytes: 320, quoteRequest: false };
    const lost = run(picture, chosen).columns;
    expect(lost.compacted[3]).toBe(1);
    expect([lost.decision[4], lost.baseStep[4], lost.lastReal[4]]).toEqual([200, -1, 0]);
    // Kept, it shrinks with the request: 1,600 + 1 × (200 − 300).
    const kept = run(picture, { ...chosen, resetCalibration: false }).columns;
    expect([kept.decision[4], kept.baseStep[4], kept.lastReal[4]]).toEqual([1_500, 2, 1_600]);
  });

  it('counts an image at a flat cost, and by its bytes where asked to', () => {
    const picture = 'u 400\n+ i image/png 400000\n-- 3000';
    // 100 for the text; 1,600 for the image, or 400,000 / 4 + 9 / 4 for its bytes and type.
    expect(run(picture, {}).columns.heuristic[0]).toBe(1_700);
    expect(run(picture, { images: 'bytes' }).columns.heuristic[0]).toBe(100_102);
    expect(run(picture, {}).form.estimator.images).toBe('1,600 tokens each');
  });

  it('takes density and prefix from the settings where they are fixed', () => {
    const fixed = { densityFrom: 'fixed', density: 2, priorFrom: 'fixed', prior: 1_000 };
    const { columns: out } = run(STEADY, fixed);
    // 1,000 + 2 × 100; then it is right at every step.
    expect([...out.decision]).toEqual([1_200, 1_400, 1_600, 1_800, 2_000, 2_200]);
  });

  it('takes the mechanical summary where the summariser fails, and says so', () => {
    const session = drawnSession(STEADY);
    const chosen = settings({ window: 2_000, quoteRequest: false });
    const script = [{ fail: true as const }, { bytes: 320 }];
    const { columns: out, notes } = replay(session, anchorDelta, chosen, { script });
    // Four texts of 400 bytes, each cut to 200: "user: " or "model: ", 203 bytes, a newline.
    expect(out.summaryBytes[3]).toBe(210 + 3 * 211);
    expect(out.attempts[3]).toBe(1);
    const text = 'The summariser failed: the mechanical summary is used.';
    expect(notes.events).toEqual([{ step: 3, kind: 'failure', text }]);
    // Asked for, it is no failure.
    expect(run(STEADY, { window: 2_000, summary: 'fallback' }).notes.events).toEqual([]);
  });

  it('does not compact with 0 attempts', () => {
    const { columns: out } = run(STEADY, { window: 2_000, attempts: 0 });
    expect(out.compacted.includes(1)).toBe(false);
    expect(Math.max(...out.decision)).toBeGreaterThan(1_600);
  });
});

describe('buffer', () => {
  const buffer = (chosen: object): number => anchorDeltaBuffer(settings(chosen));

  it('is ContextGuard’s, a share, or fixed', () => {
    expect(buffer({ window: 200_000 })).toBe(20_000);
    expect(buffer({ window: 199_999 })).toBe(39_999);
    expect(buffer({ window: 200_000, bufferRule: 'share', bufferShare: 0.05 })).toBe(10_000);
    expect(buffer({ window: 200_000, bufferRule: 'tokens', bufferTokens: 7_000 })).toBe(7_000);
    expect(buffer({ window: 5_000, bufferRule: 'tokens', bufferTokens: 7_000 })).toBe(5_000);
  });
});

describe('properties', () => {
  const generated = (scenario: ScenarioSession, window: number): Replay => {
    const { profile, script, limit } = generateProfile(scenario, 'generated');
    return replay(prepare(profile), anchorDelta, settings({ window }), { script, limit });
  };

  it('every decision is the line that its columns say', () => {
    fc.assert(
      fc.property(
        arbitrarySession,
        fc.constantFrom(8_000, 60_000, 200_000),
        (recording, window) => {
          const { columns: out, session } = replay(
            preparedSession(recording),
            anchorDelta,
            settings({ window }),
          );
          for (let i = 0; i < session.profile.stepCount; i++) {
            const base = out.base[i] ?? NaN;
            const growth = (out.heuristic[i] ?? NaN) - (out.baseHeuristic[i] ?? NaN);
            const value = base + (out.density[i] ?? NaN) * growth;
            expect(out.decision[i]).toBe(Math.max(0, Math.trunc(value)));
            const from = out.baseStep[i] ?? -1;
            if (from < 0) continue;
            expect(from).toBeLessThan(i);
            expect(base).toBe(out.real[from]);
            expect(out.baseHeuristic[i]).toBe(out.heuristicSent[from]);
          }
        },
      ),
      { numRuns: 400, seed: 11 },
    );
  });

  it('what comes later does not change a decision', () => {
    fc.assert(
      fc.property(
        arbitraryScenario,
        fc.nat(13),
        fc.constantFrom(4_000, 32_000),
        (scenario, at, window) => {
          const turns = scenario.turns.slice(0, 1 + (at % scenario.turns.length));
          const whole = generated(scenario, window).columns;
          const cut = generated({ ...scenario, turns }, window).columns;
          const steps = cut.decision.length;
          expect([...cut.decision]).toEqual([...whole.decision.slice(0, steps)]);
          expect([...cut.density]).toEqual([...whole.density.slice(0, steps)]);
          expect([...cut.compacted]).toEqual([...whole.compacted.slice(0, steps)]);
        },
      ),
      { numRuns: 300, seed: 12 },
    );
  });

  it('fires exactly where the decision reaches the threshold', () => {
    fc.assert(
      fc.property(arbitraryScenario, fc.constantFrom(4_000, 32_000), (scenario, window) => {
        const { decision, threshold, compacted } = generated(scenario, window).columns;
        expect([...compacted]).toEqual(
          Array.from(decision, (value, i) => (value >= (threshold[i] ?? Infinity) ? 1 : 0)),
        );
      }),
      { numRuns: 300, seed: 13 },
    );
  });
});
