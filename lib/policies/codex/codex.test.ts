import { describe, expect, it } from 'vitest';
import { replay } from '@/lib/engine/replay/replay';
import { preparedSession } from '@/lib/engine/replay/testing/drawn-session';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { codex } from './policy';
import { codexThreshold } from './settings';
import { kindsAt, runPicture, textsOf, outputs } from '../testing/run-picture';

const summary = { summary: 'bytes', summaryBytes: 400 } as const;
/** The count of early 2026, by hand; that of 0.169.0 is in conformance.test.ts and below. */
const settings = { ...summary, window: 100_000, items: 'json' } as const;

describe('the threshold', () => {
  it.each([
    // ⌊272,000 × 9 / 10⌋; 272,001 × 9 = 2,448,009.
    [{}, 244_800],
    [{ window: 272_001 }, 244_800],
    [{ limit: 100_000 }, 100_000],
    [{ limit: 300_000 }, 244_800],
    [{ limit: 300_000, scope: 'body_after_prefix' }, 300_000],
    [{ window: 0 }, Infinity],
    [{ window: 0, limit: 50_000 }, 50_000],
    [{ observed: 229_000 }, 229_000],
  ])('%o is %d', (change, threshold) => {
    expect(codexThreshold(codex.settings.parse(change))).toBe(threshold);
  });
});

describe('what counts', () => {
  // The response prints as map[result:…]: 4,000 bytes, with its name 4,004: 1,001 + 22 of its JSON.
  const midTurn = 'u 400\n-- 80000\nc read\nr read 3988\n-- 95000';

  it.each([
    // 80,000 + 8,976 + 1,023.
    [8_976, 89_999, 0],
    [8_977, 90_000, 1],
  ])(
    'within a turn total tokens and the outputs behind them: %i makes %i',
    (output, value, fires) => {
      const { columns } = runPicture(codex, midTurn, settings, outputs(output, 5));
      expect(columns.threshold[1]).toBe(90_000);
      expect(columns.decision[1]).toBe(value);
      expect([...columns.compacted]).toEqual([0, fires]);
    },
  );

  it('before a turn not the user’s new message', () => {
    const picture = 'u 400\n-- 80000\nm 4\nu 40000\n-- 92000';
    const { columns } = runPicture(codex, picture, settings, outputs(9_000, 5));
    expect(columns.decision[1]).toBe(89_000);
    const fired = runPicture(codex, picture, settings, outputs(10_000, 5));
    // Entries 0 and 1 are summarised, 0 stays as the user's; entry 2 comes behind.
    expect(fired.columns.covered[1]).toBe(2);
    // Summary ⌈801 / 4⌉ + 19, 100 + 19 kept, 10,000 + 19 new.
    expect(fired.columns.heuristicSent[1]).toBe(220 + 119 + 10_019);
  });

  it('reasoning of earlier turns again, of which a token counts for 1.17', () => {
    const picture =
      'u 400\n-- 80000\nm 4\nu 400\n-- 84000\nc read\nr read 3988\n-- 86000\nm 4\nu 4\n-- 88000';
    // The response of the first turn took 4,000, 1,000 of them reasoning; this turn's is not counted.
    const steps = { ...outputs(4_000, 800, 80, 5).steps, 0: { output: 4_000, reasoning: 1_000 } };
    const { columns } = runPicture(codex, picture, settings, { steps });
    expect([...columns.decision]).toEqual([
      0,
      84_000,
      84_000 + 800 + 1_023 + 1_170,
      // Before the third turn's message is there the second turn is still the last.
      86_000 + 80 + 1_170,
    ]);
    // Without that count what the response does not show: 4,000 − 1 (4 bytes), times 1.17, is 4,678.8.
    const uncounted = runPicture(codex, picture, settings, outputs(4_000, 800, 80, 5));
    expect(uncounted.columns.decision[2]).toBe(84_000 + 800 + 1_023 + 4_678);
    const none = runPicture(
      codex,
      picture,
      { ...settings, reasoningShare: 0 },
      outputs(4_000, 800, 80, 5),
    );
    expect(none.columns.decision[2]).toBe(85_823);
  });

  it('without usage nothing: it never fires', () => {
    const { columns } = runPicture(codex, 'u 4000000\n-- ?\nm 400\nu 4\n-- ?', settings);
    expect([...columns.compacted]).toEqual([0, 0]);
  });

  it('of the body after the prefix: what came after the first prompt, or the usable window', () => {
    const body = { ...settings, scope: 'body_after_prefix', limit: 10_000 } as const;
    const low = 'u 400\n-- 50000\nm 4\nu 4\n-- 60100';
    const under = runPicture(codex, low, body, outputs(9_999, 5));
    expect(under.columns.decision[1]).toBe(9_999);
    expect(under.columns.compacted[1]).toBe(0);
    expect(runPicture(codex, low, body, outputs(10_000, 5)).columns.compacted[1]).toBe(1);
    // 95 % of 100,000: 90,000 + 5,000 reach it though the body is 5,000.
    const high = 'u 400\n-- 90000\nm 4\nu 4\n-- 95100';
    expect(runPicture(codex, high, body, outputs(4_999, 5)).columns.compacted[1]).toBe(0);
    expect(runPicture(codex, high, body, outputs(5_000, 5)).columns.compacted[1]).toBe(1);
  });
});

describe('the new history', () => {
  const tools = 'c read\nr read 3988\n';

  it('is the user’s messages and the summary; everything else goes', () => {
    const picture = `u 400\n-- 95000\n${tools}-- ?\n${tools}-- ?`;
    const made = runPicture(codex, picture, settings, outputs(1, 5, 5));
    expect(made.columns.covered[1]).toBe(3);
    expect(made.columns.contentsSent[1]).toBe(2);
    expect(made.notes.kept).toEqual([{ step: 1, ranges: [[0, 1]] }]);
    expect(made.columns.heuristicSent[1]).toBe(220 + 119);
    // Nobody reports usage of it: its estimate stands in, and the outputs behind the last call.
    expect(made.columns.decision[2]).toBe(339 + 1_023);
  });

  it('keeps Codex’s own messages, unless the next turn writes them again', () => {
    // Entries: 0 its own, 1 u, 2 m, 3 u or its own again, 4 u.
    const picture = 'u 4000\nu 400\n-- 80000\nm 4\nu 4000\nu 400\n-- 95000';
    const kept = (...own: readonly number[]) => {
      const session = textSession(picture);
      const entries = session.entries.map((entry, i) =>
        own.includes(i) ? { ...entry, label: 'developer' } : entry,
      );
      const chosen = codex.settings.parse(settings);
      const made = replay(preparedSession({ ...session, entries }), codex, chosen, {
        compactAt: [1],
      });
      return made.notes.kept[0]?.ranges;
    };
    expect(kept(0)).toEqual([[0, 2]]);
    expect(kept(0, 3)).toEqual([[1, 2]]);
  });

  it('keeps 20,000 tokens of them from the newest on, the last in part', () => {
    // 15,000 stay, of 10,000 there is room for 5,000, the oldest goes.
    const picture = `u 8000\nm 4\nu 40000\nm 4\nu 60000\n-- 95000\n${tools}-- 96000`;
    const made = runPicture(codex, picture, settings, outputs(1, 5));
    expect(made.notes.kept).toEqual([
      {
        step: 1,
        ranges: [
          [2, 3],
          [4, 5],
        ],
      },
    ]);
    expect(made.notes.elisions).toEqual([{ step: 1, entry: 2, tokens: 5_000 }]);
    expect(made.columns.heuristicSent[1]).toBe(220 + 5_019 + 15_019);
    expect(textsOf(made, 'prune')).toHaveLength(1);
    const remote = runPicture(codex, picture, { ...settings, keepUser: 64_000 }, outputs(1, 5));
    expect(remote.notes.kept[0]?.ranges).toEqual([
      [0, 1],
      [2, 3],
      [4, 5],
    ]);
  });

  it('keeps the last text of each finished turn, where the server gave those back', () => {
    // Entries: 0 u, 1 m (answer), 2 u, 3 m (before a call: none), 4 c, 5 r, 6 m (answer), 7 u.
    const picture = `u 400\nm 400\nu 400\nm 400\nc read\nr read 400\nm 800\nu 400\n-- 95000\n${tools}-- 96000`;
    const kept = (keepAnswers: boolean) =>
      runPicture(codex, picture, { ...settings, keepAnswers }, outputs(1, 5)).notes.kept[0]?.ranges;
    expect(kept(false)).toEqual([
      [0, 1],
      [2, 3],
      [7, 8],
    ]);
    expect(kept(true)).toEqual([
      [0, 3],
      [6, 8],
    ]);
  });

  it('keeps a cut message at what was left of it', () => {
    // A second compaction: the new 8,000 leave 12,000 for 15,000; then nothing is left for older ones.
    const picture = `u 40000\nm 4\nu 60000\n-- 95000\n${tools}-- 95000\nm 4\nu 32000\n-- 95000\n${tools}-- 96000`;
    const made = runPicture(codex, picture, settings, outputs(1, 1, 1, 5));
    expect(made.notes.kept.map(({ step }) => step)).toEqual([1, 2, 3]);
    // Step 2 is decided before the new message: 15,000 and 5,000 stay as they were.
    expect(made.notes.elisions).toEqual([
      { step: 1, entry: 0, tokens: 5_000 },
      { step: 3, entry: 2, tokens: 3_000 },
    ]);
    expect(made.notes.kept[2]?.ranges).toEqual([
      [2, 3],
      [6, 7],
    ]);
  });

  it('stays the old one where the summariser fails', () => {
    const script = [{ fail: true as const }];
    const made = runPicture(codex, `u 400\n-- 95000\n${tools}-- 96000`, settings, {
      ...outputs(1, 5),
      script,
    });
    expect(kindsAt(made, 1)).toEqual(['failure', 'exit']);
    expect(made.columns.real[1]).toBe(96_000);
  });

  it('holds a line of 22 bytes where the summary is empty', () => {
    const script = [{ empty: true as const }];
    const made = runPicture(codex, `u 400\n-- 95000\n${tools}-- 96000`, settings, {
      ...outputs(1, 5),
      script,
    });
    // ⌈423 / 4⌉ + 19.
    expect(made.columns.heuristicSent[1]).toBe(106 + 19 + 119);
  });
});
