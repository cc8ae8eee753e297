/** Hand-worked cases of Kimi Code's compaction. */
import { describe, expect, it } from 'vitest';
import { prepare } from '@/lib/engine/replay/prepare';
import { replay } from '@/lib/engine/replay/replay';
import { productionIncident } from '@/lib/readers/scenarios/incident/production-incident';
import { measureSession } from '@/lib/engine/tokens/measure';
import { kindsAt, runPicture, textsOf } from '../testing/run-picture';
import { keptOf, type UserMessage } from './kept';
import { kimi } from './policy';
import { kimiThreshold } from './settings';
import { elisionLength, pointerLength } from './texts';

const outputs = (...tokens: readonly number[]) => ({
  steps: Object.fromEntries(tokens.map((output, step) => [step, { output }])),
});

describe('the threshold', () => {
  it.each([
    // 262,144 − 50,000 is below ⌈222,822.4⌉.
    [{}, 212_144],
    [{ window: 400_000 }, 340_000],
    // The reserve counts below the window only.
    [{ window: 50_000 }, 42_500],
    [{ window: 50_001 }, 1],
    [{ reserve: 0 }, 222_823],
    [{ share: 0.99, reserve: 0, window: 1_000 }, 990],
    [{ window: 0 }, Infinity],
  ])('of %o is %d', (change, threshold) => {
    expect(kimiThreshold(kimi.settings.parse(change))).toBe(threshold);
  });
});

describe('what counts', () => {
  const settings = { window: 10_000, reserve: 0 } as const;

  it('is the messages alone before any usage', () => {
    // 1 + 100 of the user’s; 3 + 100 of the response, 1 + 10.
    const made = runPicture(kimi, 'system 4000\nu 400\n-- ?\nm 400\nu 40\n-- ?', settings);
    expect([...made.columns.decision]).toEqual([101, 101 + 103 + 11]);
  });

  it.each([
    // 8,000 + 388, the result’s 1 + ⌈444 ÷ 4⌉ = 112: 8,500.
    [388, 1],
    [387, 0],
  ])('is the usage and the messages behind it: %i more fires %i times', (output, fires) => {
    const picture = 'u 400\n-- 8000\nc t\nr t 444\n-- 8200';
    const { columns } = runPicture(kimi, picture, settings, outputs(output));
    expect(columns.decision[1]).toBe(8_112 + output);
    expect(columns.compacted[1]).toBe(fires);
  });
});

describe('the user’s messages that stay', () => {
  const said = (entry: number, text: number): UserMessage => ({
    entry,
    range: [entry, entry + 1],
    text,
    reference: text,
    media: 0,
  });
  const texts = (messages: readonly UserMessage[]) =>
    messages.map(({ entry, text }) => [entry, text]);

  it('are all of them up to the limit', () => {
    const all = [said(0, 9_999), said(1, 9_999)];
    expect(keptOf(all, 20_000)).toEqual({ head: [], tail: all, omitted: -1 });
  });

  it('else the oldest 2,000 and the newest 18,000, one of them at both its ends', () => {
    // 1 + 19,000 + 1 + 3,000: the newest leaves 14,999 of 18,000 to the first, whose beginning has 4,001.
    const { head, tail, omitted } = keptOf([said(0, 19_000), said(1, 3_000)], 20_000);
    expect(texts(tail)).toEqual([
      [0, 14_999],
      [1, 3_000],
    ]);
    expect(texts(head)).toEqual([[0, 2_000]]);
    // 22,002 − (2,001 + 15,000 + 3,001).
    expect(omitted).toBe(2_000);
  });
});

describe('a compaction', () => {
  const settings = {
    window: 10_000,
    reserve: 0,
    summary: 'bytes',
    summaryBytes: 400,
    path: 0,
  } as const;
  const picture = 'u 400\n-- 8000\nc t\nr t 400\n-- ?\nc t\nr t 400\n-- ?\nm 4\nu 4\n-- ?';

  it('covers everything and puts back what the user said', () => {
    const made = runPicture(kimi, picture, settings, outputs(500));
    expect([...made.columns.covered]).toEqual([0, 3, 3, 3]);
    expect(made.notes.kept[0]).toEqual({ step: 1, ranges: [[0, 1]] });
    // 101; 1 + ⌈(622 + 400 + 2 + 2,236) ÷ 4⌉ = 816; 1 + ⌈126 ÷ 4⌉ = 33.
    expect(made.columns.heuristicSent[1]).toBe(101 + 816 + 33);
    // Output of the summary 100, its pointer 559, the kept 101, the continuation 33; the step after it
    // has the call, 3 + 1 + 3 at least, and 101 of its result.
    const left = 100 + 559 + 101 + 33;
    expect(made.columns.lastReal[2]).toBe(left);
    expect((made.columns.decision[2] as number) - left).toBeGreaterThanOrEqual(108);
  });

  it('is held back within the turn by what the last one left', () => {
    const small = { ...settings, window: 900 } as const;
    const made = runPicture(kimi, picture, small, outputs(500));
    // 765 of 900 tokens; 793 are left, and more with every call.
    expect([...made.columns.compacted]).toEqual([0, 1, 1, 1]);
    const again = runPicture(kimi, 'u 400\n-- 8000\nc t\nr t 400\n-- ?\n-- ?', small, outputs(500));
    expect([...again.columns.compacted]).toEqual([0, 1, 0]);
    expect(textsOf(again, 'no-op')).toHaveLength(1);
  });

  it('asks again for an empty summary, and ends the turn where the call fails', () => {
    const empty = { empty: true } as const;
    const given = (script: readonly ({ bytes: number } | typeof empty | { fail: true })[]) =>
      runPicture(kimi, picture, settings, { ...outputs(500), script });
    const third = given([empty, empty, { bytes: 400 }]);
    expect([third.columns.compacted[1], third.columns.attempts[1]]).toEqual([1, 3]);
    const never = given(Array.from({ length: 5 }, () => empty));
    expect(kindsAt(never, 1)).toEqual(['failure', 'exit']);
    expect(kindsAt(given([{ fail: true }]), 1)).toEqual(['failure', 'exit']);
  });
});

it('knows the lengths of its own texts', () => {
  expect([9, 10, 12_345].map(elisionLength)).toEqual([346, 347, 350]);
  // One window and the second that begins; the tenth number has a digit more.
  expect([1, 2, 9, 10, 11, 20].map((n) => pointerLength(n, 0))).toEqual([
    2_236, 2_267, 2_485, 2_517, 2_549, 2_837,
  ]);
});

describe('the production incident', () => {
  const session = prepare(measureSession(productionIncident.build()));
  const fired = (settings: object) => {
    const { columns } = replay(session, kimi, kimi.settings.parse(settings));
    return [columns.compacted.indexOf(1), Math.max(...columns.real)];
  };

  it('is refused under Kimi’s own window, and summarised under the provider’s', () => {
    expect(fired({})).toEqual([-1, 200_819]);
    expect(fired({ window: 200_000 })).toEqual([143, 167_071]);
  });
});
