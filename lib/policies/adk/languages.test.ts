/** Hand-worked cases of ADK for Go, Python and Java. A text of b bytes is ⌊b / 4⌋ tokens. */
import { describe, expect, it } from 'vitest';
import { kindsAt, runPicture, textsOf } from '../testing/run-picture';
import { adkGo } from './go';
import { adkJava } from './java';
import { adkPython } from './python';

const settings = { window: 1_000, summary: 'bytes', summaryBytes: 40 } as const;

describe('the threshold of 800', () => {
  it.each([
    [adkGo.id, 799, 0, adkGo],
    [adkGo.id, 800, 1, adkGo],
    [adkPython.id, 799, 0, adkPython],
    [adkPython.id, 800, 1, adkPython],
    [adkJava.id, 800, 0, adkJava],
    [adkJava.id, 801, 1, adkJava],
  ] as const)('%s: a prompt of %i makes %i', (_, real, fires, policy) => {
    const picture = `u 40\n-- ${real}\nm 40\nu 2\n-- 2000`;
    const { columns } = runPicture(policy, picture, { ...settings, retention: 1 });
    expect(columns.threshold[1]).toBe(800);
    expect([...columns.compacted]).toEqual([0, fires]);
  });

  it('as configured replaces the share', () => {
    const { columns } = runPicture(adkGo, 'u 40\n-- 1', { ...settings, tokenThreshold: 1_234 });
    expect(columns.threshold[0]).toBe(1_234);
  });
});

describe('Python', () => {
  it('counts texts alone where no event has a count', () => {
    const made = runPicture(adkPython, 'system 400\nu 40\nc t\nr t 4000\nm 80\n-- ?', settings);
    expect(made.columns.decision[0]).toBe(10 + 20);
  });

  it('compacts after an invocation and, by the same count, before the next call', () => {
    // After the first invocation 3 of its 4 events stay; with the user's message one more goes.
    const picture = 'u 40\nm 40\nm 40\n-- 900\nm 40\nu 40\n-- ?\nm 40\n-- ?';
    const made = runPicture(adkPython, picture, { ...settings, retention: 3 });
    expect([...made.columns.covered]).toEqual([0, 2, 3]);
    expect([...made.columns.attempts]).toEqual([0, 2, 1]);
    // Summary 10 and three events of 10.
    expect(made.columns.heuristicSent[1]).toBe(40);
    // Inside the invocation the old count decides once more.
    expect(made.columns.decision[2]).toBe(900);
  });

  it('moves the cut back until every response kept has its call', () => {
    const picture = 'u 40\nm 40\nc a\n+ c b\nr a 40\nr b 40\nm 40\n-- 1\nm 4\n-- 900\nm 4\n-- ?';
    const made = runPicture(adkPython, picture, { ...settings, retention: 5 });
    // Eight events: the cut at entry 3 would part the call in entry 2 from its responses.
    expect(made.columns.covered[2]).toBe(2);
    expect(kindsAt(made, 2)).toEqual([]);
  });

  it('stops before a call that nothing has answered', () => {
    const picture = 'u 40\nc a\nu 40\n-- 1\nm 40\n-- 900\nm 40\n-- ?';
    const made = runPicture(adkPython, picture, { ...settings, retention: 1 });
    expect(made.columns.covered[2]).toBe(1);
  });

  it('compacts what stands before a call that is never answered once, and then nothing more', () => {
    // compaction.py truncates what is to be compacted before the first pending call.
    const answered = 'u 40\nc a\nr a 40\nm 40\n-- 900';
    const open = 'u 40\nc b\n-- 900\nu 40\nm 40\n-- 900\nu 40\nm 40\n-- 900';
    const made = runPicture(adkPython, `${answered}\n${open}`, { ...settings, retention: 1 });
    // Entry 5 is the open call: the five events before it are in the summary.
    expect([...made.columns.covered]).toEqual([0, 5, 5, 5]);
    expect(textsOf(made, 'no-op').at(-1)).toContain('The call in entry 5 is never answered');
  });
});

describe('Java', () => {
  it('keeps exactly so many events, and leaves out what lost its call', () => {
    const picture = 'u 40\nc a\nr a 40\nm 40\n-- 900\nm 40\n-- ?';
    const made = runPicture(adkJava, picture, { ...settings, retention: 3 });
    expect(made.columns.covered[1]).toBe(2);
    expect(kindsAt(made, 1)).toEqual(['orphan']);
    // Its estimate reads texts alone: summary 10, two texts of the model's.
    expect(made.columns.heuristicSent[1]).toBe(10 + 10 + 10);
    expect(made.notes.elisions).toEqual([{ step: 1, entry: 2, tokens: 0 }]);
  });
});

describe('Go', () => {
  it('adds what came behind the event with the count', () => {
    // 700, and t 0 with {} 0, the result ⌊(12 + 388) / 4⌋: the response itself is in no sum.
    const made = runPicture(adkGo, 'u 40\n-- 700\nc t\nr t 388\n-- ?', settings);
    expect(made.columns.decision[1]).toBe(700 + 100);
    const over = runPicture(adkGo, 'u 40\nm 40\n-- ?', settings);
    expect(over.columns.decision[0]).toBe(20);
  });

  it('keeps the event that opened the running invocation', () => {
    const picture = 'u 40\nm 40\nu 400\nc a\nr a 40\n-- 900\nm 40\n-- ?';
    const made = runPicture(adkGo, picture, { ...settings, retention: 1 });
    // Without entry 2, five events: the newest stays, the pair of entries 3 and 4 goes.
    expect(made.columns.covered[1]).toBe(5);
    expect(made.notes.kept).toEqual([{ step: 1, ranges: [[2, 3]] }]);
    // Summary 10, the question 100, the model's 10.
    expect(made.columns.heuristicSent[1]).toBe(120);
    expect(made.columns.contentsSent[1]).toBe(3);
  });

  it('summarises that event in the next invocation', () => {
    const picture = 'u 40\nm 40\nu 400\n-- 900\nm 40\nm 40\n-- ?\nm 40\nu 40\n-- ?';
    const made = runPicture(adkGo, picture, { ...settings, retention: 1 });
    expect(made.columns.covered[1]).toBe(4);
    // The gate is closed until the next invocation, whose question is entry 6.
    expect([...made.columns.compacted]).toEqual([0, 1, 1]);
    expect(made.notes.kept).toEqual([
      { step: 1, ranges: [[2, 3]] },
      { step: 2, ranges: [] },
    ]);
    expect(made.columns.covered[2]).toBe(5);
    // The summary of three contents: the one before, entry 2, entry 4.
    expect(made.columns.summarizerContents[2]).toBe(3);
  });

  it('compacts once an invocation until the prompt is below the threshold', () => {
    const more = 'm 40\n-- ?\n'.repeat(3);
    const made = runPicture(adkGo, `u 40\nm 40\n-- 900\n${more}`, { ...settings, retention: 1 });
    expect([...made.columns.compacted]).toEqual([0, 1, 0, 0]);
    expect(textsOf(made, 'breaker')).toEqual([
      'The compaction before did not bring the prompt below the threshold: no other in this invocation.',
    ]);
  });

  it('does not ask a summariser again that failed in the invocation', () => {
    const script = [{ fail: true as const }, { bytes: 40 }];
    const picture = 'u 40\nm 40\n-- 900\nm 40\n-- ?\nm 40\n-- ?\nm 40\nu 40\n-- ?';
    const made = runPicture(adkGo, picture, { ...settings, retention: 1 }, { script });
    expect(kindsAt(made, 1)).toEqual(['failure']);
    expect(kindsAt(made, 2)).toEqual(['breaker']);
    expect([...made.columns.compacted]).toEqual([0, 0, 0, 1]);
  });

  it('waits for a quarter of the threshold where the summary alone is above it', () => {
    const large = { ...settings, summaryBytes: 3_200, retention: 1 } as const;
    const head = 'u 40\nm 40\n-- 900\nm 40\nu 40\n-- ?\nm 40\n';
    // What a cut would add: entries 2 to 5, three of 10 and one of 169 or 170.
    const few = runPicture(adkGo, `${head}m 676\nm 40\nu 40\n-- ?`, large);
    expect([...few.columns.compacted]).toEqual([0, 1, 0]);
    expect(kindsAt(few, 2)).toEqual(['no-op']);
    const enough = runPicture(adkGo, `${head}m 680\nm 40\nu 40\n-- ?`, large);
    expect([...enough.columns.compacted]).toEqual([0, 1, 1]);
  });

  it('ends the summary where every call is answered', () => {
    const picture = 'u 40\nm 40\nc a\n+ c b\nr a 40\nr b 40\nm 40\n-- 900\nm 40\n-- ?';
    const made = runPicture(adkGo, picture, { ...settings, retention: 3 });
    expect(made.columns.covered[1]).toBe(2);
  });
});
