import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { policies } from '@/lib/policies/registry';
import { prepare, type Replayable } from '@/lib/engine/replay/prepare';
import { generateProfile } from '@/lib/readers/scenarios/simulate';
import { arbitraryScenario } from '@/lib/readers/scenarios/testing/arbitrary-scenario';
import { sweepCells } from './cells';
import { firstPhase, nextPhase, type SweepPhase } from './phases';
import type { SweepCell, SweepColumn, SweepPlan } from './plan';
import { mergeShare, partPhase, runShare, shareCells, shareText, type SweepShare } from './share';
import { emptyResults, encodeResults, decodeResults, widened } from './sweep-results';
import { SweepRun } from './sweep-run';

const anySession: fc.Arbitrary<Replayable> = arbitraryScenario.map((scenario) =>
  prepare(generateProfile(scenario, 'generated').profile),
);

const ascending = (values: fc.Arbitrary<number>, maxLength: number): fc.Arbitrary<number[]> =>
  fc.uniqueArray(values, { minLength: 1, maxLength }).map((list) => list.sort((a, b) => a - b));

/** ContextGuard's threshold has a run for totals, Pi has none. */
const anyColumn: fc.Arbitrary<SweepColumn> = fc.oneof(
  fc.record({
    policy: fc.constant('contextguard-threshold'),
    settings: fc.constantFrom({}, { attempts: 2 }),
    axes: fc
      .tuple(
        ascending(fc.integer({ min: 2_000, max: 240_000 }), 6),
        ascending(fc.integer({ min: 10, max: 80 }), 4),
      )
      .map(([windows, caps]) => [
        { setting: 'window', values: windows },
        { setting: 'cap', values: caps.map((cap) => cap / 10) },
      ]),
    sample: fc.option(fc.record({ count: fc.integer({ min: 1, max: 9 }), seed: fc.nat(99) })),
  }),
  fc.record({
    policy: fc.constant('pi'),
    settings: fc.constant({}),
    axes: ascending(fc.integer({ min: 20_000, max: 240_000 }), 4).map((values) => [
      { setting: 'window', values },
    ]),
    sample: fc.constant(null),
  }),
);

const anyPlan: fc.Arbitrary<SweepPlan> = fc.record({
  columns: fc.array(anyColumn, { minLength: 1, maxLength: 3 }),
  limit: fc.constantFrom(null, 9_000, 200_000),
});

/** Cuts a phase at any sessions and any cells: what `partPhase` does with long ones, and more. */
const anyParting = (sessions: number, cells: number, cuts: readonly number[]): SweepShare[] => {
  const at = (length: number, shift: number): number[] =>
    [...new Set([0, ...cuts.map((cut) => (cut + shift) % length), length])].sort((a, b) => a - b);
  const [rows, columns] = [at(sessions, 0), at(cells, 1)];
  return rows.slice(1).flatMap((rowEnd, r) =>
    columns.slice(1).map((cellEnd, c) => {
      const [session, cell] = [rows[r] ?? 0, columns[c] ?? 0];
      return { session, sessions: rowEnd - session, cell, cells: cellEnd - cell };
    }),
  );
};

function sessionOf(sessions: readonly Replayable[], place: number): Replayable {
  const session = sessions[place];
  if (session === undefined) throw new Error(`There is no session ${place}`);
  return session;
}

/** A whole sweep in shares, each in bytes between two machines and in any order. */
function sweepInShares(
  plan: SweepPlan,
  sessions: readonly Replayable[],
  part: (phase: SweepPhase) => readonly SweepShare[],
): Uint8Array {
  const cells = sweepCells(plan);
  let results = emptyResults(sessions.length, cells.length);
  let phase: SweepPhase | null = firstPhase(plan, cells);
  while (phase !== null) {
    results = widened(results, phase.cells.length);
    for (const share of [...part(phase)].reverse()) {
      const part = runShare(plan, shareCells(phase, share), share.sessions, (row) =>
        sessionOf(sessions, share.session + row),
      );
      const computed = encodeResults(part);
      mergeShare(results, phase.order, share, decodeResults(computed));
    }
    phase = nextPhase(plan, phase, results);
  }
  return encodeResults(results);
}

function sweepAtOnce(plan: SweepPlan, sessions: readonly Replayable[]): Uint8Array {
  const run = new SweepRun(plan, sessions);
  run.advance();
  return encodeResults(run.results);
}

const anySweep = fc.tuple(anyPlan, fc.array(anySession, { minLength: 1, maxLength: 5 }));

describe('a sweep in shares', () => {
  it('gives the bytes of the sweep at once, for any parting', () => {
    fc.assert(
      fc.property(anySweep, fc.array(fc.nat(40), { maxLength: 4 }), ([plan, sessions], cuts) => {
        const inShares = sweepInShares(plan, sessions, ({ order }) =>
          anyParting(sessions.length, order.length, cuts),
        );
        expect(inShares).toEqual(sweepAtOnce(plan, sessions));
      }),
      { numRuns: 60 },
    );
  });

  it('gives the bytes of the sweep at once in its own shares', () => {
    fc.assert(
      fc.property(anySweep, ([plan, sessions]) => {
        const steps = sessions.map(({ profile }) => profile.stepCount);
        const inShares = sweepInShares(plan, sessions, (phase) => partPhase(plan, phase, steps));
        expect(inShares).toEqual(sweepAtOnce(plan, sessions));
      }),
      { numRuns: 40 },
    );
  });
});

const column = (policy: string, values: readonly number[]): SweepColumn => ({
  policy,
  settings: {},
  axes: [{ setting: 'window', values }],
  sample: null,
});

describe('shares', () => {
  const numbers = fc.record({
    steps: fc.array(fc.constantFrom(0, 1, 45, 2_000, 1_000_000, 80_000_000), { maxLength: 3_000 }),
    counts: fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 4 }),
  });

  it('hold each session and cell of a phase once, and a column each', () => {
    fc.assert(
      fc.property(numbers, ({ steps, counts }) => {
        const ids = policies.map(({ id }) => id);
        const columns = counts.map((count, i) =>
          column(
            ids[i] ?? '',
            Array.from({ length: count }, (_, value) => value),
          ),
        );
        const plan = { columns, limit: null };
        const cells = sweepCells(plan);
        const phase = { cells, order: [...cells.keys()] };
        const seen = new Map<number, number>();
        for (const share of partPhase(plan, phase, steps)) {
          expect(new Set(shareCells(phase, share).map((cell) => cell.column)).size).toBe(1);
          expect(share.sessions).toBeLessThanOrEqual(1_000);
          expect(Math.min(share.sessions, share.cells)).toBeGreaterThan(0);
          for (let row = 0; row < share.sessions; row++) {
            const key = (share.session + row) * 10_000 + share.cell;
            seen.set(key, (seen.get(key) ?? 0) + share.cells);
          }
        }
        const total = [...seen.values()].reduce((sum, count) => sum + count, 0);
        expect(total).toBe(steps.length * cells.length);
        expect(new Set([...seen.keys()].map((key) => Math.floor(key / 10_000))).size).toBe(
          steps.length,
        );
      }),
      { numRuns: 60 },
    );
  });

  it('part a long session by its cells and put short ones together', () => {
    const plan = { columns: [column('pi', [1, 2, 3, 4])], limit: null };
    const cells = sweepCells(plan);
    const parted = partPhase(plan, { cells, order: [0, 1, 2, 3] }, [100, 100, 20_000_000, 100]);
    expect(parted).toEqual([
      { session: 0, sessions: 2, cell: 0, cells: 4 },
      { session: 2, sessions: 1, cell: 0, cells: 1 },
      { session: 2, sessions: 1, cell: 1, cells: 1 },
      { session: 2, sessions: 1, cell: 2, cells: 1 },
      { session: 2, sessions: 1, cell: 3, cells: 1 },
      { session: 3, sessions: 1, cell: 0, cells: 4 },
    ]);
  });

  it('refuse the results of another share', () => {
    const share = { session: 0, sessions: 1, cell: 0, cells: 2 };
    const results = emptyResults(1, 2);
    expect(() => mergeShare(results, [0, 1], share, emptyResults(1, 1))).toThrow('not the results');
  });
});

describe('the text of a share', () => {
  const plan: SweepPlan = { columns: [column('pi', [1, 2]), column('goat', [1, 2])], limit: null };
  const cells: readonly SweepCell[] = [{ column: 1, values: [2] }];
  const text = shareText(2, plan, cells, ['a', 'b']);

  it('is the same in another sweep that holds the share', () => {
    const other = { columns: [column('goat', [2, 5])], limit: null };
    expect(shareText(2, other, [{ column: 0, values: [2] }], ['a', 'b'])).toBe(text);
    const fixed = (settings: object): SweepPlan => ({
      columns: [{ ...column('goat', [2]), settings: settings as SweepColumn['settings'] }],
      limit: null,
    });
    const one: readonly SweepCell[] = [{ column: 0, values: [2] }];
    expect(shareText(2, fixed({ a: 1, b: 2 }), one, [])).toBe(
      shareText(2, fixed({ b: 2, a: 1 }), one, []),
    );
  });

  it('is what it was before shares computed figures', () => {
    expect(text).toBe(
      '{"engine":2,"limit":null,"columns":[["goat",[],["window"]]],"cells":[[0,2]],"sessions":["a","b"]}',
    );
    const asked: SweepPlan = { ...plan, figures: { ids: ['cost'], prices: {} } };
    expect(shareText(2, asked, cells, ['a', 'b'])).toBe(text);
  });

  it('changes with engine, limit, policy, settings, values and sessions', () => {
    const settings = plan.columns.map((one) => ({ ...one, settings: { cap: 5 } }));
    const texts = [
      text,
      shareText(3, plan, cells, ['a', 'b']),
      shareText(2, { ...plan, limit: 9 }, cells, ['a', 'b']),
      shareText(2, { ...plan, columns: settings }, cells, ['a', 'b']),
      shareText(2, plan, [{ column: 0, values: [2] }], ['a', 'b']),
      shareText(2, plan, [{ column: 1, values: [1] }], ['a', 'b']),
      shareText(2, plan, cells, ['b', 'a']),
      shareText(2, plan, cells, ['a']),
      shareText(2, plan, cells, ['a', 'b'], { prices: {} }),
      shareText(2, plan, cells, ['a', 'b'], { prices: { input: 5 } }),
    ];
    expect(new Set(texts).size).toBe(texts.length);
  });
});
