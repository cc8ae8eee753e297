import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contextGuardThreshold } from '@/lib/policies/contextguard/threshold';
import { copilot } from '@/lib/policies/copilot/policy';
import { none } from '@/lib/policies/highwater/none';
import { recorded } from '@/lib/policies/highwater/recorded';
import { prepare } from '@/lib/engine/replay/prepare';
import { replay, type Replay } from '@/lib/engine/replay/replay';
import type { Session, Step } from '@/lib/engine/session/schema';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { measureSession } from '@/lib/engine/tokens/measure';
import { cacheEvidence, type CacheSettings } from './cache-evidence';
import { cachedPrompts } from './cache-model';
import { costReport } from './cost-report';
import type { Rates } from './rates';
import { cacheError, recordedBill } from './recorded-bill';
import { replayCost } from './replay-cost';
import { opus } from './testing/opus';
import { drawnSession, preparedSession } from '@/lib/engine/replay/testing/drawn-session';

const ratesOf = (): Rates => opus;
const warm: CacheSettings = { used: true, lifetime: 300_000, hour: false };

/** Density 2 over a hidden prefix of 10,000 tokens. */
const STEADY = `
  model claude-x
  u 4000
  -- 12000
  m 4000
  -- 14000
  m 4000
  -- 16000
  m 4000
  -- 18000
  m 4000
  -- 20000
  m 4000
  -- 22000
`;

const withSteps = (
  session: Session,
  change: (step: Step, i: number) => Partial<Step>,
): Session => ({
  ...session,
  steps: session.steps.map((step, i) => ({ ...step, ...change(step, i) })),
});
const ran = (session: Session): Replay =>
  replay(preparedSession(session), recorded, recorded.settings.parse({}));

describe('what the cache is predicted to answer', () => {
  it('is the whole request before, of a log that only grew', () => {
    const run = ran(textSession(STEADY));
    expect([...cachedPrompts(run, warm).read]).toEqual([0, 12_000, 14_000, 16_000, 18_000, 20_000]);
  });

  it('is nothing after a gap longer than it lives', () => {
    const minutes = [0, 1, 2, 8, 9, 10];
    const run = ran(
      withSteps(textSession(STEADY), (_, i) => ({
        time: new Date(Date.UTC(2026, 4, 1, 0, minutes[i])).toISOString(),
      })),
    );
    const { read, cold } = cachedPrompts(run, warm);
    expect([...cold]).toEqual([1, 0, 0, 1, 0, 0]);
    expect(read[3]).toBe(0);
    expect(read[4]).toBe(18_000);
    expect([...cachedPrompts(run, { ...warm, lifetime: 3_600_000 }).cold]).toEqual([
      1, 0, 0, 0, 0, 0,
    ]);
  });

  it('is nothing for another model, nor where no cache is used', () => {
    const other = ran(
      withSteps(textSession(STEADY), (_, i) => ({ model: i < 3 ? 'claude-x' : 'claude-y' })),
    );
    expect([...cachedPrompts(other, warm).cold]).toEqual([1, 0, 0, 1, 0, 0]);
    const unused = cachedPrompts(ran(textSession(STEADY)), { ...warm, used: false });
    expect([...unused.read]).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it('is the prefix after a recorded compaction, and what stands before a blanked entry', () => {
    const compacted = ran(textSession(`${STEADY}\nm 4000\n== compact 4000\n-- 13000`));
    expect(cachedPrompts(compacted, warm).read[6]).toBe(10_000);
    // Entry 1 stands behind the prefix of 10,000 and the first entry's 2,000.
    const blanked = ran(textSession(`${STEADY}\nm 4000\n== elide 1\n-- 22000`));
    expect(cachedPrompts(blanked, warm).read[6]).toBe(12_000);
  });

  it('never reads more than a request holds, nor than the one before held', () => {
    const tokens = fc.array(fc.integer({ min: 1, max: 300_000 }), { minLength: 2, maxLength: 12 });
    fc.assert(
      fc.property(tokens, fc.boolean(), (reals, compacts) => {
        const picture = reals.map(
          (real, i) => `u 400\n${i === 1 && compacts ? '== compact 40\n' : ''}-- ${real}`,
        );
        const run = ran(textSession(picture.join('\n')));
        const { read } = cachedPrompts(run, warm);
        read.forEach((one, i) => {
          expect(one).toBeLessThanOrEqual(reals[i] ?? 0);
          expect(one).toBeLessThanOrEqual(i === 0 ? 0 : Math.max(reals[i - 1] ?? 0, 1));
        });
      }),
    );
  });
});

describe('a replay’s cost, by hand', () => {
  it('reads what went before, writes the rest', () => {
    const session = withSteps(textSession(STEADY), () => ({ output: 1_000 }));
    const cost = replayCost(ran(session), { ratesOf, cache: warm, summariser: 'unshared' });
    // Read 12 + 14 + 16 + 18 + 20 = 80k; written 12k and five times 2k = 22k; output 6k.
    expect(cost.calls.cacheRead).toBeCloseTo(0.04, 9);
    expect(cost.calls.cacheWrite).toBeCloseTo(0.1375, 9);
    expect(cost.calls.output).toBeCloseTo(0.15, 9);
    expect(cost.total).toBeCloseTo(0.3275, 9);
    expect(cost).toMatchObject({ summariser: 0, compactions: [], unanswered: 0, projected: 0 });
  });

  it('charges writes for an hour at their price, and no cache as input', () => {
    const cost = (cache: CacheSettings): number =>
      replayCost(ran(textSession(STEADY)), { ratesOf, cache, summariser: 'unshared' }).total;
    expect(cost({ ...warm, hour: true })).toBeCloseTo(0.04 + 0.22, 9);
    // 12 + 14 + … + 22 = 102k × 5.
    expect(cost({ ...warm, used: false })).toBeCloseTo(0.51, 9);
  });

  it('prices a what-if’s compaction and says when it has paid', () => {
    const settings = contextGuardThreshold.settings.parse({
      window: 20_000,
      summary: 'bytes',
      summaryBytes: 400,
      quoteRequest: false,
    });
    const run = replay(drawnSession(STEADY), contextGuardThreshold, settings);
    const cost = replayCost(run, { ratesOf, cache: warm, summariser: 'unshared' });
    const [first] = cost.compactions;
    const { before = 0, after = 0, summary = 0, step = 0 } = first ?? {};
    // Buffer 4,000: the last real of 16,000 fires at step 3, which would have sent 18,000.
    expect({ step, before }).toEqual({ step: 3, before: 18_000 });
    expect(first?.prefix).toBe(10_000);
    // Given: what left the request. 400 bytes at density 2 are 200 tokens.
    expect(summary).toBe(200);
    const given = before - (after - summary);
    expect(first?.summariser).toBeCloseTo((given * 5 + summary * 25) / 1e6, 9);
    expect(first?.rewrite).toBeCloseTo(((after - 10_000) * 5.75) / 1e6, 9);
    expect(first?.saving).toBeCloseTo(((before - after) * 0.5) / 1e6, 9);
    const paid = ((first?.summariser ?? 0) + (first?.rewrite ?? 0)) / (first?.saving ?? 1);
    expect(first?.steps).toBeCloseTo(paid, 9);
    // The next request reads what this one sent, but for the continuation.
    const { read } = cost.prompts;
    expect(read[3]).toBe(10_000);
    expect(read[4]).toBeLessThan(after);
    expect(read[4]).toBeGreaterThan(10_000);
  });

  it('costs no money where no price is known, and says so', () => {
    const unknown = replayCost(ran(textSession(STEADY)), {
      ratesOf: () => null,
      cache: warm,
      summariser: 'unshared',
    });
    expect(unknown).toMatchObject({ total: 0, unpriced: 6 });
    expect([...unknown.steps].every(Number.isNaN)).toBe(true);
  });
});

describe('the recording’s bill', () => {
  const usage = (step: Step, i: number): Partial<Step> => ({
    output: 1_000,
    cacheRead: i === 0 ? 0 : 10_000,
    cacheWrite: (step.real ?? 0) - (i === 0 ? 0 : 10_000) - 5,
    cacheWriteHour: 0,
  });

  it('is its usage, and how far the model is off', () => {
    const run = ran(withSteps(textSession(STEADY), usage));
    const { profile } = run.session;
    const bill = recordedBill(run.session, ratesOf);
    // Read 50k, fresh 6 × 5, written 102k − 50k − 30, output 6k.
    expect(bill.cost.cacheRead).toBeCloseTo(0.025, 9);
    expect(bill.cost.input).toBeCloseTo(0.00015, 9);
    expect(bill.cost.cacheWrite).toBeCloseTo((51_970 * 6.25) / 1e6, 9);
    expect(bill).toMatchObject({ charged: 6, uncounted: 0, unanswered: 0, uncached: 0 });
    expect(cacheEvidence(profile)).toMatchObject({ source: 'recorded', used: true, hour: false });
    const error = cacheError(run, cachedPrompts(run, warm));
    expect(error).toMatchObject({ steps: 5, predicted: 80_000, recorded: 50_000 });
  });

  it('has no cache where usage reports none, and assumes one where it is silent', () => {
    const zero = withSteps(textSession(STEADY), () => ({ cacheRead: 0, cacheWrite: 0 }));
    expect(cacheEvidence(measureSession(zero))).toMatchObject({ source: 'silent', used: false });
    const silent = measureSession(textSession(STEADY));
    expect(cacheEvidence(silent)).toMatchObject({ source: 'assumed', used: true });
    expect(recordedBill(prepare(silent), ratesOf)).toMatchObject({ uncached: 6, unanswered: 6 });
  });

  it('keeps an hour where most writes were for an hour', () => {
    const hour = withSteps(textSession(STEADY), () => ({
      cacheWrite: 2_000,
      cacheWriteHour: 2_000,
    }));
    expect(cacheEvidence(measureSession(hour))).toMatchObject({ hour: true, lifetime: 3_600_000 });
  });
});

describe('a report', () => {
  it('compares the recording with a replay by one model of the cache', () => {
    const session = drawnSession(STEADY);
    const { report, steps } = costReport(replay(session, none, none.settings.parse({})), {
      ratesOf,
    });
    expect(report.asRecorded).toEqual(report.replayed);
    expect(report.summariser).toEqual({ cache: 'unshared', source: 'assumed' });
    expect(steps.replayed).toHaveLength(6);
    const given = costReport(replay(session, none, none.settings.parse({})), {
      ratesOf,
      summariser: 'shared',
    });
    expect(given.report.summariser).toEqual({ cache: 'shared', source: 'given' });
  });
});

describe('a compaction beside the agent', () => {
  it('is charged where it starts, for the request of that step; its saving begins where it lands', () => {
    const picture = `${STEADY}m 4000\n-- 24000\nm 4000\n-- 26000`;
    const settings = { window: 20_000, delaySteps: 2, exhaustion: 1, summary: 'bytes' } as const;
    const chosen = copilot.settings.parse({ ...settings, summaryBytes: 4_000 });
    const run = replay(drawnSession(picture), copilot, chosen);
    const [beside] = run.notes.background;
    expect(beside).toMatchObject({ start: 3, real: 18_000, end: 5, how: 'landed' });
    const shared = { ratesOf, cache: warm, summariser: 'shared' } as const;
    const priced = replayCost(run, shared);
    const { calls, compactions, steps, total } = priced;
    const [landed] = compactions;
    // 18,000 read from the cache, and 1,000 × 2 tokens of summary written by the model.
    expect(landed?.step).toBe(5);
    expect(landed?.summariser).toBeCloseTo((18_000 * 0.5 + 2_000 * 25) / 1e6, 12);
    const alone = replayCost({ ...run, notes: { ...run.notes, background: [] } }, shared);
    expect(steps[3]).toBeCloseTo((alone.steps[3] ?? 0) + (landed?.summariser ?? 0), 12);
    expect(steps[5]).toBeCloseTo(
      (alone.steps[5] ?? 0) - (alone.compactions[0]?.summariser ?? 0),
      12,
    );
    expect(total).toBeCloseTo(calls.total + priced.summariser, 12);
    expect(steps.reduce((sum, one) => sum + one, 0)).toBeCloseTo(total, 12);
  });
});
