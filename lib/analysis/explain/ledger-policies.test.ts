import { describe, expect, it } from 'vitest';
import {
  anchorDelta,
  contextGuardSlidingWindow,
  contextGuardThreshold,
  goatAsCoded,
} from '@/lib/policies/builtin';
import { parseFault, type Fault } from '@/lib/engine/replay/faults/faults';
import type { Policy } from '@/lib/engine/policy/policy';
import { replay, type Replay } from '@/lib/engine/replay/replay';
import { chartRows } from '@/lib/answers/report/chart/chart-rows';
import { stepLedger, type Ledger } from './ledger';
import { replayTotals } from './replay-totals';
import { wordsText } from '@/lib/engine/base/answer/words';
import { verdict } from './verdict';
import { drawnSession } from '@/lib/engine/replay/testing/drawn-session';

interface Run {
  readonly made: Replay;
  readonly ledger: (step: number) => Ledger;
  readonly sentence: string;
}

function run<S>(picture: string, policy: Policy<S>, wanted: object, faults: string[] = []): Run {
  const settings = policy.settings.parse(wanted);
  const parsed = faults.map((text): Fault => {
    const fault = parseFault(text);
    if (!fault.ok) throw new Error(fault.error.message);
    return fault.value;
  });
  const session = drawnSession(picture);
  const made = replay(session, policy, settings, { faults: parsed });
  return {
    made,
    ledger: (step) => stepLedger(made, step),
    sentence: wordsText(verdict(made, { agent: 'Claude Code' })),
  };
}

/** 1,000 heuristic tokens with 3,000 real ones, then 1,000 more. */
const pair = 'limit 200000\nu 4000\n-- 3000\nm 4000\n-- ?';

/** Texts of 100 tokens, a step after each. */
const texts = (count: number): string =>
  Array.from({ length: count }, (_, i) => `${i % 2 === 0 ? 'u' : 'm'} 400\n-- ?`).join('\n');

describe('anchor + delta', () => {
  const settings = { window: 10_000, densityFrom: 'fixed', density: 2, priorFrom: 'fixed' };

  it('names last real, growth and density, and the window that would have fired', () => {
    const { ledger } = run(pair, anchorDelta, settings);
    const { operands, decision, flips } = ledger(1);
    expect(operands.map(({ id, value }) => [id, value])).toEqual([
      ['heuristic', 2_000],
      ['last-real', 3_000],
      ['growth', 1_000],
      ['density', 2],
      // 3,000 + 2 × 1,000
      ['estimate', 5_000],
    ]);
    expect(operands.at(-1)).toMatchObject({ decided: true, origin: 'trunc(3,000 + 2 × 1,000)' });
    expect(decision).toMatchObject({
      reached: false,
      formula: 'last real + density × growth',
      thresholdFormula: '10,000 − 2,000',
      relation: '≥',
    });
    // 6,250 − 1,250 = 5,000; 6,251 − 1,250 = 5,001.
    expect(flips).toMatchObject([{ setting: 'window', text: '≤ 6,250' }]);
  });

  it('names the prior before any usage', () => {
    const { ledger } = run(pair, anchorDelta, { ...settings, prior: 700 });
    // 700 + 2 × 1,000
    expect(ledger(0).operands.map(({ id, value }) => [id, value])).toEqual([
      ['heuristic', 1_000],
      ['prior', 700],
      ['density', 2],
      ['estimate', 2_700],
    ]);
  });
});

describe('Goat', () => {
  it('decides on heuristic + reserve, above its threshold only', () => {
    // 2 × (1,000 + 4) + 16,384 = 18,392; 0.8 × 22,990 = 18,392: at the threshold nothing fires.
    const at = run(pair, goatAsCoded, { window: 22_990 });
    expect(at.ledger(1).operands.map(({ id, value }) => [id, value])).toEqual([
      ['heuristic', 2_008],
    ]);
    expect(at.ledger(1).decision).toMatchObject({
      reached: false,
      value: 18_392,
      threshold: 18_392,
      margin: 0,
      relation: '>',
      formula: 'heuristic + 16,384 reserved for output',
    });
    expect(at.sentence).toContain('(at step 1 it estimated 18,392, needs more than 18,392)');
    // One token less of a window, 0.8 × 22,989 = 18,391.2: it fires.
    expect(run(pair, goatAsCoded, { window: 22_989 }).ledger(1).decision?.reached).toBe(true);
  });
});

describe('the sliding window', () => {
  const settings = { maxTurns: 5, summary: 'bytes', summaryBytes: 120 };

  it('compares entries, not tokens', () => {
    const { ledger, made, sentence } = run(texts(9), contextGuardSlidingWindow, settings);
    expect(ledger(5).decision).toMatchObject({
      reached: true,
      value: 6,
      threshold: 5,
      margin: 1,
      relation: '>',
      unit: 'entries',
      formula: 'entries since the last compaction',
    });
    expect(ledger(5).flips).toEqual([]);
    expect(ledger(5).compaction.find(({ id }) => id === 'kept')?.value).toBe(3);
    expect(sentence).toContain('compacts at step 5 (with 6 entries since the last)');
    expect(sentence).toContain('loses up to 3 entries on 3 steps, first at step 6');
    expect(replayTotals(made)).toMatchObject({ stepsWithLostEntries: 3, maxLostEntries: 3 });
    const rows = chartRows(made, { range: { from: 0, to: 8 }, points: 100, columns: 10 });
    expect(rows).toMatchObject({
      threshold: -1,
      window: 200_000,
      lanes: ['recorded', 'replay', 'notes'],
    });
    expect(rows.decision.values).toEqual([]);
    expect(rows.levels.threshold.values).toEqual([]);
  });

  it('passes the request unchanged where the summariser fails', () => {
    const faults = ['summariser-fails@1'];
    const { ledger, sentence } = run(texts(6), contextGuardSlidingWindow, settings, faults);
    expect(ledger(5).decision).toMatchObject({
      reached: true,
      words: 'Failed: no summary, sent unchanged',
    });
    expect(ledger(5).events.map(({ kind }) => kind)).toContain('failure');
    expect(sentence).toContain('sends unchanged requests after a failure at step 5');
    expect(sentence).toContain('1 fault injected.');
  });
});

describe('ContextGuard’s versions', () => {
  const incident = 'limit 200000\nu 72000\n-- 165000\nm 24000\n-- 199000';

  it('give the window flip by their own buffer rule', () => {
    // Until v0.9.0 a window of exactly 200,000 fires at 160,000: 165,000 reaches it.
    const old = run(incident, contextGuardThreshold, { window: 200_001, boundary: '>' });
    expect(old.ledger(1).decision).toMatchObject({ reached: false, threshold: 180_001 });
    expect(old.ledger(1).flips[0]?.text).toBe('≤ 200,000');
    // From then on 200,000 fires at 180,000, and 199,999 at 160,000.
    const now = run(incident, contextGuardThreshold, { window: 200_001 });
    expect(now.ledger(1).flips[0]?.text).toBe('≤ 199,999');
  });

  it('say nothing of cap and factor where another estimator decides', () => {
    const { ledger } = run(incident, contextGuardThreshold, { estimator: 'raw' });
    expect(
      ledger(1)
        .flips.map(({ text }) => text)
        .slice(1),
    ).toEqual(['not given for these settings', 'not given for these settings']);
    expect(ledger(1).decision).toMatchObject({ value: 24_000, formula: 'heuristic' });
  });

  it('have no cap to name before there was one', () => {
    const { ledger } = run(incident, contextGuardThreshold, { capped: false });
    expect(ledger(1).flips[1]?.text).toBe('not used: cap off');
  });
});

describe('faults', () => {
  const picture = 'limit 200000\nu 72000\n-- 150000\nm 24000\n-- 160000';

  it('draw window and limit as steps, and mark where they strike', () => {
    const { made, ledger } = run(picture, contextGuardThreshold, {}, ['window@1=180000']);
    const rows = chartRows(made, { range: { from: 0, to: 1 }, points: 100, columns: 10 });
    expect(rows.levels).toEqual({
      window: { steps: [0, 1], values: [200_000, 180_000] },
      // 200,000 − 20,000; 180,000 − 36,000
      threshold: { steps: [0, 1], values: [180_000, 144_000] },
      // The limit follows the window: no line of its own.
      limit: { steps: [], values: [] },
    });
    expect(rows).toMatchObject({ window: 200_000, threshold: 180_000 });
    expect(rows.lanes).toEqual(['recorded', 'replay', 'faults']);
    expect(rows.events).toContainEqual({ kind: 'fault', step: 1, last: 1, count: 1 });
    expect(ledger(1).faults).toHaveLength(1);
    // By the window in force at the step: 187,500 is the largest whose threshold is 150,000.
    expect(ledger(1).flips[0]).toMatchObject({ relation: '>=', value: 187_501 });
  });

  it('that never strike are said to be without effect', () => {
    const { sentence } = run(picture, contextGuardThreshold, {}, ['summariser-fails@9']);
    expect(sentence).toContain('1 fault injected, no effect.');
  });
});
