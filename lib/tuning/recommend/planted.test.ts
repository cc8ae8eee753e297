import { assert, describe, expect, it } from 'vitest';
import { wordsText } from '@/lib/engine/base/answer/words';
import { tellingOf, undecidedWords } from '../evidence/coverage';
import { coverageOf } from '../evidence/coverage-tally';
import { axisValues } from '../sweep/axis-values';
import { plant, sweepPlanted, type Planted } from '../testing/planted';
import { nothingNearWords } from '../evidence/would-decide';
import { answerColumns } from './answer-columns';
import { passedOver, passedOverWords } from './passed-over';
import { recommend } from './recommendation';
import { answerWords, deciderWords, edgeWords, holdOutWords } from './recommendation-words';

const CAPS = { setting: 'cap', values: axisValues({ from: 2, to: 10, step: 0.5 }) };
const FACTORS = { setting: 'factor', values: axisValues({ from: 1, to: 5, step: 0.5 }) };
const WINDOWS = {
  setting: 'window',
  values: axisValues({ from: 160_000, to: 220_000, step: 5_000 }, [199_999]),
};

/** Grows in even steps, then by 50,000 tokens at once: last real alone comes too late. */
const jump = (name: string, rest: Partial<Planted> = {}): Planted => ({
  name,
  results: [...Array.from({ length: 16 }, () => 6_000), 200_000],
  ...rest,
});
/** A hidden prefix of 130,000 tokens where the heuristic knows 1,000: a cap of 2.4 would be needed. */
const hidden = (name: string, rest: Partial<Planted> = {}): Planted =>
  jump(name, { prefixBytes: 4_000, prefixRatio: 130, ...rest });
const small = (name: string, rest: Partial<Planted> = {}): Planted => ({
  name,
  results: Array.from({ length: 10 }, () => 2_000),
  ...rest,
});

describe('a planted corpus in which', () => {
  it('nothing comes near a threshold cannot decide', () => {
    const field = sweepPlanted(plant([small('a'), small('b')]), [CAPS, FACTORS], [5, 2.5]);
    const telling = tellingOf(field);
    expect(telling.sessions).toBe(0);
    expect(undecidedWords(field, telling)).toEqual([
      'This corpus cannot decide the cap: from 2 to 10 no recorded session compacts, overflows or loops otherwise.',
      'This corpus cannot decide the factor: from 1 to 5 no recorded session compacts, overflows or loops otherwise.',
    ]);
    expect(recommend(field)?.choice.kind).toBe('keep');
    expect(field.sessions.every(({ near }) => !near)).toBe(true);
  });

  it('nothing comes near a threshold says how many more sessions of which kind would decide', () => {
    const corpus = plant([small('a'), small('b')]);
    const field = sweepPlanted(corpus, [WINDOWS], [200_000]);
    const evidence = { near: false, ratios: [], limit: 200_000, hasUsage: true };
    const sessions = corpus.map(({ facts }) => ({ facts, evidence: evidence as never }));
    // 0 of 35 overflows has the exact interval 0 to 10.0025 %, 0 of 36 to 9.7 %.
    expect(nothingNearWords(field, tellingOf(field), sessions)).toBe(
      'Nothing here comes near a threshold. It takes 36 more sessions that hold a request of 128,000 tokens or more, near the least window tried (0 of 2 do) and overflow nowhere to show that fewer than 10 % of such sessions overflow.',
    );
    const [first, ...others] = sessions;
    const near = { ...evidence, ratios: [{ real: 150_000, heuristic: 50_000 }] };
    const one = { facts: first!.facts, evidence: near as never };
    expect(nothingNearWords(field, tellingOf(field), [one, ...others])).toMatch(
      /^It takes 35 more sessions that hold a request of 128,000 tokens .+ \(1 of 2 do\)/,
    );
    const enough = Array.from({ length: 36 }, () => one);
    expect(nothingNearWords(field, tellingOf(field), enough)).toBeNull();
    const [today] = answerColumns(field, recommend(field)!);
    // 1 − 0.025^(1/2): none of two sessions is no proof.
    expect(today?.chance.sessions).toMatchObject({ hits: 0, n: 2 });
    expect(today?.chance.sessions.high).toBeCloseTo(0.8419, 4);
  });

  it('only a smaller cap compacts less names why it is passed over', () => {
    const roomy = jump('roomy', { prefixBytes: 4_000, prefixRatio: 100 });
    const field = sweepPlanted(plant([roomy, small('b')]), [CAPS, FACTORS], [5, 2.5]);
    const found = recommend(field);
    assert(found);
    expect(found.choice.kind).toBe('keep');
    const over = passedOver(field, found);
    expect(over).toMatchObject({ reason: 'patch', compactions: 0 });
    expect(passedOverWords(field, found)).toMatch(
      /^Passed over: cap 2×, factor [\d.]+×, which holds as well with 0 compactions: a user cannot set that, it takes a patch\.$/,
    );
  });

  it('only the cap matters says so, and calls the cap a patch', () => {
    const field = sweepPlanted(plant([hidden('incident'), small('b')]), [CAPS, FACTORS], [2, 2.5]);
    const telling = tellingOf(field);
    expect(telling.byAxis.map(({ sessions }) => sessions)).toEqual([1, 0]);
    const found = recommend(field);
    expect(found?.choice.kind).toBe('patch');
    assert(found);
    expect(wordsText(answerWords(field, found))).toMatch(
      /^Patch to cap [\d.]+×, factor 2\.5×: with cap 2×, factor 2\.5×, 1 recorded session overflows/,
    );
    expect(field.sessions[found.decider?.row ?? -1]?.facts.name).toBe('incident');
    expect(found.decider?.without.kind).toBe('keep');
    expect(wordsText(deciderWords(field, found))).toContain('Without incident: keep cap 2×');
  });

  it('only the factor matters says so', () => {
    const silent = jump('silent', { usage: false, ratio: 2.8 });
    const field = sweepPlanted(plant([silent]), [CAPS, FACTORS], [5, 1]);
    expect(tellingOf(field).byAxis.map(({ sessions }) => sessions)).toEqual([0, 1]);
    expect(undecidedWords(field, tellingOf(field))).toHaveLength(1);
    expect(recommend(field)?.choice.kind).toBe('patch');
  });

  it('the jump of the buffer at 200,000 decides shows it as an edge', () => {
    // Between 160,000 (window 199,999) and 180,000 (window 200,000): compacts below the jump only.
    const between = { name: 'between', results: Array.from({ length: 17 }, () => 40_000) };
    const field = sweepPlanted(plant([between, small('b')]), [WINDOWS], [200_000]);
    const found = recommend(field);
    expect(found?.choice).toMatchObject({ kind: 'keep' });
    assert(found);
    const down = found.edges.find(({ direction }) => direction === 'down');
    expect(down).toMatchObject({ value: 199_999, spare: 0, breach: 'compactions', compactions: 1 });
    expect(edgeWords(field, found)).toBe(
      'window cannot be lowered (at 199,999 there is 1 compaction), cannot be raised (205,000 is above the limit) (on the values of the grid)',
    );
  });

  it('one outlier decides names it, and says the answer without it', () => {
    const all = [hidden('outlier'), ...Array.from({ length: 8 }, (_, i) => small(`calm ${i}`))];
    const short = { summary: 'bytes', summaryBytes: 400 };
    const field = sweepPlanted(plant(all), [WINDOWS, CAPS], [200_000, 2], short);
    const found = recommend(field);
    expect(found?.choice.kind).toBe('change');
    assert(found);
    expect(found.deciding).toHaveLength(1);
    expect(wordsText(deciderWords(field, found))).toBe(
      '1 session decides. Without outlier: keep window 200,000, cap 2×.',
    );
    // It holds on all nine, but tuned without the outlier it would not have held on it.
    const columns = answerColumns(field, found);
    expect(columns.map(({ role, overflowing }) => [role, overflowing])).toEqual([
      ['today', 1],
      ['recommended', 0],
      ['runner-up', 0],
    ]);
    expect(columns.map(({ chance }) => chance.sessions.hits)).toEqual([1, 1, 1]);
    expect(columns[1]).toMatchObject({ better: 1, worse: 0, same: 8 });
    // 1 of 9, exact: Clopper and Pearson's table has 0.28 % to 48.25 %.
    expect(columns[1]?.chance.sessions.low).toBeCloseTo(0.0028, 4);
    expect(columns[1]?.chance.sessions.high).toBeCloseTo(0.4825, 4);
  });

  it('only a generated session fails does not decide by it', () => {
    const all = [hidden('made up', { generated: true }), small('a'), small('b')];
    const field = sweepPlanted(plant(all), [WINDOWS, CAPS], [200_000, 2]);
    const found = recommend(field);
    expect(found?.choice.kind).toBe('keep');
    expect(found?.generated?.rows).toEqual([0]);
    assert(found);
    expect(wordsText(answerWords(field, found))).toContain(
      'The generated made up alone asks for window',
    );
  });

  it('nothing but generated sessions is recommended nothing', () => {
    const field = sweepPlanted(plant([hidden('made up', { generated: true })]), [CAPS], [5]);
    expect(recommend(field)).toBeNull();
  });

  it('a session overflows whatever is set is named, and does not veto', () => {
    const huge = small('huge', { prefixRatio: 250 });
    const field = sweepPlanted(plant([huge, small('a')]), [WINDOWS], [200_000]);
    const found = recommend(field);
    expect(found?.unavoidable).toEqual({ overflow: [0], loop: [0] });
    expect(found?.choice.kind).toBe('keep');
  });
});

describe('a hold-out', () => {
  it('by time is tuned on the earlier sessions and fails on a later incident', () => {
    const calm = Array.from({ length: 4 }, (_, i) => small(`calm ${i}`, { day: i }));
    const late = [hidden('late', { day: 10 }), small('later', { day: 11 })];
    const field = sweepPlanted(plant([...calm, ...late]), [WINDOWS, CAPS], [200_000, 2]);
    const held = recommend(field)?.byTime ?? null;
    expect(held).toMatchObject({ trained: 4, tested: 2, canFail: true, failed: { hits: 1, n: 1 } });
    expect(held?.choice.kind).toBe('keep');
    expect(held?.failed.high).toBe(1);
  });

  it('that every setting passes is called weak', () => {
    const all = Array.from({ length: 6 }, (_, i) => small(`calm ${i}`, { day: i }));
    const field = sweepPlanted(plant(all), [WINDOWS], [200_000]);
    const found = recommend(field);
    expect(found?.byTime?.canFail).toBe(false);
    expect(wordsText(holdOutWords(field, found?.byTime ?? null))).toMatch(
      /^Weak hold-out:.*so that none does proves little\./,
    );
  });

  it('keeps a cluster whole, and says how many sessions have no time', () => {
    const all = [
      small('a', { day: 1, cluster: 'one' }),
      small('b', { day: 9, cluster: 'one' }),
      small('c', { day: 5 }),
      small('d'),
    ];
    const field = sweepPlanted(plant(all), [WINDOWS], [200_000]);
    expect(recommend(field)?.byTime).toMatchObject({ trained: 2, tested: 1, untimed: 1 });
  });
});

describe('coverage', () => {
  it('tells recorded, generated and sub-agents apart', () => {
    const corpus = plant([small('a'), small('g', { generated: true })]);
    const field = sweepPlanted(corpus, [CAPS], [5]);
    expect(field.sessions).toHaveLength(2);
    const evidence = {
      steps: 3,
      limit: null,
      hasUsage: false,
      startsInMiddle: true,
      near: false,
      today: {
        compactions: 0,
        passes: 0,
        overflowSteps: 1,
        firstOverflow: 2,
        loop: false,
        sent: 1,
        unused: 0,
      },
      ratios: [],
      growth: [],
    };
    const found = coverageOf(
      corpus.map(({ facts }) => ({ facts: { ...facts, subAgent: true }, evidence })),
    );
    expect(found).toMatchObject({
      recorded: 1,
      generated: 1,
      subAgents: 1,
      overflowing: 1,
      startsInMiddle: 1,
      unknownLimit: 1,
      withoutUsage: 1,
    });
  });
});
