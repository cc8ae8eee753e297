import { describe, expect, it } from 'vitest';
import { contextGuardThreshold } from '@/lib/policies/contextguard/threshold';
import { parseFault, type Fault } from './faults';
import { none } from '@/lib/policies/highwater/none';
import { recorded } from '@/lib/policies/highwater/recorded';
import { limitAt, overflowedAsRecorded, overflows } from '@/lib/analysis/explain/step-events';
import { scenarioSessionSchema } from '@/lib/readers/scenarios/schema';
import { generateProfile } from '@/lib/readers/scenarios/simulate';
import type { Session } from '@/lib/engine/session/schema';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { measureSession } from '@/lib/engine/tokens/measure';
import { mark, prepare, type Replayable } from '../prepare';
import { replay, type Replay } from '../replay';
import { successOf } from '@/lib/engine/base/testing/success-of';
import { STEADY, drawnSession, preparedSession } from '@/lib/engine/replay/testing/drawn-session';

const settings = (chosen: object) => contextGuardThreshold.settings.parse(chosen);

function faults(...texts: readonly string[]): readonly Fault[] {
  return texts.map((text) => {
    return successOf(parseFault(text));
  });
}

const measured = (picture: string): Replayable => drawnSession(picture);

/** Window 2,000: threshold 1,600. Without faults step 3 compacts: last real 1,600. */
const GUARD = settings({
  window: 2_000,
  summary: 'bytes',
  summaryBytes: 320,
  quoteRequest: false,
});

const guarded = (...texts: readonly string[]): Replay =>
  replay(measured(STEADY), contextGuardThreshold, GUARD, { faults: faults(...texts) });

describe('the summariser', () => {
  // Without faults: step 3 stores 320 bytes; its request is 1,000 + 2 × (400/4 + 46) = 1,292 real.
  // Step 4: last heuristic 146, heuristic 100 + 100; 200 × (1,292 / 146 → 5) = 1,000: held.
  it('fails in the first compaction: the mechanical summary takes its place', () => {
    const { columns, faults: effects } = guarded('summariser-fails@1');
    // Four texts of 400 bytes, cut to 200: "user: " or "model: ", 203, a newline:
    // 6 + 203 + 1 = 210 and three times 7 + 203 + 1 = 211, together 843 bytes.
    expect(columns.summaryBytes[3]).toBe(843);
    // (80 + 843) >> 2 = 230, continuation 187 >> 2 = 46.
    expect(columns.heuristicSent[3]).toBe(276);
    expect(columns.real[3]).toBe(1_000 + 2 * 276);
    // Step 4 compacts again: (230 + 100) × clamp(1,552 / 276) = 5 is 1,650 ≥ 1,600.
    expect([...columns.compacted]).toEqual([0, 0, 0, 1, 1, 0]);
    expect(effects).toEqual([
      {
        fault: { kind: 'summariser-fails', compaction: 1 },
        step: 3,
        text: 'The summariser fails in the 1st compaction. That is at step 3.',
      },
    ]);
  });

  it('fails in a compaction that never comes: no effect, with the reason', () => {
    const run = guarded('summariser-empty@2');
    expect(run.columns).toEqual(guarded().columns);
    expect(run.faults[0]).toMatchObject({
      step: -1,
      text: 'The summariser answers with nothing in the 2nd compaction. No effect: the policy summarises once.',
    });
  });

  it('fails in every pass of a compaction, and in no other', () => {
    // A prefix above the threshold compacts at every step in three passes.
    const generated = generateProfile(
      scenarioSessionSchema.parse({
        config: { contextWindow: 8_000, toolHeuristic: 9_000, summarizer: { bytes: 500 } },
        turns: [1, 2, 3].map(() => ({ user: { bytes: 400 }, modelBytes: 400 })),
      }),
      'loop',
    );
    const { script, limit } = generated;
    const run = replay(
      prepare(generated.profile),
      contextGuardThreshold,
      settings({ window: 8_000 }),
      { script, limit, faults: faults('summariser-fails@2') },
    );
    expect([...run.columns.attempts]).toEqual([3, 3, 3]);
    // Only the second compaction leaves another summary than the scripted 500 bytes.
    expect([...run.columns.summaryBytes].map((bytes) => bytes === 500)).toEqual([
      true,
      false,
      true,
    ]);
    expect(run.faults[0]?.step).toBe(1);
  });
});

describe('usage', () => {
  it('stops: the policy keeps the last count it was given', () => {
    const { columns, marks, faults: effects, divergence } = guarded('usage-stops@2');
    // Counts of steps 0 and 1 only: 1,400 is the last real until step 3 compacts and resets it.
    expect([...columns.lastReal]).toEqual([0, 1_200, 1_400, 1_400, 0, 0]);
    // Step 3: heuristic 400 × (1,400 / 300) = 1,866 ≥ 1,600 fires all the same.
    expect(columns.calibrated[3]).toBe(1_866);
    expect(divergence).toBe(3);
    // Until then the requests are the recorded ones, and so are their sizes.
    expect([...columns.real.subarray(0, 3)]).toEqual([1_200, 1_400, 1_600]);
    expect([...marks.subarray(0, 3)]).toEqual([0, 0, 0]);
    expect(effects[0]).toMatchObject({ step: 2 });
    expect(effects[0]?.text).toContain('The policy misses 4 counts.');
  });

  it('starts: unmeasured steps give their projected count, marked as supposed', () => {
    const picture = STEADY.replace('2000', '?').replace('2200', '?');
    const session = measured(picture);
    const wide = settings({ window: 100_000 });
    const run = replay(session, contextGuardThreshold, wide, { faults: faults('usage-starts@4') });
    // Too few groups to learn from: 3; the density of an unknown model is 1.
    const projected = 1_800 + 100 * session.projection.density.value;
    expect(run.columns.real[4]).toBe(projected);
    expect(run.columns.realAfter[4]).toBe(projected);
    expect(run.marks[4]).toBe(mark.unreported | mark.supposed);
    expect(run.marks[3]).toBe(0);
    expect(run.columns.lastReal[5]).toBe(projected);
    expect(run.divergence).toBe(-1);
    expect(run.faults[0]?.text).toContain('gets 2 counts that were not reported');
  });

  it('stops and starts again: each holds until the next', () => {
    const { columns } = guarded('usage-starts@3', 'usage-stops@1');
    expect([...columns.lastReal.subarray(0, 4)]).toEqual([0, 1_200, 1_200, 1_200]);
    // Step 3: 400 × (1,200 / 300) = 1,600 fires; its own count is reported again.
    expect([...columns.compacted]).toEqual([0, 0, 0, 1, 0, 0]);
    expect(columns.realAfter[3]).toBe(1_292);
  });

  it('at one step the last of the list holds', () => {
    const run = guarded('usage-stops@2', 'usage-starts@2');
    expect(run.columns).toEqual(guarded().columns);
    expect(run.faults.map(({ text }) => text.split('. ')[1])).toEqual([
      'No effect: a later fault replaces it.',
      'No effect: every step reports it.',
    ]);
  });

  it('read again, has the effect it had: an equal fault is another object', () => {
    const session = measured(STEADY);
    const said = () =>
      replay(session, contextGuardThreshold, settings({}), {
        faults: faults('usage-stops@2', 'response@0*0'),
      }).faults.map(({ step, text }) => [step, text]);
    const first = said();
    expect(first[0]).toEqual([2, expect.stringContaining('misses 4 counts')]);
    expect(said()).toEqual(first);
  });

  it('a refused step never reports', () => {
    const session = measured('u 400\n-- 150000\nm 400\n-- 200819 > 200000');
    const run = replay(session, contextGuardThreshold, settings({ window: 1_000_000 }), {
      faults: faults('usage-starts@0'),
    });
    expect(run.columns.realAfter[1]).toBe(150_000);
  });
});

/** A call and its response of 4,000 bytes, then two texts. The entry of the response is 2. */
const TOOLS: Session = (() => {
  const session = textSession(
    'u 400\nm 40\n-- 1100\nu 40\n-- 3120\nm 400\n-- 3320\nm 400\n-- 3520',
  );
  const entries = session.entries.map((entry, i) => {
    if (i === 1)
      return {
        role: 'model',
        parts: [{ kind: 'call', name: 'grep', args: {} }],
      } as const;
    if (i !== 2) return entry;
    const sized = { kind: 'sized', of: 'response', sizes: [4, 4_000] } as const;
    return { role: 'user', parts: [sized] } as const;
  });
  return { ...session, entries };
})();

/** The session with the response at another size, as it would be measured. */
const toolsWith = (bytes: number) =>
  measureSession({
    ...TOOLS,
    entries: TOOLS.entries.map((entry, i) =>
      i === 2
        ? { role: 'user', parts: [{ kind: 'sized', of: 'response', sizes: [4, bytes] }] }
        : entry,
    ),
  });

describe('tool responses', () => {
  const session = preparedSession(TOOLS);
  const scaled = (text: string) => replay(session, none, {}, { faults: faults(text) });

  it('become a tenth: heuristic to the integer, real in proportion, from their step on', () => {
    const run = scaled('response@2*0.1');
    // Entry 2: name 1 + 4,000 / 4 = 1,001 tokens; at a tenth 1 + 100 = 101.
    expect(run.columns.heuristic[1]).toBe((session.requests.heuristic[1] ?? 0) - 900);
    // Its real size was its share of step 1's growth, 2,020: 2,020 × 101 / 1,001 = 203.8….
    expect(run.columns.real[0]).toBe(1_100);
    expect(run.columns.real[1]).toBe(Math.trunc(1_100 + (2_020 * 101) / 1_001));
    expect(run.columns.real[2]).toBe(Math.trunc(1_100 + (2_020 * 101) / 1_001 + 200));
    expect(run.divergence).toBe(1);
    expect([...run.marks]).toEqual([0, 1, 1, 1]);
    expect(run.faults[0]).toMatchObject({ step: 1 });
    expect(run.faults[0]?.text).toContain('1,001 tokens become 101 (heuristic).');
  });

  it.each([400, 2_000, 12_000, 40_000])('count as if %i bytes had been recorded', (bytes) => {
    const run = scaled(`response@2*${bytes / 4_000}`);
    const direct = toolsWith(bytes);
    const { profile } = run.session;
    expect(profile.entries.kinds.response).toEqual(direct.entries.kinds.response);
    expect(profile.entries.responseBytes).toEqual(direct.entries.responseBytes);
    expect(profile.entries.ceiled).toEqual(direct.entries.ceiled);
    expect(profile.entries.units).toEqual(direct.entries.units);
    expect(profile.entries.responseUnits).toEqual(direct.entries.responseUnits);
    expect(profile.sum).toEqual(direct.sum);
    expect(profile.fallbackSum).toEqual(direct.fallbackSum);
    expect(run.columns.heuristic).toEqual(replay(prepare(direct), none, {}).columns.heuristic);
  });

  it('keep their share of chars outside ASCII', () => {
    const picture = `u 4\nc a\nr a "${'字a'.repeat(6)}"\n-- 10`;
    const wide = drawnSession(picture);
    expect(wide.profile.entries.units[2]).toBe(12);
    // 36 bytes, 12 of them around the text, become 108: four times the text.
    const run = replay(wide, none, {}, { faults: faults('response@2*3') });
    const { units, responseUnits, responseWide } = run.session.profile.entries;
    expect([units[2], responseUnits[0], responseWide[0]]).toEqual([48, 48, 24]);
  });

  it('are gone at 0, names and all', () => {
    const run = scaled('response@2*0');
    expect(run.columns.heuristic[1]).toBe((session.requests.heuristic[1] ?? 0) - 1_001);
    expect(run.columns.real[1]).toBe(1_100);
    expect(run.columns.contentsSent[1]).toBe(3);
  });

  it.each([
    ['response@2*1', 'their size stays the same.'],
    ['response@0*2', 'it has none.'],
    ['response@99*2', 'the log has 5 entries.'],
  ])('%s changes nothing', (text, why) => {
    const run = scaled(text);
    expect(run.columns).toEqual(replay(session, none, {}).columns);
    expect(run.divergence).toBe(-1);
    expect(run.faults[0]).toMatchObject({ step: -1 });
    expect(run.faults[0]?.text).toContain(why);
  });

  it('follow the ratio in a generated session', () => {
    const { profile } = generateProfile(
      scenarioSessionSchema.parse({
        config: { contextWindow: 100_000, tokenRatio: 3 },
        turns: [
          { user: { bytes: 400 }, toolCalls: [{ name: 'grep', responseBytes: 3_988 }] },
          { user: { bytes: 400 } },
        ],
      }),
      'ratio',
    );
    const made = prepare(profile);
    const run = replay(made, none, {}, { faults: faults('response@2*2') });
    // 12 + 3,988 = 4,000 bytes → 8,000: 1,000 heuristic tokens more, three times as many real.
    expect(run.columns.real[1]).toBe((made.requests.heuristic[1] ?? 0) * 3 + 3_000);
    expect(run.columns.real[0]).toBe((made.requests.heuristic[0] ?? 0) * 3);
  });

  it('are sized once for a set of faults, however often a setting is dragged', () => {
    const first = scaled('response@2*0.5').session;
    expect(scaled('response@2*0.5').session).toBe(first);
    expect(scaled('response@2*0.6').session).not.toBe(first);
  });

  it('diverge a replay of the recording’s own compactions, too', () => {
    const run = replay(session, recorded, {}, { faults: faults('response@2*2') });
    expect(run.divergence).toBe(1);
  });
});

describe('the calibration', () => {
  it('stays after a compaction', () => {
    const run = guarded('keep-calibration');
    const off = replay(measured(STEADY), contextGuardThreshold, {
      ...GUARD,
      resetCalibration: false,
    });
    expect(run.columns).toEqual(off.columns);
    // The step that compacts keeps 1,600 until its own count of 1,292 arrives.
    expect(run.faults[0]).toMatchObject({ step: 3 });
  });

  it('matters where no usage follows', () => {
    const run = guarded('keep-calibration', 'usage-stops@3');
    expect(run.columns.realAfter[3]).toBe(1_600);
    expect(guarded('usage-stops@3').columns.realAfter[3]).toBe(0);
  });

  it('is nothing to a policy without one', () => {
    const run = replay(measured(STEADY), none, {}, { faults: faults('keep-calibration') });
    expect(run.faults[0]?.text).toContain('No compaction resets no calibration.');
  });
});

describe('the state', () => {
  it('is lost: summary, watermark and counts are gone', () => {
    const run = guarded('state-lost@5');
    const before = guarded();
    expect(before.columns.injected[5]).toBe(1);
    // The whole log again: six entries of 100 tokens; nothing is known, so × 2.5 = 1,500: held.
    expect(run.columns.heuristic[5]).toBe(600);
    expect(run.columns.lastReal[5]).toBe(0);
    expect(run.columns.watermarkBefore[5]).toBe(0);
    expect(run.columns.calibrated[5]).toBe(1_500);
    expect(run.columns.injected[5]).toBe(0);
    expect(run.columns.real[5]).toBe(2_200);
    expect([...run.columns.compacted]).toEqual([0, 0, 0, 1, 0, 0]);
  });

  it('lost before any compaction changes the count alone', () => {
    const run = guarded('state-lost@2');
    expect([...run.columns.lastReal.subarray(0, 4)]).toEqual([0, 1_200, 0, 1_600]);
    expect(run.columns.calibrated[2]).toBe(750);
    expect(run.divergence).toBe(guarded().divergence);
  });
});

describe('the window', () => {
  it('and the limit become another model’s from a step on', () => {
    const session = measured(`limit 2000\n${STEADY}`);
    const wide = settings({ window: 100_000 });
    const run = replay(session, contextGuardThreshold, wide, {
      faults: faults('window@4=1900'),
    });
    expect([...run.columns.window]).toEqual([100_000, 100_000, 100_000, 100_000, 1_900, 1_900]);
    // Buffer trunc(0.2 × 1,900) = 380.
    expect(run.columns.threshold[4]).toBe(1_520);
    // The state stays: last real 1,800 ≥ 1,520 fires at once.
    expect(run.columns.lastReal[4]).toBe(1_800);
    expect(run.columns.compacted[4]).toBe(1);
    expect([limitAt(run, 3), limitAt(run, 4)]).toEqual([2_000, 1_900]);
  });

  it('is the limit alone where the policy has none', () => {
    const session = measured(`limit 2100\n${STEADY}`);
    const run = replay(session, none, {}, { faults: faults('window@3=1700', 'window@5=5000') });
    const over = [0, 1, 2, 3, 4, 5].filter((step) => overflows(run, step));
    expect(over).toEqual([3, 4]);
    // The recording is judged by its own limit: 2,200 > 2,100.
    expect([4, 5].map((step) => overflowedAsRecorded(run, step))).toEqual([false, true]);
    expect(run.divergence).toBe(-1);
    expect(run.faults[0]?.text).toContain('No compaction has no window: only the limit changes.');
  });

  it('holds against what a rejection named', () => {
    const session = measured('u 400\n-- 150000\nm 400\n-- 200819 > 200000');
    const run = replay(session, none, {}, { faults: faults('window@1=1000000') });
    expect(overflows(run, 1)).toBe(false);
    expect(overflowedAsRecorded(run, 1)).toBe(true);
    expect(overflows(replay(session, none, {}), 1)).toBe(true);
  });

  it('changes after the state is lost, whatever the order they are given in', () => {
    const one = guarded('state-lost@5', 'window@5=900');
    const other = guarded('window@5=900', 'state-lost@5');
    expect(one.columns).toEqual(other.columns);
    // 600 × 2.5 = 1,500 ≥ 900 − 180: the new window decides on the fresh state.
    expect(one.columns.compacted[5]).toBe(1);
    expect(one.columns.lastReal[5]).toBe(0);
  });
});
