import { describe, expect, it } from 'vitest';
import { prepare } from '@/lib/engine/replay/prepare';
import { replay } from '@/lib/engine/replay/replay';
import { scenarioSessionSchema } from '@/lib/readers/scenarios/schema';
import { generateProfile } from '@/lib/readers/scenarios/simulate';
import { crush, REQUEUE_WRAPPER } from './policy';
import { kindsAt, runPicture, textsOf, outputs } from '../testing/run-picture';

const summary = { summary: 'bytes', summaryBytes: 400 } as const;

describe('the boundary', () => {
  const picture = 'u 400\n-- 150000\nm 400\nu 400\n-- 150300';

  it.each([
    // Exactly 200,000 takes the share: remaining <= 40,000 from 160,000 used on.
    [200_000, 10_000, 160_000, 1],
    [200_000, 9_999, 160_000, 0],
    // One more takes the fixed 20,000.
    [200_001, 30_000, 180_001, 0],
    [200_001, 30_001, 180_001, 1],
    // trunc(0.2 × 187,501) = 37,500.
    [187_501, 1, 150_001, 1],
    // Unknown to the catalog: never.
    [0, 9_000_000, -1, 0],
  ])('window %i: 150,000 + %i against %i', (window, output, threshold, fires) => {
    const settings = { ...summary, window };
    const { columns } = runPicture(crush, picture, settings, outputs(output, 5));
    expect(columns.threshold[1]).toBe(threshold);
    expect(columns.decision[1]).toBe(150_000 + output);
    expect([...columns.compacted]).toEqual([0, fires]);
  });

  it('switched off it never fires', () => {
    const settings = { ...summary, autoSummarize: false };
    const { columns } = runPicture(crush, picture, settings, outputs(90_000, 5));
    expect([...columns.compacted]).toEqual([0, 0]);
  });
});

describe('what counts', () => {
  it('is the usage of the step that called the tools: their responses come one step later', () => {
    const picture = `
      u 400
      -- 100000
      c read
      r read 400000
      -- 230000
      m 4
      u 4
      -- 230010
    `;
    const { columns } = runPicture(crush, picture, summary, outputs(50, 5, 5));
    expect([...columns.decision]).toEqual([0, 100_050, 230_005]);
    expect([...columns.compacted]).toEqual([0, 0, 1]);
    // Step 1 overflowed meanwhile.
    expect(columns.real[1]).toBe(230_000);
  });

  it('is the database’s own total of the newest call, where no call has usage', () => {
    const picture = 'u 400\n--\nm 400\nu 400\n--\nm 400\nu 400\n--';
    const counted = { kind: 'total', tokens: 217_146, reason: 'counters' } as const;
    const steps = { 1: { counted } };
    const { columns } = runPicture(crush, picture, summary, { steps });
    expect(columns.decision[2]).toBe(217_146);
    expect(columns.decision[1]).toBeLessThan(1_000);
  });

  it('leaves cache writes out, as coded', () => {
    const picture = 'u 400\n-- 165000\nm 400\nu 400\n-- 165300';
    const steps = { 0: { output: 100, cacheWrite: 20_000 }, 1: { output: 5 } };
    // 165,000 − 20,000 + 100.
    const coded = runPicture(crush, picture, summary, { steps });
    expect(coded.columns.decision[1]).toBe(145_100);
    expect(coded.columns.compacted[1]).toBe(0);
    const fixed = runPicture(crush, picture, { ...summary, countCacheWrites: true }, { steps });
    expect(fixed.columns.decision[1]).toBe(165_100);
    expect(fixed.columns.compacted[1]).toBe(1);
  });

  it('a count of zero leaves the one before', () => {
    // Step 1: all of its 90,000 were written to the cache, and it answered nothing.
    const picture = 'u 400\n-- 80000\nm 400\nu 400\n-- 90000\nu 400\n-- 90100';
    const steps = {
      0: { output: 70 },
      1: { output: 0, cacheWrite: 90_000 },
      2: { output: 5 },
    };
    const { columns } = runPicture(crush, picture, summary, { steps });
    expect([...columns.decision]).toEqual([0, 80_070, 80_070]);
  });

  it('is estimated, rounded up, where the provider reports nothing', () => {
    // System 403 bytes: 100 + 2 of its role. User 401: 101 + 1. So the prompt is 204.
    // The response: 402 bytes of text 101, call "grep" {"a":"bcd"}: 4 + 1 + 3 = 8 bytes, 2; 103.
    const picture =
      'system 403\ntools 9000\nu 401\n-- ?\nm 402\n+ c grep {"a":"bcd"}\nr grep 8\n-- ?';
    const made = runPicture(crush, picture, summary);
    expect(made.columns.heuristic[0]).toBe(204);
    expect(made.columns.decision[1]).toBe(204 + 103);
    // Step 1: the same, the model's 103 + 3 of "assistant", the response's name and 20 bytes 6 + 1.
    expect(made.columns.heuristic[1]).toBe(204 + 106 + 7);
    expect(kindsAt(made, 0)).toEqual(['estimated']);
    expect(kindsAt(made, 1)).toEqual([]);
  });

  it('sizes the completion from the model’s entries where a recording has no output', () => {
    // Ratio 2: the request of 100 bytes ÷ 4 = 25 tokens is 50 real, the answer of 400 bytes 200.
    const scenario = scenarioSessionSchema.parse({
      config: { contextWindow: 200_000, tokenRatio: 2 },
      turns: [
        { user: { bytes: 100 }, modelBytes: 400 },
        { user: { bytes: 100 }, modelBytes: 400 },
      ],
    });
    const { profile } = generateProfile(scenario, 'sized');
    const made = replay(prepare(profile), crush, crush.settings.parse(summary));
    expect([...made.columns.decision]).toEqual([0, 250]);
    expect(textsOf(made, 'estimated')).toHaveLength(1);
  });
});

describe('the summary', () => {
  it('covers what the stopped step left, not the next turn', () => {
    const picture = 'u 400\n-- 170000\nm 400\nu 800\n-- 170400';
    const made = runPicture(crush, picture, summary, outputs(100, 5));
    expect(made.columns.covered[1]).toBe(2);
    // 400 bytes and the role of a user: 101; the user's new message: 201.
    expect(made.columns.heuristicSent[1]).toBe(101 + 201);
    expect(kindsAt(made, 1)).toEqual([]);
  });

  it('puts the request in again where the stopped step had called tools, wrapped twice the second time', () => {
    const picture = `
      u 100
      -- 170000
      c read
      r read 4000
      -- 171000
      c read
      r read 4000
      -- 172000
      m 4
      u 60
      -- 172100
      c read
      r read 4000
      -- 173000
    `;
    // Each step's own usage brings it back above the threshold: the response is 160,000 tokens long.
    const long = outputs(160_000, 160_000, 160_000, 160_000, 5);
    const made = runPicture(crush, picture, summary, long);
    expect(REQUEUE_WRAPPER).toBe(94);
    expect([...made.columns.compacted]).toEqual([0, 1, 1, 1, 1]);
    // 100 + 94 = 194 bytes: 49 + 1; then 288: 72 + 1. Step 3 stopped after a text: nothing. Step 4:
    // another run with its own request of 60: 154 bytes: 39 + 1.
    expect([...made.columns.addedTokens]).toEqual([0, 50, 73, 0, 40]);
    expect(textsOf(made, 'requeued').map((text) => /(\d+) bytes/.exec(text)?.[1])).toEqual([
      '194',
      '288',
      '154',
    ]);
    expect(made.columns.heuristicSent[2]).toBe(101 + 73);
  });

  it('afterwards the prompt counts 0 and the completion what the summary took', () => {
    // The step that compacts reports no prompt beside cache writes and no output: both stay.
    const picture = 'u 680000\n-- 170000\nm 400\nu 800\n-- 170300\nm 4\nu 4\n-- 170302';
    const steps = {
      0: { output: 100 },
      1: { output: 0, cacheWrite: 170_300 },
      2: { output: 5 },
    };
    const settings = { summary: 'cap' } as const;
    const { columns } = runPicture(crush, picture, settings, { steps });
    // The cap stands for the buffer: 40,000 tokens.
    expect(columns.summaryTokens[1]).toBe(40_000);
    expect(columns.decision[2]).toBe(40_000);
    expect([...columns.compacted]).toEqual([0, 1, 0]);
  });

  it('that fails ends the run; the next step tries again', () => {
    const picture = 'u 400\n-- 170000\nm 400\nu 800\n-- 170400\nm 4\nu 4\n-- 170500';
    const script = [{ fail: true as const }, { bytes: 400 }];
    const made = runPicture(crush, picture, summary, { ...outputs(100, 100, 5), script });
    expect(kindsAt(made, 1)).toEqual(['failure', 'exit']);
    expect(made.columns.real[1]).toBe(170_400);
    expect([...made.columns.compacted]).toEqual([0, 0, 1]);
  });

  it('of nothing is taken all the same: everything before is lost', () => {
    const picture = 'u 400\n-- 170000\nm 400\nu 800\n-- 170400';
    const script = [{ empty: true as const }];
    const made = runPicture(crush, picture, summary, { ...outputs(100, 5), script });
    expect(made.columns.injected[1]).toBe(0);
    expect(made.columns.heuristicSent[1]).toBe(201);
    expect(kindsAt(made, 1)).toEqual(['lost']);
  });
});
