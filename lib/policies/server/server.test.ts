/** Hand-worked cases of what providers do on their side. A text of b bytes is ⌊b / 4⌋ tokens. */
import { describe, expect, it } from 'vitest';
import { kindsAt, runPicture, textsOf } from '../testing/run-picture';
import { anthropicCompaction } from './anthropic-compaction';
import { anthropicEditing } from './anthropic-editing';
import { openaiCompaction } from './openai-compaction';
import { openaiTruncation } from './openai-truncation';

const summary = { summary: 'bytes', summaryBytes: 400 } as const;

describe('Anthropic’s compaction', () => {
  it.each([
    [{}, 149_999, 0],
    [{}, 150_000, 1],
    [{ trigger: 60_000 }, 60_000, 1],
    // The API takes 50,000 at least.
    [{ trigger: 10 }, 49_999, 0],
    [{ trigger: 10 }, 50_000, 1],
  ])('%o, a request of %i: %i', (given, real, fires) => {
    const { columns } = runPicture(anthropicCompaction, `u 400\n-- ${real}`, {
      ...summary,
      ...given,
    });
    expect(columns.decision[0]).toBe(real);
    expect([...columns.compacted]).toEqual([fires]);
  });

  it('puts a block in the place of everything, the newest message with it', () => {
    const picture = 'u 4000\n-- 150000\nm 400\nu 400\n-- 150200\n';
    const made = runPicture(anthropicCompaction, picture, summary);
    expect([...made.columns.covered]).toEqual([1, 1]);
    expect(made.columns.contentsSent[0]).toBe(1);
    // The prefix of 149,000, 100 of the summary, and 200 that came since.
    expect(made.columns.decision[1]).toBe(149_300);
  });

  it('that pauses keeps the newest messages behind the block, no result without its call', () => {
    const picture = 'u 4000\nm 400\nc t\nr t 388\n-- 150000\nm 400\nu 400\n-- 150200\n';
    // The newest one is a result: its call stays with it.
    const made = runPicture(anthropicCompaction, picture, { ...summary, keep: 1 });
    expect(made.columns.covered[0]).toBe(2);
    expect(made.columns.contentsSent[0]).toBe(3);
    const none = runPicture(anthropicCompaction, picture, { ...summary, keep: 9 });
    expect([...none.columns.compacted]).toEqual([0, 0]);
  });

  it('that failed leaves the request as it is', () => {
    const script = [{ fail: true as const }];
    const made = runPicture(anthropicCompaction, 'u 400\n-- 150000', summary, { script });
    expect(textsOf(made, 'failure')).toEqual([
      'The compaction block has no content: the request goes on as it is.',
    ]);
    expect(made.columns.real[0]).toBe(150_000);
  });
});

describe('OpenAI’s compaction', () => {
  it.each([
    [{ window: 200_000 }, 160_000, 0],
    [{ window: 200_000 }, 160_001, 1],
    [{ compactThreshold: 100_000 }, 100_001, 1],
  ])('%o, a request of %i: %i', (given, real, fires) => {
    const settings = { ...summary, ...given };
    const { columns } = runPicture(openaiCompaction, `u 400\n-- ${real}`, settings);
    expect([...columns.compacted]).toEqual([fires]);
  });
});

describe('OpenAI’s truncation', () => {
  // A prefix of 500; 100 of the user's, 100 for each text behind it.
  const picture = 'u 400\n-- 600\nm 400\nu 400\n-- 800\nm 400\nu 400\n-- 1000';

  it('drops the oldest entries until the request fits', () => {
    const made = runPicture(openaiTruncation, picture, { window: 800 });
    expect([...made.columns.covered]).toEqual([0, 0, 2]);
    expect([...made.columns.decision]).toEqual([600, 800, 1_000]);
    expect(made.columns.real[2]).toBe(800);
    expect(made.columns.injected[2]).toBe(0);
    expect(textsOf(made, 'lost')).toEqual([
      'Entries 0 to 1 are dropped: from here on neither in a summary nor in the request.',
    ]);
  });

  it('drops one more for each request that outgrows it again', () => {
    const made = runPicture(openaiTruncation, picture, { window: 700 });
    expect([...made.columns.covered]).toEqual([0, 1, 3]);
    expect([...made.columns.real]).toEqual([600, 700, 700]);
  });

  it('parts no call from its response', () => {
    // 725 less the user's 100 is 625; the call and its response of 100 go as one.
    const pair = 'u 400\nc t\nr t 388\nm 100\n-- 725';
    const made = runPicture(openaiTruncation, pair, { window: 650 });
    expect(made.columns.covered[0]).toBe(1);
    const both = runPicture(openaiTruncation, pair, { window: 620 });
    expect(both.columns.covered[0]).toBe(3);
    expect(kindsAt(both, 0)).toEqual(['lost']);
  });

  it('leaves a prefix that alone is too large, and says so', () => {
    const made = runPicture(openaiTruncation, 'u 400\n-- 600', { window: 300 });
    expect(kindsAt(made, 0)).toEqual(['no-op']);
    expect(made.columns.real[0]).toBe(600);
  });
});

describe('Anthropic’s context editing', () => {
  const use = 'c t\nr t 3988\n';
  // Each use adds a call and 4,000 printed bytes: 1,000 tokens.
  const tools = `u 400\n-- 99000\n${use}-- 100000\n${use}-- 101000\n${use}-- 102000\n${use}-- 103000\n${use}-- 104000`;

  it('clears all tool results but the newest three above 100,000', () => {
    const made = runPicture(anthropicEditing, tools, {});
    expect(made.notes.elisions).toEqual([
      { step: 4, entry: 2, tokens: 992 },
      { step: 5, entry: 4, tokens: 992 },
    ]);
    expect(made.columns.real[5]).toBe(104_000 - 2 * 992);
    expect([...made.columns.compacted]).not.toContain(1);
  });

  it('above a number of tool uses, whatever the tokens', () => {
    // Step 3 has three uses, step 4 a fourth.
    const made = runPicture(anthropicEditing, tools, { clearUses: 3, clearTrigger: 10_000_000 });
    expect(made.notes.elisions.map(({ step }) => step)).toEqual([4, 5]);
    const later = runPicture(anthropicEditing, tools, { clearUses: 4, clearTrigger: 0 });
    expect(later.notes.elisions.map(({ step }) => step)).toEqual([5, 5]);
  });

  it('not for less than it must clear', () => {
    const made = runPicture(anthropicEditing, tools, { clearAtLeast: 1_500 });
    expect(made.notes.elisions.map(({ step, entry }) => [step, entry])).toEqual([
      [5, 2],
      [5, 4],
    ]);
  });

  const thinking =
    'u 40\n-- 1000\nt 400\n+ c t\nr t 40\n-- 1200\nt 400\nu 40\n-- 1400\nm 40\nu 40\n-- 1500\nt 400\nu 40\n-- 1700';

  it('keeps the thinking of the newest turn that has some', () => {
    const made = runPicture(anthropicEditing, thinking, { tools: false, thinking: true });
    // Entries 1 and 3 are of the first turn; the second thinks nothing, the third in entry 7.
    expect(made.notes.elisions).toEqual([
      { step: 4, entry: 1, tokens: 100 },
      { step: 4, entry: 3, tokens: 100 },
    ]);
    expect(textsOf(made, 'prune')).toEqual(['clear_thinking: −200 tokens.']);
  });

  it('of none where it keeps none, of all where it keeps more', () => {
    const cleared = (thinkingKeep: number) =>
      runPicture(anthropicEditing, thinking, { tools: false, thinking: true, thinkingKeep }).notes
        .elisions.length;
    expect([cleared(0), cleared(2)]).toEqual([3, 0]);
  });
});
