import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recorded } from '@/lib/policies/builtin';
import {
  contextGuardThreshold,
  type ContextGuardSettings,
} from '@/lib/policies/contextguard/threshold';
import { windowThreshold } from '@/lib/engine/mechanisms/buffer';
import { replay, type Replay } from '@/lib/engine/replay/replay';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { arbitrarySession } from '@/lib/engine/session/testing/arbitrary-session';
import { flipPoints } from './flip-points';
import { stepLedger } from './ledger';
import { isAskedProjected, isProjected } from './step-events';
import { drawnSession, preparedSession } from '@/lib/engine/replay/testing/drawn-session';

const parse = (settings: Partial<ContextGuardSettings>): ContextGuardSettings =>
  contextGuardThreshold.settings.parse(settings);
const run = (picture: string, settings: ContextGuardSettings): Replay =>
  replay(drawnSession(picture), contextGuardThreshold, settings);

/** 18,000 heuristic tokens with 150,000 real ones, then 6,000 more: DESIGN's incident. */
const incident = `
  limit 200000
  u 72000
  -- 150000
  m 24000
  -- 200819 > 200000
`;

describe('the heuristic of a request with images', () => {
  const picture = 'u 400\n+ i image/png 40000\n-- 3000\nm 40\n+ i a/b 40\n-- 3100\nm 4\n-- 3200';

  it.each([
    [{}, 'bytes ÷ 4'],
    [{ images: 'flat', imageTokens: 1_600 }, '1,600 tokens each'],
    [{ countInline: false }, 'nothing'],
  ] as const)('says how the policy counts them: %j', (settings, count) => {
    const operands = stepLedger(run(picture, parse(settings)), 2).operands;
    expect(operands[0]?.origin).toBe(
      `bytes ÷ 4: no prefix + 3 entries; 2 pieces of inline data count ${count}`,
    );
    const first = stepLedger(run(picture, parse(settings)), 0).operands[0];
    expect(first?.origin).toMatch(`; 1 piece of inline data counts ${count}`);
  });

  it('says nothing of them where it has none', () => {
    expect(stepLedger(run(incident, parse({})), 1).operands[0]?.origin).not.toContain('inline');
  });
});

describe('what requests asked for', () => {
  const asked = [
    { from: 0, maxOutput: 8_192, effort: 'medium' },
    { from: 1, maxOutput: 32_000, effort: 'high' },
    { from: 2, effort: 'high' },
  ];
  const rowAt = (step: number, spans = asked) => {
    const session = { ...textSession('u 400\n-- 3000\nm 40\n-- 3100\nm 4\n-- 3200'), asked: spans };
    const made = replay(preparedSession(session), contextGuardThreshold, parse({}));
    return stepLedger(made, step).request.find(({ id }) => id === 'asked');
  };

  it('stands in the ledger where it changes on the way, each step with its own', () => {
    expect(rowAt(0)).toMatchObject({ value: 8_192, origin: 'effort medium' });
    expect(rowAt(1)).toMatchObject({
      value: 32_000,
      origin:
        'most output 32,000 since step 1, 8,192 before; effort high since step 1, medium before',
    });
    expect(rowAt(2)).toMatchObject({
      value: null,
      origin: 'most output not stated since step 2, 32,000 before; effort high',
    });
    expect(rowAt(1, asked.slice(0, 1))).toBeUndefined();
  });
});

describe('stepLedger', () => {
  it('calls the request that the first compaction replaced recorded, and what it sent projected', () => {
    const settings = parse({ cap: 7.5 });
    const made = run(incident, settings);
    expect(made.divergence).toBe(1);
    expect(isAskedProjected(made, 1)).toBe(false);
    expect(isProjected(made, 1)).toBe(true);
    const rows = stepLedger(made, 1).request;
    expect(rows.find(({ id }) => id === 'real-before')).toMatchObject({
      value: 200_819,
      projected: false,
    });
    expect(rows.find(({ id }) => id === 'real')).toMatchObject({ projected: true });
  });

  it('calls the request that a recorded compaction replaced projected: nobody counted it', () => {
    const picture = 'limit 200000\nu 400\n-- 9000\nm 400\nu 400\n== compact 400\n-- 2000\nm 40';
    const session = drawnSession(picture);
    const made = replay(session, recorded, recorded.settings.parse({}));
    expect(made.columns.compacted[1]).toBe(1);
    expect([isAskedProjected(made, 1), isProjected(made, 1)]).toEqual([true, false]);
    expect(isAskedProjected(made, 0)).toBe(false);
  });

  it('names operands, origins, the deciding one and the flip points of the incident', () => {
    const settings = parse({});
    const ledger = stepLedger(run(incident, settings), 1);
    expect(ledger.operands.map(({ id, value, origin }) => [id, value, origin])).toEqual([
      ['heuristic', 24_000, 'bytes ÷ 4: no prefix + 2 entries'],
      ['last-real', 150_000, 'response of step 0'],
      ['last-heuristic', 18_000, 'request of step 0'],
      ['correction', 5, '150,000 ÷ 18,000 = 8.33×, capped'],
      ['calibrated', 120_000, 'trunc(24,000 × 5)'],
    ]);
    expect(ledger.operands.filter(({ decided }) => decided).map(({ id }) => id)).toEqual([
      'last-real',
    ]);
    expect(ledger.decision).toMatchObject({
      reached: false,
      value: 150_000,
      threshold: 180_000,
      margin: -30_000,
      decidedBy: 'last real',
      thresholdFormula: '200,000 − 20,000',
    });
    expect(ledger.flips.map(({ setting, text }) => [setting, text])).toEqual([
      ['window', '≤ 187,500'],
      ['cap', '≥ 7.5×'],
      ['factor', 'not used here'],
    ]);
    expect(ledger.overflow).toEqual({
      verdict: 'refused',
      real: 200_819,
      limit: 200_000,
      source: 'named by the rejection',
      projected: false,
    });
    expect(ledger.entered).toMatchObject({ entries: 1, kinds: [{ kind: 'text', tokens: 6_000 }] });
  });

  it('shows what a compaction left, and the state after it', () => {
    const settings = parse({ window: 187_500, summary: 'bytes', summaryBytes: 4_000 });
    const ledger = stepLedger(run(incident, settings), 1);
    expect(ledger.decision?.reached).toBe(true);
    const value = (id: string): number | null | undefined =>
      [...ledger.compaction, ...ledger.request, ...ledger.state].find((row) => row.id === id)
        ?.value;
    expect(value('summary')).toBe(4_000);
    expect(value('watermark')).toBe(2);
    expect(value('given')).toBe(2);
    expect(value('real-before')).toBe(200_819);
    expect(value('recorded')).toBe(200_819);
    // Nothing was reported for a rejected request: calibration stays reset.
    expect(value('real-after')).toBe(0);
    expect(ledger.request.find(({ id }) => id === 'real')?.projected).toBe(true);
  });

  it('says why there is no last real', () => {
    const settings = parse({ window: 20_000, summary: 'bytes', summaryBytes: 400 });
    const held = run('u 4000\n-- ?\nm 4000\n-- ?\nm 80000\n-- ?\nm 400\n-- ?', settings);
    const origin = (step: number): string | undefined =>
      stepLedger(held, step).operands.find(({ id }) => id === 'last-real')?.origin;
    expect(origin(1)).toBe('no usage reported before this step');
    expect(held.columns.compacted[2]).toBe(1);
    expect(origin(3)).toBe('reset by the compaction at step 2, none reported since');
    const factor = stepLedger(held, 1).flips.find(({ setting }) => setting === 'factor');
    expect(factor).toMatchObject({ relation: '>=', text: '≥ 8×' });
  });

  it('decides nothing for the policy recorded', () => {
    const picture = 'u 4000\n-- 9000\n== compact 400\nm 400\n-- 500';
    const run = replay(drawnSession(picture), recorded, {});
    const ledger = stepLedger(run, 1);
    expect(ledger).toMatchObject({ decision: null, flips: [], state: [] });
    expect(ledger.compaction.map(({ id }) => id)).toEqual([
      'heuristic-sent',
      'summary',
      'watermark',
      'kept',
    ]);
    expect(ledger.overflow.verdict).toBe('unknown');
  });
});

describe('flipPoints', () => {
  /** True if a step fires under other settings, with all steps before it unchanged. */
  function wouldFire({ columns }: Replay, settings: ContextGuardSettings, step: number): boolean {
    const real = columns.lastReal[step] ?? 0;
    const last = columns.lastHeuristic[step] ?? 0;
    const { floor, cap, factor } = settings;
    const ratio = real / last;
    const clamped = ratio < floor ? floor : Math.min(ratio, cap);
    const correction = real > 0 && last > 0 ? clamped : factor;
    const calibrated = Math.trunc((columns.heuristic[step] ?? 0) * correction);
    return Math.max(real, calibrated) >= windowThreshold(settings.window);
  }

  const cases = fc.record({
    session: arbitrarySession,
    window: fc.integer({ min: 100, max: 400_000 }),
    cap: fc.double({ min: 1, max: 10, noNaN: true }),
    factor: fc.double({ min: 0.5, max: 5, noNaN: true }),
  });

  it('turn the decision, and one step short of them does not', () => {
    fc.assert(
      fc.property(cases, ({ session, ...chosen }) => {
        const settings = parse(chosen);
        const made = replay(preparedSession(session), contextGuardThreshold, settings);
        for (let step = 0; step < session.steps.length; step++) {
          const fires = wouldFire(made, settings, step);
          expect(fires).toBe(made.columns.compacted[step] === 1);
          for (const { setting, relation, value } of flipPoints(made, step)) {
            if (relation === null || !Number.isFinite(value)) continue;
            const near = setting === 'window' ? 1 : Math.max(1e-9, value * 1e-9);
            const turned =
              relation === '<'
                ? value - near
                : relation === '>='
                  ? value + (setting === 'window' ? 0 : near)
                  : value;
            const short =
              relation === '<' ? value + near : relation === '>=' ? value - near : value + near;
            const at = (number: number) =>
              wouldFire(made, { ...settings, [setting]: number }, step);
            expect(at(turned)).toBe(!fires);
            expect(at(short)).toBe(fires);
          }
        }
      }),
    );
  });

  it('name no value where none turns the decision', () => {
    fc.assert(
      fc.property(
        cases,
        fc.double({ min: 0, max: 1000, noNaN: true }),
        ({ session, ...chosen }, other) => {
          const settings = parse(chosen);
          const made = replay(preparedSession(session), contextGuardThreshold, settings);
          for (let step = 0; step < session.steps.length; step++) {
            for (const { setting, relation } of flipPoints(made, step)) {
              if (relation !== null) continue;
              const changed = wouldFire(made, { ...settings, [setting]: other }, step);
              expect(changed).toBe(made.columns.compacted[step] === 1);
            }
          }
        },
      ),
    );
  });
});
