import { describe, expect, it } from 'vitest';
import { pi } from './policy';
import { parseFault } from '@/lib/engine/replay/faults/faults';
import { kindsAt, runPicture, textsOf, outputs } from '../testing/run-picture';

const summary = { summary: 'bytes', summaryBytes: 400 } as const;

describe('the threshold', () => {
  const picture = 'u 400\n-- 183000\nm 4\nu 4\n-- 183700';

  it.each([
    // 200,000 − 16,384 = 183,616; above it only.
    [616, 183_616, 0],
    [617, 183_617, 1],
  ])('183,000 + %i makes %i', (output, value, fires) => {
    // Kept is nothing, so that these small messages are compacted at all.
    const { columns } = runPicture(pi, picture, { ...summary, keep: 0 }, outputs(output, 5));
    expect(columns.threshold[1]).toBe(183_616);
    expect(columns.decision[1]).toBe(value);
    expect([...columns.compacted]).toEqual([0, fires]);
  });

  it('as observed is the least that fires', () => {
    const settings = { ...summary, keep: 0, observed: 150_000 };
    const at = 'u 400\n-- 149990\nm 4\nu 4\n-- 150100';
    expect(runPicture(pi, at, settings, outputs(9, 5)).columns.compacted[1]).toBe(0);
    expect(runPicture(pi, at, settings, outputs(10, 5)).columns.compacted[1]).toBe(1);
  });
});

describe('the cut', () => {
  // Tokens: 1,000 · 10,000 · 1,000 · the call, its name and {}, ⌈3 / 4⌉ = 1 · its result 10,000.
  const picture = 'u 4000\nm 40000\nu 4000\n-- 190000\nc t\nr t 40000\n-- 195000';
  const at = (keep: number) => runPicture(pi, picture, { ...summary, keep }, outputs(5, 5));

  it('counts what its tools answered since', () => {
    expect(at(20_000).columns.decision[1]).toBe(190_005 + 10_000);
  });

  it('is at the message with which 20,000 are reached, and splits its turn', () => {
    // 10,000 · 10,001 · 11,001 · 21,001: entry 1, in the turn that began with entry 0.
    const made = at(20_000);
    expect(made.columns.covered[1]).toBe(1);
    expect(kindsAt(made, 1)).toEqual(['split-turn']);
    expect(textsOf(made, 'split-turn')[0]).toContain('entry 0');
    // "No prior history." 17, what is between 39, the summary of the turn's beginning 400.
    expect(made.columns.summaryBytes[1]).toBe(456);
    expect(made.columns.attempts[1]).toBe(1);
    // ⌈456 / 4⌉ = 114, without what is around it, and the 21,001.
    expect(made.columns.heuristicSent[1]).toBe(114 + 21_001);
  });

  it('at a user’s message splits nothing', () => {
    const made = at(11_001);
    expect(made.columns.covered[1]).toBe(2);
    expect(made.columns.summaryBytes[1]).toBe(400);
    expect(kindsAt(made, 1)).toEqual([]);
  });

  it('makes two summaries where there is history before the split turn', () => {
    // 10,001 are reached at the call, in the turn of entry 2; entries 0 and 1 are the history.
    const made = at(10_001);
    expect(made.columns.covered[1]).toBe(3);
    expect(made.columns.attempts[1]).toBe(2);
    expect(made.columns.summaryBytes[1]).toBe(400 + 39 + 400);
  });

  it('keeps everything where that is less, and summarises nothing', () => {
    const made = at(22_002);
    expect(kindsAt(made, 1)).toEqual(['no-op']);
    expect(made.columns.compacted[1]).toBe(0);
  });

  it('keeps the last call where its result alone is enough', () => {
    expect(at(10_000).columns.covered[1]).toBe(3);
  });

  it('is at no empty message where nothing is to be kept', () => {
    const picture = 'u 4000\nm 4000\nu 4\n-- 190000\nm 0\nu 4\n-- ?';
    const made = runPicture(pi, picture, { ...summary, keep: 0 }, outputs(5));
    expect([...made.columns.covered]).toEqual([0, 2]);
  });

  it('is behind the results in front of a response that failed', () => {
    const made = runPicture(
      pi,
      'u 4000\n-- 190000\nc t\nr t 40000\n-- ?\nu 4\n-- 100',
      { ...summary, keep: 5_000 },
      { ...outputs(5), script: [{ fail: true }, { bytes: 400 }] },
    );
    // The summariser fails in front of the request that fails; behind that an empty message may be cut at.
    expect([...made.columns.covered]).toEqual([0, 0, 3]);
    expect(kindsAt(made, 2)).toEqual(['split-turn']);
  });
});

describe('a switch of the model', () => {
  // Kept is nothing, so that these small messages are compacted at all.
  const settings = { ...summary, keep: 0, window: 100_000 };
  const at = (picture: string, window: number) => {
    const fault = parseFault(`window@1=${window}`);
    if (!fault.ok) throw new Error('A fault');
    return runPicture(pi, picture, settings, { ...outputs(5, 5, 5), faults: [fault.value] });
  };
  const prompts = (real: number): string =>
    `u 400\n-- ${real}\nm 4\nu 4\n-- ${real}\nm 4\nu 4\n-- ${real}`;

  it.each([
    // 83,616 and 33,616: the prompt is checked with the window of its own model.
    ['to a smaller window', prompts(50_000), 50_000, [0, 1, 1]],
    // The end of the run before was checked with the window of the model that answered.
    ['to a larger window', prompts(90_000), 200_000, [0, 1, 0]],
    ['below both', prompts(30_000), 200_000, [0, 0, 0]],
    // Within a run pi looks at the model of the next request alone.
    ['to a larger window within a run', 'u 400\n-- 90000\nc t\nr t 4\n-- 90100', 200_000, [0, 0]],
  ])('%s', (_, picture, window, compacted) => {
    expect([...at(picture, window).columns.compacted]).toEqual(compacted);
  });
});

describe('a run’s end', () => {
  const picture = 'u 400\n-- 183000\nm 80000\nu 4\n-- 100';
  const fails = (times: number) => Array.from({ length: times }, () => ({ fail: true as const }));

  it.each([
    [1, ['failure', 'split-turn']],
    [2, ['failure', 'failure']],
  ])('tries once more before the prompt where the summariser fails %i times', (times, kinds) => {
    const script = [...fails(times), { bytes: 400 }];
    const made = runPicture(pi, picture, summary, { ...outputs(1_000), script });
    expect(kindsAt(made, 1)).toEqual(kinds);
  });

  it('counts the whole request where no usage is kept', () => {
    // ⌈400 / 4⌉ and ⌈80,000 / 4⌉; the system prompt 1,000.
    const made = runPicture(pi, 'system 4000\nu 400\n-- ?\nm 80000\nu 4\n-- ?', summary);
    expect([...made.columns.decision]).toEqual([0, 21_100]);
  });
});

describe('versions', () => {
  const picture = 'u 400\nm 80000\nu 4\n-- 190000\nc t\nr t 4000\n-- 195000\nm 4\nu 4\n-- 195100';

  it('of 2026-03 look before a prompt only, at the usage alone', () => {
    const settings = { ...summary, check: 'runs', trailing: false } as const;
    const made = runPicture(pi, picture, settings, outputs(5, 5, 5));
    expect(kindsAt(made, 1)).toEqual(['unchecked']);
    expect([...made.columns.compacted]).toEqual([0, 0, 1]);
    expect(made.columns.decision[2]).toBe(195_005);
  });

  it('usage from before a compaction is ignored', () => {
    const made = runPicture(
      pi,
      'u 400\nm 80000\nu 4\n-- 190000\nm 4\nu 4\n-- ?\nm 4\nu 4\n-- ?',
      summary,
      outputs(5),
    );
    expect([...made.columns.decision]).toEqual([0, 190_005, 0]);
  });

  it('a summary that fails leaves everything', () => {
    const script = [{ fail: true as const }];
    const made = runPicture(pi, picture, summary, { ...outputs(5, 5, 5), script });
    expect(kindsAt(made, 1)).toEqual(['failure']);
    expect(made.columns.real[1]).toBe(195_000);
  });
});
