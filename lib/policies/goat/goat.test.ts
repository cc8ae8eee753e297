import { describe, expect, it } from 'vitest';
import { goatAsCoded } from './as-coded';
import { goatDocumented } from './documented';
import { goatFixed } from './fixed';
import { mostOfShare } from '@/lib/engine/mechanisms/most-of-share';
import { kindsAt, runPicture, textsOf } from '../testing/run-picture';

/** A summary of 196 bytes; Goat's message of it is ⌊(33 + 196) / 4⌋ + 4 = 61 tokens. */
const summary = { summary: 'bytes', summaryBytes: 196 } as const;
/** A window in which sums can be done in the head: fires above 800, keeps 400. */
const small = { window: 1_000, reserve: 0, ...summary };

describe('Goat counts', () => {
  it('⌊bytes / 4⌋ + 4 a message, strings only; no tool definitions, no arguments', () => {
    // System ⌊403 / 4⌋ = 100. User 400: 104. Call with arguments: 4. Response of 988 prints as
    // map[result:…], 1,000 bytes: 254. A second response of the same entry, 12 bytes: 7. A text
    // beside an image is a list of parts: 4. Together 100 + 104 + 4 + 254 + 7 + 4 = 473.
    const picture = `
      system 403
      tools 8000
      u 400
      c read {"path":"a-long-path-that-is-not-counted.go"}
      r read 988
      + r read 0
      u 4000
      + i image/png 90000
      -- ?
    `;
    const { columns } = runPicture(goatAsCoded, picture, {});
    expect(columns.heuristic[0]).toBe(473);
    // Compared: with the 16,384 reserved for output.
    expect(columns.decision[0]).toBe(473 + 16_384);
    expect(runPicture(goatDocumented, picture, {}).columns.decision[0]).toBe(373);
  });
});

describe('the boundary', () => {
  it.each([
    // 104 + (574,032 / 4 + 4 = 143,512) + 16,384 = 160,000 of 200,000: exactly 80 %.
    [574_032, 160_000, 0],
    [574_036, 160_001, 1],
  ])('as coded: a message of %i bytes is %i, fires %i', (bytes, value, fires) => {
    const { columns } = runPicture(goatAsCoded, `u 400\nm ${bytes}\n-- ?`, summary);
    expect(columns.threshold[0]).toBe(160_000);
    expect(columns.decision[0]).toBe(value);
    expect(columns.compacted[0]).toBe(fires);
  });

  it.each([
    // Available 200,000 − 1,000 − 16,384 = 182,616, of which 80 % is 146,092.8.
    // 104 + (583,936 / 4 + 4 = 145,988) = 146,092.
    [583_936, 146_092, 0],
    [583_940, 146_093, 1],
  ])('documented: a message of %i bytes is %i, fires %i', (bytes, value, fires) => {
    const picture = `system 4000\nu 400\nm ${bytes}\n-- ?`;
    const { columns } = runPicture(goatDocumented, picture, summary);
    expect(columns.threshold[0]).toBe(146_092);
    expect(columns.decision[0]).toBe(value);
    expect(columns.compacted[0]).toBe(fires);
  });

  it('is compared as floating point compares', () => {
    // 29 / 100 is the very double 0.29, although 0.29 × 100 is below 29.
    expect(mostOfShare(100, 0.29)).toBe(29);
    expect(mostOfShare(1_000, 0.8)).toBe(800);
    expect(mostOfShare(7, 0.5)).toBe(3);
  });

  it('a window of 16,000 is above 80 % with its reserve alone: every step fires', () => {
    // 16,384 / 16,000 = 102 %.
    const picture = 'u 400\nm 400\n-- ?\nm 400\nu 400\n-- ?';
    const { columns, notes } = runPicture(goatAsCoded, picture, { window: 16_000 });
    expect([...columns.compacted]).toEqual([0, 0]);
    expect(notes.events.filter(({ kind }) => kind === 'no-op')).toHaveLength(2);
  });
});

const eight = 'u 396\nm 396\nu 396\nm 396\nu 396\nm 396\nu 396\nm 396\n-- ?';

describe('the split', () => {
  it('as coded keeps what fits 40 % of the window', () => {
    // Eight messages of 103 tokens: 824 > 800. From the end 103, 206, 309; the fourth makes 412 >
    // 400, so three stay: 61 + 309 = 370.
    const made = runPicture(goatAsCoded, eight, small);
    expect(made.columns.decision[0]).toBe(824);
    expect(made.columns.covered[0]).toBe(5);
    expect(made.columns.summarizerContents[0]).toBe(5);
    expect(made.columns.heuristicSent[0]).toBe(370);
    expect(kindsAt(made, 0)).toEqual(['hook', 'boundary', 'hook']);
    expect(textsOf(made, 'boundary')).toEqual(['Boundary {trigger: auto, preTokens: 824}.']);
  });

  it('documented keeps 40 % of the messages, behind summary and acknowledgement', () => {
    // trunc(8 × 0.4) = 3 messages, 309. "[COMPACT SUMMARY]\n" has 18 bytes: ⌊(18 + 196) / 4⌋ + 4 = 57.
    // "Understood." is ⌊11 / 4⌋ + 4 = 6. Together 372.
    const { columns } = runPicture(goatDocumented, eight, small);
    expect(columns.covered[0]).toBe(5);
    expect(columns.addedTokens[0]).toBe(6);
    expect(columns.heuristicSent[0]).toBe(372);
    expect(columns.contentsSent[0]).toBe(5);
  });

  it('documented splits the document’s own picture where it draws the line', () => {
    const pair = 'm 40\n+ c t\nr t 40';
    const picture = `u 40\n${pair}\nu 40\n${pair}\nu 40\n${pair}\nu 40\n${pair}\nu 40\nm 40\n-- ?`;
    // 14 messages, trunc(14 × 0.4) = 5 stay: split point 9.
    const { columns } = runPicture(goatDocumented, picture, { ...small, window: 100 });
    expect(columns.covered[0]).toBe(9);
  });

  it('as coded the last message stays although it alone is too large', () => {
    const { columns } = runPicture(goatAsCoded, 'u 396\nm 3196\n-- ?', small);
    // 103 + 803 = 906; 803 > 400, so the split is pulled back to the last message.
    expect(columns.covered[0]).toBe(1);
    expect(columns.heuristicSent[0]).toBe(61 + 803);
  });
});

// Messages 103, 4, 254, 4, 254, 4, 254: 877 > 800. From the end 254, 258, then 512 > 400: the split
// falls on message 5, a call whose response follows, so nothing would have to move.
const pairs = 'u 396\nc t\nr t 988\nc t\nr t 988\nc t\nr t 988\n-- ?';

describe('tool pairs', () => {
  it('as coded steps back once more, onto the response before, and orphans it', () => {
    const made = runPicture(goatAsCoded, pairs, small);
    expect(made.columns.covered[0]).toBe(4);
    expect(textsOf(made, 'orphan')).toEqual([
      'The response in entry 4 is sent without its call, which is in entry 3.',
    ]);
    expect(made.columns.heuristicSent[0]).toBe(61 + 254 + 258);
  });

  it('corrected stays on the call; documented too', () => {
    for (const policy of [goatFixed, goatDocumented]) {
      const made = runPicture(policy, pairs, small);
      expect(made.columns.covered[0]).toBe(5);
      expect(textsOf(made, 'orphan')).toEqual([]);
    }
  });

  it('as coded keeps of parallel responses the last, without the call of all', () => {
    // Messages 103, 4, 104 and 154 of one entry, 4, 254: 623 > 600. From the end 254, 258, then 412 >
    // 300: message 4, a call; one more back is message 3, the second response of entry 2.
    const picture = 'u 396\nc t\n+ c t\nr t 388\n+ r t 588\nc t\nr t 988\n-- ?';
    const made = runPicture(goatAsCoded, picture, { ...small, window: 750 });
    expect(made.columns.covered[0]).toBe(2);
    expect(made.notes.elisions).toEqual([{ step: 0, entry: 2, tokens: 104 }]);
    expect(made.columns.heuristicSent[0]).toBe(61 + 154 + 4 + 254);
    expect(kindsAt(made, 0)).toContain('orphan');
  });
});

describe('nothing to cut', () => {
  // 150,000 + 2 × 104 + 16,384 = 166,592 > 160,000, but the messages fit 80,000.
  const picture = 'system 600000\nu 400\nm 400\n-- ?\nu 400\n-- ?';

  it('as coded fires at each step and changes nothing, without a word', () => {
    const made = runPicture(goatAsCoded, picture, summary);
    expect(made.columns.decision[0]).toBe(166_592);
    expect([...made.columns.compacted]).toEqual([0, 0]);
    expect(kindsAt(made, 0)).toEqual(['hook', 'no-op']);
    expect(kindsAt(made, 1)).toEqual(['hook', 'no-op']);
  });

  it('corrected does not put in a summary that is larger than what it replaces', () => {
    // The first message is 104 tokens; a summary of 400 bytes would be 112.
    const made = runPicture(goatFixed, picture, { summary: 'bytes', summaryBytes: 400 });
    expect(made.columns.compacted[0]).toBe(0);
    expect(kindsAt(made, 0)).toEqual(['hook', 'no-op']);
  });

  it('switched off, as it is shipped, it never fires', () => {
    const made = runPicture(goatAsCoded, picture, { enabled: false });
    expect(made.notes.events).toEqual([]);
    expect(made.columns.threshold[0]).toBe(-1);
  });
});

describe('verifying', () => {
  it('corrected halves the share it keeps until the result is below the threshold', () => {
    // Messages 103, 354, 103, 354 = 914 > 800 with a share of 90 %: 900 keep 811 of them, and
    // 61 + 811 = 872 is still above. Halved to 450 they keep the last, 354; with 103 it is 457.
    const picture = 'u 396\nm 1400\nu 396\nm 1400\n-- ?';
    const made = runPicture(goatFixed, picture, { ...small, preserve: 0.9 });
    expect(made.columns.attempts[0]).toBe(2);
    expect(made.columns.covered[0]).toBe(3);
    expect(made.columns.heuristicSent[0]).toBe(61 + 354);
    const coded = runPicture(goatAsCoded, picture, { ...small, preserve: 0.9 });
    expect(coded.columns.heuristicSent[0]).toBe(61 + 811);
  });
});

describe('pruning', () => {
  const pair = 'c t\nr t 8\n-- ?';
  const picture = `u 40\nc t\nr t 1989\n-- ?\n${pair}\n${pair}\n${pair}\n${pair}\n${pair}\nm 4\nu 8\n-- ?`;

  it('cuts a result of more than 1,000 bytes once ten messages are newer', () => {
    // map[result:…] of 1,989 bytes is 2,001: 500 tokens. Message 2 is outside the newest ten from 13
    // messages on, at step 5: 200 bytes and "\n... [output truncated]" (23) are 55 tokens, 445 less.
    const made = runPicture(goatAsCoded, picture, {});
    expect(made.notes.elisions).toEqual([{ step: 5, entry: 2, tokens: 445 }]);
    const { heuristic } = made.columns;
    // The pair between them adds 4 and ⌊20 / 4⌋ + 4 = 9.
    expect((heuristic[5] ?? 0) - (heuristic[4] ?? 0)).toBe(13 - 445);
    expect(kindsAt(made, 5)).toEqual(['prune']);
  });

  it('leaves a result that its marker would make longer, and counts it as it is', () => {
    const short = `u 40\nc t\nr t 4\n-- ?\nc t\nr t 4\nu 8000\n-- ?\nc t\nr t 4\n-- ?\nc t\nr t 4\n-- ?`;
    const run = (pruneKeep: number) =>
      runPicture(goatFixed, short, {
        ...small,
        window: 2_000,
        pruneKeep,
        pruneAbove: 0,
        pruneTo: 0,
      });
    expect(run(0).notes.elisions).toEqual([]);
    expect([...run(0).columns.heuristicSent]).toEqual([...run(1_000).columns.heuristicSent]);
    expect(run(0).columns.compacted.includes(1)).toBe(true);
  });

  it('is not in the document', () => {
    expect(runPicture(goatDocumented, picture, {}).notes.elisions).toEqual([]);
  });
});

describe('a failing summariser', () => {
  const script = [{ fail: true as const }];

  it('as coded: the head is dropped and nothing stands for it', () => {
    const made = runPicture(goatAsCoded, eight, small, { script });
    expect(made.columns.injected[0]).toBe(0);
    expect(made.columns.summarised[0]).toBe(0);
    expect(made.columns.heuristicSent[0]).toBe(309);
    expect(kindsAt(made, 0)).toEqual(['hook', 'failure', 'lost', 'boundary', 'hook']);
  });

  it('documented: a placeholder', () => {
    // "[Context truncated. Earlier conversation contained 5 messages about: ...]" has 73 bytes:
    // ⌊(18 + 73) / 4⌋ + 4 = 26, and 6 for "Understood.".
    const made = runPicture(goatDocumented, eight, small, { script });
    expect(made.columns.summaryBytes[0]).toBe(73);
    expect(made.columns.heuristicSent[0]).toBe(26 + 6 + 309);
    expect(kindsAt(made, 0)).toEqual(['hook', 'failure', 'boundary', 'hook']);
  });

  it('corrected: the same placeholder behind its own header', () => {
    // ⌊(33 + 73) / 4⌋ + 4 = 30.
    const made = runPicture(goatFixed, eight, small, { script });
    expect(made.columns.heuristicSent[0]).toBe(30 + 309);
  });

  it('as coded an answer of nothing is a summary', () => {
    const made = runPicture(goatAsCoded, eight, small, { script: [{ empty: true }] });
    expect(made.columns.heuristicSent[0]).toBe(Math.floor(33 / 4) + 4 + 309);
    expect(kindsAt(made, 0)).not.toContain('failure');
  });
});

describe('a length stop', () => {
  const stopped = { steps: { 0: { lengthStop: true as const } } };

  it('below the threshold exits with max tokens', () => {
    const made = runPicture(goatAsCoded, 'u 396\n-- ?\nm 396\nu 396\n-- ?', small, stopped);
    expect(kindsAt(made, 1)).toEqual(['exit']);
    expect(made.columns.compacted[1]).toBe(0);
  });

  it('loses the calls that it cut off', () => {
    const texts = (answer: string): readonly string[] =>
      textsOf(runPicture(goatAsCoded, `u 396\n-- ?\n${answer}\n-- ?`, small, stopped), 'exit');
    const lost =
      'The response loses 1 call without a result; Goat counts calls as nothing, so its budget stays.';
    expect(texts('m 396\n+ c read\nu 396')[0]).toContain(lost);
    expect(texts('m 396\n+ c read\nr read 40')[0]).not.toContain('loses');
  });

  it('above it compacts the list as the response left it', () => {
    // At the response 103 + 103 + 653 = 859 > 800; from its end 653 > 400, so it stays alone. Then the
    // user's 103 join: 61 + 653 + 103 = 817 > 800, and the proactive check compacts again: from the end
    // 103, then 756 > 400: the user's message stays, 61 + 103 = 164.
    const picture = 'u 396\nm 396\n-- ?\nm 2596\nu 396\n-- ?';
    const made = runPicture(goatAsCoded, picture, small, stopped);
    expect(kindsAt(made, 1)).toEqual([
      ...['reactive', 'hook', 'boundary', 'hook'],
      ...['hook', 'boundary', 'hook'],
    ]);
    expect(made.columns.decision[1]).toBe(962);
    expect(made.columns.attempts[1]).toBe(2);
    expect(made.columns.heuristicSent[1]).toBe(164);
  });

  it('that nothing can be cut from: asks again without end as coded, exits when corrected', () => {
    const picture = 'system 600000\nu 400\n-- ?\nm 400\n-- ?';
    const coded = runPicture(goatAsCoded, picture, summary, stopped);
    expect(kindsAt(coded, 1)).toEqual(['reactive', 'hook', 'no-op', 'no-op', 'hook', 'no-op']);
    const fixed = runPicture(goatFixed, picture, { summary: 'bytes', summaryBytes: 400 }, stopped);
    expect(kindsAt(fixed, 1)).toEqual(['reactive', 'hook', 'no-op', 'exit', 'hook', 'no-op']);
  });
});
