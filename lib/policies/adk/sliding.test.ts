/** Hand-worked cases: an invocation is a user's text of 40 bytes and a model's, 10 tokens each. */
import { describe, expect, it } from 'vitest';
import { comparedAt, reaches } from '@/lib/analysis/explain/ledger-decision';
import { kindsAt, runPicture, textsOf } from '../testing/run-picture';
import { adkSliding } from './sliding';

const turns = (count: number): string => 'u 40\n-- ?\nm 40\n'.repeat(count);
const summary = { summary: 'bytes', summaryBytes: 40 } as const;

describe('every 2 invocations, 1 again', () => {
  const settings = { interval: 2, overlap: 1, ...summary };
  const made = runPicture(adkSliding, turns(6), settings);

  it('compacts when 2 have ended, at the next one’s first call', () => {
    expect([...made.columns.compacted]).toEqual([0, 0, 1, 0, 1, 0]);
    expect([...made.columns.covered]).toEqual([0, 0, 4, 4, 8, 8]);
  });

  it('summarises the last invocation of the range before once more', () => {
    // Two invocations of two events; then three.
    expect(made.columns.summarizerContents[2]).toBe(4);
    expect(made.columns.summarizerContents[4]).toBe(6);
  });

  it('keeps the summary before beside the new one', () => {
    // Summary 10 and the user's 10; at the second both summaries.
    expect(made.columns.heuristicSent[2]).toBe(20);
    expect(made.columns.heuristicSent[4]).toBe(30);
    expect(made.columns.contentsSent[4]).toBe(3);
    expect(textsOf(made, 'boundary')).toEqual([
      '1 earlier summary stays in the request: 10 heuristic tokens.',
    ]);
  });

  it('says what it compared, in invocations', () => {
    expect([0, 1, 2, 3, 4].map((step) => comparedAt(made, step))).toEqual([NaN, 1, 2, 1, 2]);
    expect(reaches(made, 2)).toBe(true);
    expect(made.columns.threshold[2]).toBe(-1);
  });
});

it('an overlap that reaches the range before takes its summary’s place', () => {
  const made = runPicture(adkSliding, turns(5), { interval: 2, overlap: 2, ...summary });
  expect(made.columns.covered[4]).toBe(8);
  expect(made.columns.summarizerContents[4]).toBe(8);
  expect(made.columns.heuristicSent[4]).toBe(20);
});

it('calls inside an invocation count nothing', () => {
  const made = runPicture(adkSliding, `u 40\n${'-- ?\nc t\nr t 4000\n'.repeat(9)}-- ?`, summary);
  expect([...made.columns.compacted]).not.toContain(1);
});

describe('a call that nothing answers', () => {
  const picture = `u 40\n-- ?\nm 40\nu 40\n-- ?\nc t\n${turns(3)}`;

  it('ends the summary before it, and counts its invocation again', () => {
    const made = runPicture(adkSliding, picture, { interval: 2, overlap: 0, ...summary });
    expect([...made.columns.covered]).toEqual([0, 0, 3, 3, 3]);
    expect(comparedAt(made, 3)).toBe(2);
    expect(kindsAt(made, 3)).toEqual(['no-op']);
  });

  it('is nothing to Java', () => {
    const java = { interval: 2, overlap: 0, protect: false, ...summary };
    const made = runPicture(adkSliding, picture, java);
    expect([...made.columns.covered]).toEqual([0, 0, 4, 4, 8]);
  });
});

it('a summariser that fails is asked again after the next invocation', () => {
  const script = [{ fail: true as const }, { bytes: 40 }];
  const made = runPicture(adkSliding, turns(4), { interval: 2, overlap: 0 }, { script });
  expect(kindsAt(made, 2)).toEqual(['failure']);
  expect([...made.columns.compacted]).toEqual([0, 0, 0, 1]);
  expect(made.columns.covered[3]).toBe(6);
});
