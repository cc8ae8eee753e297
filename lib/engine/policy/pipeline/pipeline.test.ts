import { describe, expect, it } from 'vitest';
import { staged } from '@/lib/policies/testing/staged';
import { observe } from '@/lib/engine/replay/observed/observe';
import { replay } from '@/lib/engine/replay/replay';
import { drawnSession } from '@/lib/engine/replay/testing/drawn-session';

/** A user, then calls and results of 10,000 heuristic tokens each; a step before each call. */
const call = 'm 40\n+ c read {}\nr read 40000';
const log = (calls: number) =>
  ['limit 1000000', 'u 4000', '-- ?', ...Array.from({ length: calls }, () => `${call}\n-- ?`)].join(
    '\n',
  );
const OFF = 10_000_000;
const off = { clearsAt: OFF, recallsAt: OFF, summarisesAt: OFF, dropsAt: OFF, addsAt: OFF };
const under = (given: object, calls = 16) => {
  const settings = staged.settings.parse({ ...off, summary: 'bytes', summaryBytes: 400, ...given });
  return replay(drawnSession(log(calls)), staged, settings, { limit: null });
};
const saidAt = ({ notes }: ReturnType<typeof under>, step: number) =>
  notes.events.filter((one) => one.step === step).map(({ kind }) => kind);

describe('a pipeline', () => {
  it('clears from its trigger down to its target, oldest first, and no more', () => {
    const made = under({ clearsAt: 100_000, clearsTo: 80_000 });
    const first = made.notes.elisions[0]?.step ?? -1;
    expect(made.columns.decision[first - 1]).toBeLessThan(100_000);
    const { heuristicSent } = made.columns;
    expect(heuristicSent[first]).toBeLessThanOrEqual(80_000);
    expect(heuristicSent[first]).toBeGreaterThan(70_000);
    const cleared = made.notes.elisions.filter(({ step }) => step === first);
    expect(cleared.map(({ entry }) => entry)).toEqual([2, 4, 6]);
    expect(saidAt(made, first)).toEqual(['prune']);
    expect(made.columns.compacted.includes(1)).toBe(false);
  });

  it('summarises down to its target, and keeps what it declares in front and behind', () => {
    const made = under({ summarisesAt: 120_000, summarisesTo: 60_000, head: 1, keep: 2 });
    const step = made.columns.compacted.indexOf(1);
    const { decision, heuristicSent, covered } = made.columns;
    expect(decision[step]).toBeGreaterThanOrEqual(120_000);
    expect(heuristicSent[step]).toBeLessThan(60_500);
    expect(heuristicSent[step]).toBeGreaterThan(50_000);
    expect(made.notes.kept).toContainEqual({ step, ranges: [[0, 1]] });
    // A call and its response stay together.
    expect((covered[step] ?? 0) % 2).toBe(1);
    expect(covered[step]).toBeLessThan((made.session.profile.steps.entries[step] ?? 0) - 2);
  });

  it('runs its mechanisms in their order, each on what the one before left', () => {
    const cleared = { clearsAt: 120_000, clearsTo: 90_000, summarisesAt: 120_000 };
    const enough = under(cleared);
    const first = enough.notes.elisions[0]?.step ?? -1;
    expect(saidAt(enough, first)).toEqual(['prune']);
    expect(enough.columns.compacted[first]).toBe(0);
    // What clearing leaves is still above the trigger of the next one.
    const both = under({
      ...cleared,
      clearsTo: 119_000,
      summarisesAt: 100_000,
      summarisesTo: 60_000,
    });
    expect(both.columns.compacted.indexOf(1)).toBeLessThan(first);
    const one = under({ ...cleared, summarisesAt: 120_000, clearsTo: 125_000 });
    expect(one.columns.compacted[first]).toBe(1);
  });

  it('recalls a text without a call, and drops without a summary and says so', () => {
    const recalled = under({ recallsAt: 100_000, recalled: 2_000 });
    const step = recalled.columns.compacted.indexOf(1);
    expect(recalled.columns.attempts[step]).toBe(0);
    expect(recalled.columns.injected[step]).toBe(1);
    expect(recalled.columns.summaryBytes[step]).toBe(2_000);
    const dropped = under({ dropsAt: 100_000 });
    const gone = dropped.columns.compacted.indexOf(1);
    expect(dropped.columns.injected[gone]).toBe(0);
    expect(saidAt(dropped, gone)).toContain('lost');
  });

  it('asks the model once more until the next compaction, and leaves the request as it is', () => {
    const made = under({ addsAt: 60_000, summarisesAt: 120_000, summarisesTo: 30_000 });
    const { compacted, heuristicSent, heuristic, real } = made.columns;
    const first = made.columns.decision.findIndex((value) => value >= 60_000);
    const cut = compacted.indexOf(1);
    const again = made.columns.decision.findIndex((value, at) => at > cut && value >= 60_000);
    const calls = made.notes.added.map(({ step, fresh, written }) => [step, fresh, written]);
    // The first call writes everything: the request and 100 tokens of instructions; the second what the first wrote.
    const at = (step: number) => (real[step] ?? 0) + 100;
    expect(calls.slice(0, 4)).toEqual([
      [first, at(first), 300],
      [first, 300, 20],
      [again, at(again), 300],
      [again, 300, 20],
    ]);
    expect(made.notes.added[1]?.asked).toBe(at(first) + 300);
    expect(heuristicSent[first]).toBe(heuristic[first]);
    expect(saidAt(made, first)).toEqual(['added']);
    expect(compacted[first]).toBe(0);
  });

  it('says that nothing changes where every mechanism keeps all that is left', () => {
    const made = under({ dropsAt: 50_000, keep: 100 });
    const step = made.columns.decision.findIndex((value) => value >= 50_000);
    expect(saidAt(made, step)).toEqual(['no-op']);
  });

  it('watches a recording: what its first due mechanism would do, and nothing is applied', () => {
    const session = drawnSession(log(16));
    const asked = (given: object) => {
      const seen = observe(session, staged, staged.settings.parse({ ...off, ...given }));
      expect([...seen.columns.covered].every((entry) => entry === 0)).toBe(true);
      return [...(seen.observation?.fires ?? [])].findIndex((fires) => fires !== 0);
    };
    const step = under({ clearsAt: 100_000 }).notes.elisions[0]?.step;
    expect(asked({ clearsAt: 100_000, clearsTo: 80_000 })).toBe(step);
    expect(asked({ summarisesAt: 100_000, summarisesTo: 60_000 })).toBe(step);
  });
});
