import { assert, describe, expect, it } from 'vitest';
import type { CorpusRow } from '@/lib/api/contract/corpus-contract';
import type { OpenSweep } from '@/lib/api/sweeps';
import { recommend } from '@/lib/tuning/recommend/recommendation';
import { wordsText } from '@/lib/engine/base/answer/words';
import { answerWords } from '@/lib/tuning/recommend/recommendation-words';
import { plant, sweepPlanted } from '@/lib/tuning/testing/planted';
import { emptyFigures } from '@/lib/tuning/figures/figure-results';
import { axisValues } from '@/lib/tuning/sweep/axis-values';
import type { SweepColumn } from '@/lib/tuning/sweep/plan';
import { SweepRun } from '@/lib/tuning/sweep/sweep-run';
import { emptyResults, totalsAt } from '@/lib/tuning/sweep/sweep-results';
import { keptDecides, keptView } from './kept-view';

const corpus = plant([
  { name: 'calm', results: Array<number>(20).fill(4_000), day: 1 },
  { name: 'near', results: Array<number>(40).fill(18_000), day: 2 },
  { name: 'made', results: Array<number>(40).fill(30_000), ratio: 2, generated: true },
]);
const caps = { setting: 'cap', values: axisValues({ from: 1, to: 8, step: 1 }) };
const windows = {
  setting: 'window',
  values: axisValues({ from: 160_000, to: 220_000, step: 10_000 }),
};
const factors = { setting: 'factor', values: axisValues({ from: 1, to: 4, step: 0.5 }) };
const today = { cap: 5, window: 200_000, factor: 2.5 };
const column: SweepColumn = {
  policy: 'contextguard-threshold',
  settings: {},
  axes: [caps, windows],
  sample: null,
};

const rows = corpus.map(({ facts, session }): CorpusRow => ({
  ...facts,
  steps: session.profile.stepCount,
  limit: session.profile.head.limit?.tokens ?? null,
  peak: null,
}));

/** A kept sweep as the server answers with it. */
function kept(
  columns: readonly SweepColumn[],
  settings: Record<string, number> = today,
): OpenSweep {
  const plan = { columns, limit: 200_000 };
  const run = new SweepRun(
    plan,
    corpus.map(({ session }) => session),
  );
  run.advance();
  const sweep = { plan, baseline: { policy: column.policy, settings } };
  // The view reads the plan and the baseline of the record.
  return {
    sweep: sweep as unknown as OpenSweep['sweep'],
    sessions: rows,
    cells: run.cells,
    results: run.results,
    figures: null,
  };
}

const shownFigure = (open: OpenSweep) => {
  const view = keptView(open);
  assert(typeof view !== 'string');
  return view.figureOf('cost');
};

describe('a kept sweep', () => {
  it('recommends what the live sweep does', () => {
    const view = keptView(kept([column]));
    assert(typeof view !== 'string');
    const field = sweepPlanted(corpus, [caps, windows], [5, 200_000]);
    const live = recommend(field);
    assert(live && view.answer);
    expect(view.answer.recommendation.choice).toEqual(live.choice);
    expect(wordsText(view.answer.answer)).toBe(wordsText(answerWords(field, live)));
    expect(view.answer.recommendation.region.breaches).toEqual(live.region.breaches);
  });

  it('names the setting that decides a session, of the grid', () => {
    const view = keptView(kept([column]));
    assert(typeof view !== 'string');
    const words = keptDecides(view);
    expect(words).toHaveLength(rows.length);
    expect(words[0]).toBe('');
    expect(words[1]).toMatch(/^window (≥|<) [\d.]+k$/);
    const none = keptView(kept([column], {}));
    assert(typeof none !== 'string');
    expect(keptDecides(none)).toEqual([]);
  });

  it('shows a sample with its refinement, and the policies kept beside it', () => {
    const through = [5, 200_000, 2.5];
    const sampled = {
      ...column,
      axes: [caps, windows, factors],
      sample: { count: 20, seed: 7, through },
    };
    const beside = { policy: 'codex', settings: {}, axes: [windows], sample: null };
    const open = kept([sampled, beside]);
    const view = keptView(open);
    assert(typeof view !== 'string');
    const own = open.cells.filter((cell) => cell.column === 0);
    expect(view.sums.grid.cells).toEqual(own);
    expect(view.setup.compared).toEqual(['codex']);
    expect([...view.sums.beside.recorded.complete]).toEqual(windows.values.map(() => 1));
    for (const [at, cell] of own.entries()) {
      for (const row of rows.keys()) {
        expect(totalsAt(view.results, row, at)).toEqual(
          totalsAt(open.results, row, open.cells.indexOf(cell)),
        );
      }
    }
    expect(wordsText(view.answer?.answer ?? [])).toMatch(
      /^Keep cap 5×, window 200,000, factor 2\.5×/,
    );
  });

  it('has figures of the grid and of the policies beside it, once all are computed', () => {
    const beside = { policy: 'codex', settings: {}, axes: [windows], sample: null };
    const open = kept([column, beside]);
    expect(shownFigure(open)).toBeNull();
    const figures = emptyFigures(['cost'], rows.length, open.cells.length);
    // The second session has no price.
    for (const row of [0, 2]) {
      open.cells.forEach((_, cell) => {
        figures.values[0]![row * open.cells.length + cell] = 10 * row + cell;
      });
    }
    const asked = { ...open.sweep.plan, figures: { ids: ['cost'] as const, prices: {} } };
    const done = {
      ...open,
      sweep: { ...open.sweep, plan: asked, status: 'done' as const },
      figures,
    };
    const grid = caps.values.length * windows.values.length;
    const shown = shownFigure(done);
    expect(shown?.grid).toMatchObject({ known: 1, sessions: 2 });
    expect([...(shown?.grid.sums ?? [])]).toEqual(Array.from({ length: grid }, (_, at) => at));
    expect([...(shown?.beside.sums ?? [])]).toEqual(windows.values.map((_, at) => grid + at));
    const at = (phase: 'coarse' | 'figures'): OpenSweep => {
      const progress = { ...done.sweep.progress, phase };
      return { ...done, sweep: { ...done.sweep, status: 'running', progress } };
    };
    expect(shownFigure(at('coarse'))).toBeNull();
    expect(shownFigure(at('figures'))).toBeNull();
  });

  it('says why nothing is recommended', () => {
    const of = (open: OpenSweep): string => {
      const view = keptView(open);
      return typeof view === 'string' ? view : `${view.answer === null} ${view.why}`;
    };
    expect(of(kept([column], { cap: 4.5, window: 200_000 }))).toBe(
      'true It does not hold today’s settings, with which others are compared.',
    );
    expect(of(kept([column], {}))).toMatch(/^true It does not hold today’s settings/);
    const open = kept([column]);
    expect(of({ ...open, results: emptyResults(rows.length, open.cells.length) })).toBe(
      'true Not every cell is computed yet.',
    );
    const made = open.sessions.map((row) => ({ ...row, generated: true }));
    expect(of({ ...open, sessions: made })).toMatch(/^true All its sessions are generated/);
    expect(of(kept([{ ...column, axes: [] }]))).toMatch(/^It varies no setting/);
    expect(of({ ...open, results: { ...open.results, cells: 400_000 } })).toMatch(/^It has more/);
  });
});
