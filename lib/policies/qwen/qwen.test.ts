/** Hand-worked cases of Qwen Code's compression and of the results that it clears. */
import { describe, expect, it } from 'vitest';
import { prepare } from '@/lib/engine/replay/prepare';
import { replay } from '@/lib/engine/replay/replay';
import { productionIncident } from '@/lib/readers/scenarios/incident/production-incident';
import { measureSession } from '@/lib/engine/tokens/measure';
import { kindsAt, runPicture, textsOf } from '../testing/run-picture';
import { sizedLog } from '../testing/sized-log';
import { qwen } from './policy';
import { qwenHard, qwenThreshold } from './settings';

const outputs = (...tokens: readonly number[]) => ({
  steps: Object.fromEntries(tokens.map((output, step) => [step, { output }])),
});

describe('the thresholds', () => {
  it.each([
    // 131,072 − 33,000 is below 111,411.2; − 23,000 above 98,072 + 3,000.
    [{}, 98_072, 108_072],
    [{ window: 1_000_000 }, 850_000, 977_000],
    [{ window: 40_000 }, 7_000, 17_000],
    // Nothing is left above 33,000: the share alone, and 3,000 more, within the window.
    [{ window: 30_000 }, 25_500, 28_500],
    [{ window: 10_000 }, 8_500, 10_000],
  ])('of %o are %d and %d', (change, auto, hard) => {
    const settings = qwen.settings.parse(change);
    expect([qwenThreshold(settings), qwenHard(settings)]).toEqual([auto, hard]);
  });
});

describe('a compression', () => {
  const settings = {
    window: 100_000,
    summary: 'bytes',
    summaryBytes: 400,
  } as const;
  const picture = 'u 40000\nm 4\nu 4000\n-- 60000\nc t\nr t 4000\n-- 68000';

  it.each([
    // 60,000 + 5,983, and ⌈(4,000 + 64) ÷ 4⌉ of the result: 66,999.
    [5_983, 0],
    [5_984, 1],
  ])('fires by the usage and what is sent: %i of output fires %i times', (output, fires) => {
    const { columns } = runPicture(qwen, picture, settings, outputs(output));
    expect(columns.threshold[1]).toBe(67_000);
    expect(columns.decision[1]).toBe(61_016 + output);
    expect(columns.compacted[1]).toBe(fires);
  });

  it('covers everything but what is sent, and keeps the call that it answers', () => {
    const made = runPicture(qwen, picture, settings, outputs(9_000));
    expect(made.columns.covered[1]).toBe(4);
    expect(made.notes.kept).toEqual([{ step: 1, ranges: [[3, 4]] }]);
    expect(made.columns.attempts[1]).toBe(1);
  });

  it('asks twice where the shared request fails, and once where the cache is not shared', () => {
    const failing = {
      ...outputs(9_000),
      script: [{ fail: true as const }, { bytes: 400 }],
    };
    const twice = runPicture(qwen, picture, settings, failing);
    expect([twice.columns.compacted[1], twice.columns.attempts[1]]).toEqual([1, 2]);
    const alone = runPicture(qwen, picture, { ...settings, sharing: false }, failing);
    expect(kindsAt(alone, 1)).toEqual(['failure']);
  });

  it('is tried three times in a row at most', () => {
    const again = 'c t\nr t 4\n-- 68000\n';
    const made = runPicture(qwen, `${picture}\n${again.repeat(4)}`, settings, {
      ...outputs(9_000, 5, 5, 5, 5, 5),
      script: Array.from({ length: 9 }, () => ({ fail: true as const })),
    });
    const kinds = [1, 2, 3, 4, 5].map((step) => kindsAt(made, step));
    expect(kinds).toEqual([['failure'], ['failure'], ['failure'], ['breaker'], ['breaker']]);
  });

  it('is a rescue above the hard limit: what stays there is not sent', () => {
    // 100,000 − 23,000: 77,000.
    const made = runPicture(qwen, picture, settings, {
      ...outputs(16_000),
      script: [{ fail: true }, { fail: true }],
    });
    expect(kindsAt(made, 1)).toEqual(['failure', 'exit']);
  });
});

describe('old results', () => {
  const log = `u40 - ${'c40 r400 - '.repeat(7)}m40 u40 - m40 u40 -`;
  const cleared = (minutes: readonly number[], settings: object) => {
    const profile = sizedLog(log, 1);
    minutes.forEach((at, step) => (profile.steps.time[step] = at * 60_000));
    return replay(prepare(profile, 0), qwen, qwen.settings.parse(settings));
  };

  it('are cleared before a prompt an hour after the last response, but the newest five', () => {
    const pause = [0, 1, 2, 3, 4, 5, 6, 7, 67, 200];
    const made = cleared(pause, {});
    expect(textsOf(made, 'prune')).toEqual(['2 old results cleared: −800 chars.']);
    expect(kindsAt(made, 8)).toEqual(['prune']);
    // 59 minutes are too few; a pause inside a turn counts nothing.
    expect(textsOf(cleared([0, 61, 122, 183, 244, 305, 366, 427, 486, 545], {}), 'prune')).toEqual(
      [],
    );
    expect(textsOf(cleared(pause, { minutes: -1 }), 'prune')).toEqual([]);
  });

  it('stay where a step has no time', () => {
    const made = cleared([0, 1, 2, 3, 4, 5, 6, 7, NaN, 500], {});
    expect(textsOf(made, 'prune')).toEqual([]);
  });

  it('are cleared down to half where they are too many', () => {
    const made = cleared([], { results: 2_000, keepResults: 1 });
    // 2,400 with the sixth, which is sent: down to 1,000 four have to go, not the newest of the five before.
    expect(textsOf(made, 'prune')).toEqual(['4 old results cleared: −1,600 chars.']);
    expect(kindsAt(made, 6)).toEqual(['prune']);
  });
});

describe('the production incident', () => {
  const session = prepare(measureSession(productionIncident.build()));
  const fired = (settings: object) => {
    const { columns } = replay(session, qwen, qwen.settings.parse(settings));
    return [columns.compacted.indexOf(1), Math.max(...columns.real)];
  };

  it('is refused under the provider’s window, where it counts too little; its own fires long before', () => {
    // 156,002 of 167,000 at step 143, which the provider refuses.
    expect(fired({ window: 200_000 })).toEqual([-1, 200_819]);
    expect(fired({})).toEqual([32, 193_099]);
  });
});
