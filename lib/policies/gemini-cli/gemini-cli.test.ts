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
    // The history's estimate, 12,002, is less than what was reported: it counts from here on.
    expect(kindsAt(made, 4)).toEqual(['estimated']);
    expect(made.divergence).toBe(-1);
  });

  it('one that counts the same is taken', () => {
    const made = runPicture(geminiCli, picture.replace('12000', '12210'), inflating);
    expect(made.columns.compacted[3]).toBe(1);
  });
});

describe('chars outside ASCII', () => {
  const unreported = (entry: string): number => {
    const made = runPicture(geminiCli, `${entry}\n-- ?\nm 4\nu 4\n-- ?`, settings);
    return made.columns.decision[1] ?? NaN;
  };

  it.each([
    // The model's text is one token; an emoji is two chars.
    ['u "字字字字"', 7],
    ['u "aé😀"', 5],
    // Thoughts are dropped, whatever they hold.
    ['u 4\n-- ?\nt "字字字字"\n+ m "字"', 1 + 1],
  ])('count 1.5 tokens in a text: %s, %i', (entry, tokens) => {
    expect(unreported(entry)).toBe(tokens);
  });

  it('count a quarter in calls and responses', () => {
    const wide = 'u 4\n-- ?\nc t {"a":"字字字字"}\nr t "字字字字"';
    expect(unreported(wide)).toBe(unreported(wide.replaceAll('字', 'x')));
  });
});

describe('function responses', () => {
  const unmasked = { ...summary, maskLeast: 100_000_000 };
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

  // The note: 76 chars and `8,000`, `32,000`, a path of 52, `159,988`, 31 chars and 5 line breaks.
  const cut = 40_000 + 76 + 5 + 6 + 52 + 7 + 29 + 5;

  it('beyond the newest 50,000 tokens are cut to 40,000 chars and a note', () => {
    const made = runPicture(geminiCli, long, { ...unmasked, window: 400_000 });
    expect(made.columns.covered[4]).toBe(2);
    // Of 200,000 printed bytes 12 are not its text.
    const tokens = 50_000 - Math.floor((cut + 12) / 4);
    expect(tokens).toBe(39_952);
    expect(made.notes.elisions).toEqual([{ step: 4, entry: 4, tokens }]);
    expect(kindsAt(made, 4)).toEqual(['prune']);
  });

  const inflating = { ...unmasked, summaryBytes: 4_000_000 };

  it('are cut without a summary once the latch is set', () => {
    const larger = long.replace('210000', '450000').replace('210100', '450100');
    const made = runPicture(geminiCli, `${larger}m 4\nu 4\n-- 450200`, {
      ...inflating,
      window: 800_000,
    });
    expect(kindsAt(made, 4)).toEqual(['inflated']);
    expect(kindsAt(made, 5)).toEqual(['prune']);
    expect(made.notes.elisions).toEqual([{ step: 5, entry: 4, tokens: 39_952 }]);
    expect([...made.columns.compacted]).not.toContain(1);
  });

  it('stay whole then where the estimate of the cut history is not less than the count', () => {
    const made = runPicture(geminiCli, `${long}m 4\nu 4\n-- 210200`, {
      ...inflating,
      window: 400_000,
    });
    expect(kindsAt(made, 4)).toEqual(['inflated']);
    expect(kindsAt(made, 5)).toEqual([]);
    expect(made.notes.elisions).toEqual([]);
  });

  it('are cut to less where the limit was near at the request before: 4 chars a token left', () => {
    const lostAt = (window: number) =>
      runPicture(geminiCli, long, { ...unmasked, window, observed: 200_000 }).notes.elisions;
    // 4 × (185,000 − 180,000) = 20,000 chars; the numbers are `4,000`, `16,000`, `179,988`.
    const tokens = 50_000 - Math.floor((cut - 20_000 + 12) / 4);
    expect(lostAt(185_000)).toEqual([{ step: 4, entry: 4, tokens }]);
    // None left: the last none of a text are all of it, so the note is what it grows by.
    const note = 76 + 1 + 1 + 52 + 7 + 29 + 5;
    expect(lostAt(180_000)).toEqual([{ step: 4, entry: 4, tokens: -Math.floor(note / 4) }]);
  });

  it('count 1.5 tokens a char outside ASCII, and a quarter in a long one: those beyond are cut', () => {
    const lost = (char: string, length: number) => {
      const picture = long.replace('r t 199988', `r t "${char.repeat(length)}"`);
      const made = runPicture(geminiCli, picture, { ...unmasked, window: 400_000 });
      return made.notes.elisions.map(({ entry, tokens }) => [entry, tokens]);
    };
    // The newer response leaves 40,003 tokens: 10,000 and 60,001, then 150,000 and 25,000.
    expect(lost('x', 40_001)).toEqual([]);
    // `1` in place of `159,988`.
    expect(lost('字', 40_001)).toEqual([[4, 10_003 - Math.floor((cut - 6 + 12) / 4)]]);
    expect(lost('字', 100_000)).toHaveLength(1);
    expect(lost('字', 100_001)).toEqual([]);
  });

  it('are masked before any request where those beyond the newest 50,000 tokens have 30,000', () => {
    const made = runPicture(geminiCli, `${long.replace('210100', '?')}m 4\nu 4\n-- ?`, summary);
    // The newer response is 10,000 tokens, the older one 50,000: at step 4 they are 60,000.
    // Two tags, two times 250 chars and 21 between them, a line of 44 chars and a path of 139.
    const tokens = 50_000 - Math.floor((20 + 1 + 521 + 2 + 44 + 139 + 1 + 21 + 12) / 4);
    expect(tokens).toBe(49_810);
    expect(made.notes.elisions).toEqual([{ step: 4, entry: 4, tokens }]);
    expect(kindsAt(made, 4)).toEqual(['prune']);
    expect([...made.columns.compacted]).not.toContain(1);
    // Step 4 compares what was reported; from then on the estimate counts: the texts 300,102, two calls of
    // 83 chars, responses of 13 + 749 chars, 12 of them escaped, and of 40,001.
    const estimate = (4 * (100 + 300_000 + 1 + 1) + 2 * 83 + (13 + 749 + 12) + 40_001) / 4;
    expect([...made.columns.decision].slice(4)).toEqual([210_000, Math.floor(estimate)]);
  });

  it.each([
    [{ maskLeast: 50_001 }, 0],
    [{ maskLeast: 50_000 }, 1],
    [{ maskProtect: 60_000 }, 0],
    [{ maskProtect: 59_999 }, 1],
  ])('%o: %i masked', (change, masked) => {
    const made = runPicture(geminiCli, long, { ...summary, ...change });
    expect(made.notes.elisions).toHaveLength(masked);
  });
});
