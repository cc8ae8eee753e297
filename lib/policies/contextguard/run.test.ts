/** Hand-worked cases of what no vector covers. Text of b bytes is ⌊b / 4⌋ tokens. */
import { describe, expect, it } from 'vitest';
import { prepare } from '@/lib/engine/replay/prepare';
import { SessionRequests } from '@/lib/engine/replay/requests';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { measureSession } from '@/lib/engine/tokens/measure';
import { createColumns, type Columns } from '@/lib/engine/policy/columns';
import { contextGuardSlidingWindow, contextGuardSlidingWindowCorrected } from './sliding-window';
import { contextGuardTail } from './tail';
import { contextGuardThreshold } from './threshold';
import { emptyNotes, type PolicyNotes } from '@/lib/engine/policy/notes';
import type { Policy, PolicyRun } from '@/lib/engine/policy/policy';
import type { ScriptedSummary, Summariser } from '@/lib/engine/policy/summary';

/** Answers from a script; the last entry repeats. */
class Scripted implements Summariser {
  bytes = 0;
  readonly tokens = -1;
  failed = false;
  empty = false;
  readonly namedUnder = -1;
  readonly heads: number[] = [];
  readonly #script: readonly ScriptedSummary[];

  constructor(script: readonly ScriptedSummary[]) {
    this.#script = script;
  }

  call(headTokens: number): void {
    const entry = this.#script[Math.min(this.heads.length, this.#script.length - 1)];
    this.heads.push(headTokens);
    this.bytes = entry !== undefined && 'bytes' in entry ? entry.bytes : 0;
    this.failed = entry === undefined || !('bytes' in entry);
    this.empty = entry !== undefined && 'empty' in entry;
  }
}

interface Begun<S> {
  readonly run: PolicyRun<S>;
  readonly columns: Columns;
  readonly notes: PolicyNotes;
  readonly heads: readonly number[];
  readonly settings: (given: object) => S;
}

function begin<S>(
  policy: Policy<S>,
  picture: string,
  given: object,
  script: readonly ScriptedSummary[] = [{ bytes: 120 }],
): Begun<S> {
  const session = prepare(measureSession(textSession(picture)));
  const settings = (change: object): S => policy.settings.parse({ ...given, ...change });
  const { profile, prefixTokens, base, requests: plain } = session;
  const form = policy.form?.(settings({}), profile, prefixTokens) ?? plain;
  const columns = createColumns(profile.stepCount);
  const notes = emptyNotes();
  const summariser = new Scripted(script);
  const requests = new SessionRequests(base, form);
  const { decision } = policy;
  const input = { profile, requests, summariser, columns, notes, decision };
  const run = policy.begin(settings({}), input);
  return { run, columns, notes, heads: summariser.heads, settings };
}

/** Window 8,000: buffer 1,600, threshold 6,400. A continuation of 187 bytes is 46 tokens. */
const small = { window: 8_000, quoteRequest: false };

/** 1,000 tokens, reported as 2,000; 10 and 3,000 more; 10 and 10 more, twice. */
const growing = `
  u 4000
  -- 2000
  m 40
  u 12000
  -- ?
  m 40
  u 40
  -- ?
  m 40
  u 40
  -- ?
`;

describe('the correction', () => {
  const dense = `
    u 4000
    -- 6000
    m 40
    u 40
    -- ?
  `;

  it('is capped at 5, so the last real decides', () => {
    const { run, columns } = begin(contextGuardThreshold, dense, { window: 100_000 });
    run.advance(2);
    // 6,000 / 1,000 = 6 → 5; 1,020 × 5 = 5,100 < 6,000.
    expect([columns.correction[1], columns.calibrated[1], columns.decision[1]]).toEqual([
      5, 5_100, 6_000,
    ]);
  });

  it('without the cap is what the last step was', () => {
    const given = { window: 100_000, capped: false };
    const { run, columns } = begin(contextGuardThreshold, dense, given);
    run.advance(2);
    expect([columns.correction[1], columns.calibrated[1], columns.decision[1]]).toEqual([
      6, 6_120, 6_120,
    ]);
  });
});

describe('the reset after a compaction', () => {
  it('forgets the last real: the default factor holds again', () => {
    const { run, columns } = begin(contextGuardThreshold, growing, small);
    run.advance(3);
    // 4,010 × 2 = 8,020 ≥ 6,400; then summary (80 + 120) / 4 = 50 and continuation 46.
    expect([...columns.decision.subarray(0, 2)]).toEqual([2_500, 8_020]);
    expect([...columns.compacted.subarray(0, 3)]).toEqual([0, 1, 0]);
    expect(columns.heuristicSent[1]).toBe(96);
    // 50 + 20 = 70; × 2.5.
    expect([columns.lastReal[2], columns.heuristic[2], columns.decision[2]]).toEqual([0, 70, 175]);
  });

  it('left out, the real of the whole log goes on to decide', () => {
    const given = { ...small, resetCalibration: false };
    const { run, columns } = begin(contextGuardThreshold, growing, given);
    run.advance(3);
    // 2,000 / 96 is above the cap: 70 × 5 = 350 < 2,000.
    expect([columns.lastReal[2], columns.lastHeuristic[2]]).toEqual([2_000, 96]);
    expect([columns.correction[2], columns.calibrated[2], columns.decision[2]]).toEqual([
      5, 350, 2_000,
    ]);
  });
});

describe('a process restart', () => {
  it('loses summary, watermark and counts: the whole log is sent and compacted again', () => {
    const { run, columns } = begin(contextGuardThreshold, growing, small);
    run.advance(2);
    run.forget();
    run.advance(4);
    expect([columns.watermarkAfter[1], columns.watermarkBefore[2]]).toEqual([3, 0]);
    // 4,010 + 20, × 2.5 for want of a last real.
    expect([columns.lastReal[2], columns.lastHeuristic[2], columns.heuristic[2]]).toEqual([
      0, 0, 4_030,
    ]);
    expect(columns.decision[2]).toBe(10_075);
    expect([...columns.compacted]).toEqual([0, 1, 1, 0]);
    expect(columns.watermarkAfter[2]).toBe(5);
  });

  it('sends the whole log where that fits', () => {
    const { run, columns, settings } = begin(contextGuardThreshold, growing, small);
    run.advance(2);
    run.forget();
    run.configure(settings({ window: 200_000 }));
    run.advance(4);
    expect([...columns.compacted]).toEqual([0, 1, 0, 0]);
    expect([columns.covered[2], columns.injected[2], columns.summaryBytes[2]]).toEqual([0, 0, 0]);
    expect([columns.contentsSent[2], columns.contentsSent[3]]).toEqual([5, 7]);
  });
});

describe('a model switch', () => {
  it('moves window, buffer and threshold from its step on; the state stays', () => {
    const { run, columns, settings } = begin(contextGuardThreshold, growing, small);
    run.advance(1);
    run.configure(settings({ window: 20_000 }));
    run.advance(2);
    run.configure(settings({ window: 8_000 }));
    run.advance(4);
    expect([...columns.window]).toEqual([8_000, 20_000, 8_000, 8_000]);
    expect([...columns.threshold]).toEqual([6_400, 16_000, 6_400, 6_400]);
    // 8,020 < 16,000; then 4,030 × 2 (2,000 / 1,000, no newer real; last heuristic 4,010 → 1).
    expect([columns.decision[1], columns.compacted[1]]).toEqual([8_020, 0]);
    expect([columns.lastReal[2], columns.lastHeuristic[2], columns.correction[2]]).toEqual([
      2_000, 4_010, 1,
    ]);
    expect(columns.decision[2]).toBe(4_030);
  });
});

describe('the watermark bug', () => {
  it('puts the summary in front of the whole log, which fires again', () => {
    const given = { ...small, stripCovered: false, wrapper: 'em-dash', factor: 2 };
    const { run, columns } = begin(contextGuardThreshold, growing, given);
    run.advance(4);
    // Summary (82 + 120) / 4 = 50.5 → 50, and 4,030 of the log; × 2.
    expect(columns.heuristic[2]).toBe(4_080);
    expect(columns.decision[2]).toBe(8_160);
    expect([...columns.compacted]).toEqual([0, 1, 1, 1]);
    expect([...columns.watermarkAfter]).toEqual([0, 0, 0, 0]);
    expect([...columns.summarised]).toEqual([0, 3, 5, 7]);
  });
});

describe('a failed summariser call', () => {
  it('leaves the mechanical summary, and is said', () => {
    const { run, columns, notes } = begin(contextGuardThreshold, growing, small, [{ fail: true }]);
    run.advance(2);
    // "user: " 200 "..." "\n" twice, "model: " 40 "\n" between: 210 + 48 + 210.
    expect([columns.compacted[1], columns.summaryBytes[1]]).toEqual([1, 468]);
    expect(notes.events).toEqual([
      {
        step: 1,
        kind: 'failure',
        text: 'The summariser failed: the mechanical summary is used.',
      },
    ]);
  });

  it('passes the request unchanged in the first full-summary design', () => {
    const given = { ...small, onFailure: 'pass' };
    const script = [{ fail: true }, { bytes: 120 }] as const;
    const { run, columns, notes } = begin(contextGuardThreshold, growing, given, script);
    run.advance(3);
    expect([...columns.compacted.subarray(0, 3)]).toEqual([0, 0, 0]);
    expect([columns.attempts[1], columns.heuristicSent[1], columns.contentsSent[1]]).toEqual([
      1, 4_010, 3,
    ]);
    expect(notes.events.map(({ step, kind }) => [step, kind])).toEqual([[1, 'failure']]);
    // The real of step 0 stays; 4,030 × max(1, 2,000 / 4,010) does not fire.
    expect(columns.decision[2]).toBe(4_030);
  });

  it('of a later pass leaves what the passes before made', () => {
    const given = { ...small, onFailure: 'pass' };
    const script = [{ bytes: 40_000 }, { fail: true }] as const;
    const { run, columns, notes, heads } = begin(contextGuardThreshold, growing, given, script);
    run.advance(2);
    expect([columns.compacted[1], columns.attempts[1], columns.summaryBytes[1]]).toEqual([
      1, 2, 40_000,
    ]);
    // (80 + 40,000) / 4 + 46.
    expect(columns.heuristicSent[1]).toBe(10_066);
    expect(heads).toEqual([4_010, 10_066]);
    expect(notes.passes).toEqual([{ step: 1, keep: 0, contents: 3, split: 3, heuristic: 10_066 }]);
  });

  it('that answers with nothing is mechanical in every version', () => {
    const given = { ...small, onFailure: 'pass' };
    const { run, columns } = begin(contextGuardThreshold, growing, given, [{ empty: true }]);
    run.advance(2);
    expect([columns.compacted[1], columns.summaryBytes[1]]).toEqual([1, 468]);
  });
});

describe('other estimators', () => {
  it('raw decides on the heuristic', () => {
    const given = { ...small, estimator: 'raw' };
    const { run, columns } = begin(contextGuardThreshold, growing, given);
    run.advance(4);
    expect([...columns.decision]).toEqual([1_000, 4_010, 4_030, 4_050]);
    expect([...columns.compacted]).toEqual([0, 0, 0, 0]);
  });

  it('anchor decides on the last real and what the log grew by', () => {
    const fixed = { densityFrom: 'fixed', density: 1.5, priorFrom: 'fixed', prior: 300 };
    const given = { ...small, estimator: 'anchor', ...fixed };
    const { run, columns } = begin(contextGuardThreshold, growing, given);
    run.advance(3);
    // 300 + 1.5 × 1,000; 2,000 + 1.5 × 3,010 = 6,515 ≥ 6,400; void after it: 300 + 1.5 × 70.
    expect([...columns.decision.subarray(0, 3)]).toEqual([1_800, 6_515, 405]);
    expect([...columns.compacted.subarray(0, 3)]).toEqual([0, 1, 0]);
  });

  it('calibrated is the reference’s own rule', () => {
    const own = begin(contextGuardThreshold, growing, small);
    const other = begin(contextGuardThreshold, growing, { ...small, estimator: 'calibrated' });
    own.run.advance(4);
    other.run.advance(4);
    expect(other.columns).toEqual(own.columns);
  });

  it('decide for the tail strategy as well', () => {
    const given = { window: 8_000, estimator: 'factor', estimateFactor: 2 };
    const { run, columns } = begin(contextGuardTail, growing, given);
    run.advance(2);
    expect([...columns.decision.subarray(0, 2)]).toEqual([2_000, 8_020]);
    expect(columns.compacted[1]).toBe(1);
  });
});

/** Seven entries of 10 tokens at the last step; a step after each user's text. */
const chat = `
  u 40
  -- ?
  m 40
  u 40
  -- ?
  m 40
  u 40
  -- ?
  m 40
  u 40
  -- ?
`;

describe('the sliding window', () => {
  const five = { window: 8_000, maxTurns: 4, quoteRequest: false };

  it('loses its tail in the next request, and says so once', () => {
    const { run, columns, notes } = begin(contextGuardSlidingWindow, chat, five);
    run.advance(4);
    // 5 > 4 contents: keeps 3 of 5; then 7 − 5 = 2 contents behind the summary.
    expect([...columns.compacted]).toEqual([0, 0, 1, 0]);
    expect([columns.covered[2], columns.summarised[2], columns.heuristicSent[2]]).toEqual([
      2, 2, 126,
    ]);
    expect([columns.covered[3], columns.summarised[3], columns.heuristicSent[3]]).toEqual([
      5, 2, 70,
    ]);
    const text =
      'Entries 2 to 4 are from here on neither in the summary nor in the request: 3 entries, 30 heuristic tokens.';
    expect(notes.events).toEqual([{ step: 3, kind: 'lost', text }]);
  });

  it('corrected, keeps it', () => {
    const { run, columns, notes } = begin(contextGuardSlidingWindowCorrected, chat, five);
    run.advance(4);
    // 7 − 2 = 5 contents since the watermark: it fires again.
    expect([...columns.compacted]).toEqual([0, 0, 1, 1]);
    expect([columns.watermarkAfter[2], columns.covered[3], columns.summarised[3]]).toEqual([
      2, 4, 4,
    ]);
    expect(notes.events).toEqual([]);
  });

  it('corrected, cuts a chain of calls between its pairs', () => {
    const calls = 'c read\n r read 28\n -- ?\n'.repeat(4);
    const picture = `u 40\nm 40\nu 40\n-- ?\n${calls}`;
    const { run, columns, notes } = begin(contextGuardSlidingWindowCorrected, picture, five);
    run.advance(5);
    // 3, 5, 7, 9, 11 contents, 3 are kept. 5 − 3 = 2 is the user's entry; 7 − 3 = 4 is a response,
    // so the cut goes back to its call at 3; likewise 9 − 3 = 6 to 5 and 11 − 3 = 8 to 7.
    expect([...columns.compacted]).toEqual([0, 1, 1, 1, 1]);
    expect([...columns.covered]).toEqual([0, 2, 3, 5, 7]);
    // Summary, tail and continuation: 1 + (5 − 2) + 1 and three times 1 + 4 + 1.
    expect([...columns.contentsSent]).toEqual([3, 5, 6, 6, 6]);
    expect(notes.events).toEqual([]);
  });

  it('corrected, does not compact again where no seam came since', () => {
    const calls = `${'c read\n'.repeat(4)}${'r read 28\n'.repeat(4)}-- ?\n`;
    const picture = `u 40\nm 40\n${calls}c read\nr read 28\n-- ?\n`;
    const { run, columns } = begin(contextGuardSlidingWindowCorrected, picture, five);
    run.advance(2);
    // Calls at 2 to 5, answers at 6 to 9 in their order. 10 − 3 = 7 is an answer to the call at 3,
    // and every cut after 2 parts a pair. At 12 contents, 10 of them new, the cut would be at 2 again.
    expect([...columns.compacted]).toEqual([1, 0]);
    expect([...columns.covered]).toEqual([2, 2]);
    // Summary, 8 entries and continuation; then the summary and 10 entries.
    expect([...columns.contentsSent]).toEqual([10, 11]);
  });

  it('sends the whole log when the summariser fails, a stored summary or not', () => {
    const script = [{ bytes: 120 }, { fail: true }] as const;
    const given = { ...five, maxTurns: 1, attempts: 1 };
    const { run, columns, notes } = begin(contextGuardSlidingWindow, chat, given, script);
    run.advance(4);
    // 1 content holds; 3 contents: nothing before the last 3; 5: keeps 3; then 2 > 1 fires, fails.
    expect([...columns.compacted]).toEqual([0, 0, 1, 0]);
    expect(notes.events.map(({ step, kind }) => [step, kind])).toEqual([
      [1, 'no-op'],
      [3, 'failure'],
    ]);
    expect([columns.contentsSent[3], columns.heuristicSent[3], columns.injected[3]]).toEqual([
      7, 70, 0,
    ]);
    expect([columns.watermarkAfter[3], columns.summaryBytes[3]]).toEqual([5, 120]);
  });

  it('a failure of a later pass leaves what the passes before made', () => {
    const script = [{ bytes: 40_000 }, { fail: true }] as const;
    const { run, columns, notes } = begin(contextGuardSlidingWindow, chat, five, script);
    run.advance(3);
    // (80 + 40,000) / 4 + 30 + 46 ≥ 6,400: a second pass, which fails.
    expect([columns.compacted[2], columns.attempts[2], columns.heuristicSent[2]]).toEqual([
      1, 2, 10_096,
    ]);
    expect(notes.events.map(({ step, kind }) => [step, kind])).toEqual([[2, 'failure']]);
    expect(notes.passes).toHaveLength(1);
  });

  it('an answer of nothing leaves the mechanical summary of what was cut', () => {
    const { run, columns } = begin(contextGuardSlidingWindow, chat, five, [{ empty: true }]);
    run.advance(3);
    // "user: " 40 "\n" and "model: " 40 "\n".
    expect([columns.compacted[2], columns.summaryBytes[2]]).toEqual([1, 47 + 48]);
  });

  it('a restart forgets the watermark: the whole log counts as turns', () => {
    const { run, columns } = begin(contextGuardSlidingWindow, chat, five);
    run.advance(3);
    run.forget();
    run.advance(4);
    expect(columns.watermarkBefore[3]).toBe(0);
    // 7 > 4: keeps 3 of 7.
    expect([columns.compacted[3], columns.covered[3]]).toEqual([1, 4]);
  });

  it('other turns from a step on: the state stays', () => {
    const { run, columns, settings } = begin(contextGuardSlidingWindow, chat, five);
    run.advance(2);
    run.configure(settings({ maxTurns: 0, window: 4_000 }));
    run.advance(4);
    // 0 is the reference's 20.
    expect([...columns.compacted]).toEqual([0, 0, 0, 0]);
    expect([...columns.threshold]).toEqual([6_400, 6_400, 3_200, 3_200]);
  });
});

describe('the recent tail', () => {
  it('is cut again and again, because nothing is stripped', () => {
    const { run, columns, notes } = begin(contextGuardTail, growing, { window: 4_000 });
    run.advance(4);
    // Threshold 3,200, tail 800. 4,010: the 3,000 alone reach 800, but two contents stay.
    expect(notes.passes.slice(0, 2)).toEqual([
      { step: 1, keep: 800, contents: 3, split: 1, heuristic: 3_060 },
      // Summary 50 and 4,030: the 3,000 reach 800 again, what follows them stays.
      { step: 2, keep: 800, contents: 6, split: 4, heuristic: 70 },
    ]);
    expect([...columns.compacted]).toEqual([0, 1, 1, 1]);
    expect([...columns.contentsSent]).toEqual([1, 3, 3, 5]);
  });

  it('has nothing to cut from two contents', () => {
    const { run, columns, notes } = begin(contextGuardTail, 'u 40\nm 20000\n-- ?', {
      window: 4_000,
    });
    run.advance(1);
    expect([columns.compacted[0], columns.attempts[0], columns.contentsSent[0]]).toEqual([0, 0, 2]);
    expect(notes.events.map(({ kind }) => kind)).toEqual(['no-op']);
  });

  it('a restart forgets the summary; a model switch moves the threshold', () => {
    const { run, columns, settings } = begin(contextGuardTail, growing, { window: 4_000 });
    run.advance(2);
    run.forget();
    run.configure(settings({ window: 8_000 }));
    run.advance(4);
    expect([...columns.heuristic]).toEqual([1_000, 4_010, 4_030, 4_050]);
    expect([...columns.compacted]).toEqual([0, 1, 0, 0]);
    expect([...columns.window]).toEqual([4_000, 4_000, 8_000, 8_000]);
    expect(columns.injected[2]).toBe(0);
  });
});
