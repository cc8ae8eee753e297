import { describe, expect, it } from 'vitest';
import { geminiCli } from './policy';
import { kindsAt, runPicture, textsOf } from '../testing/run-picture';

const summary = { summary: 'bytes', summaryBytes: 400 } as const;
const settings = { ...summary, window: 20_000 };

/** Tokens: 100 · 6,500 · 100 · 1,000 · 100 · 1,000, and the request 10. */
const picture = `
  u 400
  -- 100
  m 26000
  u 400
  -- 7000
  m 4000
  u 400
  -- 12000
  m 4000
  u 40
  -- 12100
`;

describe('the threshold', () => {
  it.each([
    [{}, 524_288],
    [{ window: 256_000 }, 128_000],
    [{ window: 3 }, 2],
    [{ share: 0.7, window: 1_000 }, 700],
    [{ observed: 400_000 }, 400_000],
  ])('%o: %i', (change, threshold) => {
    const made = runPicture(geminiCli, 'u 4\n-- 10', { ...summary, ...change });
    expect(made.columns.threshold[0]).toBe(threshold);
  });

  it.each([
    [9_999, 0],
    [10_000, 1],
  ])('is compared with the prompt of the last response, %i', (real, fires) => {
    const made = runPicture(geminiCli, picture.replace('12000', String(real)), settings);
    expect(made.columns.decision[3]).toBe(real);
    expect(made.columns.compacted[3]).toBe(fires);
  });

  it('without usage with an estimate of the history, the request left out', () => {
    const made = runPicture(geminiCli, 'system 4000\nu 400\n-- ?\nm 800\nu 4000\n-- ?', settings);
    expect([...made.columns.decision]).toEqual([0, 300]);
  });
});

describe('the cut', () => {
  it('is the first user’s message at or behind 70 % of the history', () => {
    const made = runPicture(geminiCli, picture, settings);
    // 70 % of 8,800 are 6,160; before entry 2 are 6,600.
    expect(made.columns.covered[3]).toBe(2);
    // Summary 100, acknowledgement ⌊42 / 4⌋ = 10, kept 2,200, the request 10.
    expect(made.columns.heuristicSent[3]).toBe(100 + 10 + 2_200 + 10);
    expect(made.columns.attempts[3]).toBe(2);
  });

  it('afterwards the new history’s estimate counts, until usage', () => {
    const unreported = `${picture.replace('12100', '?')}m 4\nu 4\n-- ?`;
    const made = runPicture(geminiCli, unreported, settings);
    expect(made.columns.decision[4]).toBe(2_310);
  });

  it('is the end where the model spoke last and no user’s message is late enough', () => {
    const late = 'u 400\n-- 100\nm 40\nu 40\n-- 12000\nm 40000\nu 4\n-- 12100';
    expect(runPicture(geminiCli, late, settings).columns.covered[2]).toBe(4);
  });

  it('is the last user’s message where the model waits for a tool', () => {
    const loop = 'u 400\n-- 100\nm 40\nu 40\n-- 12000\nc t\nr t 40000\n-- 12100';
    expect(runPicture(geminiCli, loop, settings).columns.covered[2]).toBe(2);
  });

  it('is not made in a first turn of tools', () => {
    const made = runPicture(geminiCli, 'u 400\n-- 12000\nc t\nr t 40000\n-- 12100', settings);
    expect(kindsAt(made, 1)).toEqual(['no-op']);
    expect(made.columns.compacted[1]).toBe(0);
  });
});

describe('inflated', () => {
  const inflating = { ...settings, summaryBytes: 40_000 };

  it('a history that would count more is rejected, and no summary is asked for again', () => {
    const made = runPicture(geminiCli, `${picture}m 4\nu 4\n-- 12200`, inflating);
    // 10,000 + 10 + 2,200 against 12,000.
    expect(textsOf(made, 'inflated')[0]).toContain('12,210, more than 12,000');
    expect([...made.columns.compacted]).not.toContain(1);
    expect(kindsAt(made, 4)).toEqual([]);
    expect(made.divergence).toBe(-1);
  });

  it('one that counts the same is taken', () => {
    const made = runPicture(geminiCli, picture.replace('12000', '12210'), inflating);
    expect(made.columns.compacted[3]).toBe(1);
  });
});

describe('function responses', () => {
  // 300,000 tokens of text, then results of 50,000 and 10,000.
  const long = `
    u 400
    -- 100
    m 1200000
    u 4
    -- 150000
    c t
    r t 199988
    -- 180000
    c t
    r t 39988
    -- 210000
    m 4
    u 4
    -- 210100
  `;

  it('beyond the newest 50,000 tokens are cut to 40,000 bytes', () => {
    const made = runPicture(geminiCli, long, { ...summary, window: 400_000 });
    expect(made.columns.covered[4]).toBe(2);
    // 50,000 − ⌊40,200 / 4⌋.
    expect(made.notes.elisions).toEqual([{ step: 4, entry: 4, tokens: 39_950 }]);
    expect(kindsAt(made, 4)).toEqual(['prune']);
  });

  it('are cut without a summary once the latch is set', () => {
    const inflating = { ...summary, summaryBytes: 4_000_000, window: 400_000 };
    const made = runPicture(geminiCli, `${long}m 4\nu 4\n-- 210200`, inflating);
    expect(kindsAt(made, 4)).toEqual(['inflated']);
    expect(kindsAt(made, 5)).toEqual(['prune']);
    expect(made.notes.elisions).toEqual([{ step: 5, entry: 4, tokens: 39_950 }]);
    expect([...made.columns.compacted]).not.toContain(1);
  });

  it('less where the limit is near: 4 bytes a token left', () => {
    const near = runPicture(geminiCli, long, { ...summary, window: 215_000, share: 0.97 });
    // 4 × (215,000 − 210,000) = 20,000 bytes and the note: 50,000 − ⌊20,200 / 4⌋.
    expect(near.notes.elisions).toEqual([{ step: 4, entry: 4, tokens: 44_950 }]);
    const nearer = runPicture(geminiCli, long, { ...summary, window: 210_000, share: 1 });
    expect(nearer.notes.elisions[0]).toEqual({ step: 4, entry: 4, tokens: 49_950 });
  });
});
