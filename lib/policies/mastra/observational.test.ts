/** Hand-worked cases of Mastra's observational memory. */
import { describe, expect, it } from 'vitest';
import { prepare } from '@/lib/engine/replay/prepare';
import { replay } from '@/lib/engine/replay/replay';
import { productionIncident } from '@/lib/readers/scenarios/incident/production-incident';
import { measureSession } from '@/lib/engine/tokens/measure';
import { kindsAt, runPicture, textsOf } from '../testing/run-picture';
import { sizedLog } from '../testing/sized-log';
import { activated, type Buffer } from './buffers';
import { mastraObservational } from './observational';
import type { ObservationalSettings } from './observational-settings';

/** A char a token: `u 993` is 1,000.8 with its role and 3.8, rounded to 1,001; `m 987` is 9 more chars of role: 999.8, 1,000. */
const settings = {
  messageTokens: 10_000,
  per: 1,
  summary: 'bytes',
  summaryBytes: 500,
} as const;

const run = (
  picture: string,
  more: Partial<ObservationalSettings> = {},
  script: readonly { fail: true }[] = [],
) =>
  runPicture(
    mastraObservational,
    picture,
    { ...settings, ...more },
    script.length > 0 ? { script } : {},
  );

/** Questions of 1,000 tokens each, and a request behind each. */
const questions = (count: number): string => Array(count).fill('u 992\n-- ?').join('\n');

describe('the count', () => {
  it('rounds each stored message by itself, with 3.8 and its role, and adds 24', () => {
    // user 4 + 5 + 3.8 is 13; assistant 9 + 6 + 3.8 is 19.
    const { columns } = run('system 4000\nu 5\n-- ?\nm 6\nu 5\n-- ?');
    expect([...columns.decision]).toEqual([24 + 13, 24 + 13 + 19 + 13]);
  });

  it('has a turn with tools as one message', () => {
    const chosen = mastraObservational.settings.parse({ per: 6 });
    const session = prepare(sizedLog('u5 - c10 r56 -', 1), 0);
    const { columns } = replay(session, mastraObservational, chosen);
    // user ⌈4 ÷ 6⌉, ⌈5 ÷ 6⌉ and 3.8: 6.
    expect(columns.decision[0]).toBe(24 + 6);
    // assistant 2 and 3.8; a name 1, { "pa" : } 4, its argument ⌈12 ÷ 6⌉, less 12; the result 3.8 and 10; 12 behind it.
    expect(columns.decision[1]).toBe(24 + 6 + Math.round(2 + 3.8 + 1 + 4 + 2 - 12 + 3.8 + 10 + 12));
  });
});

describe('buffers', () => {
  it('begin each time a fifth is passed, and the oldest of them become observations at the threshold', () => {
    const { columns } = run(questions(10));
    // 24 and 1,000 each: 10,024 at the tenth.
    expect([...columns.decision]).toEqual(
      Array.from({ length: 10 }, (_, i) => 24 + 1_000 * (i + 1)),
    );
    expect([...columns.compacted]).toEqual([...Array<number>(9).fill(0), 1]);
    // Two buffers of two, then one a question. Stored is 9,024, and 2,000 should stay: 7,120 are the first above 7,024.
    expect(columns.covered[9]).toBe(7);
    expect(columns.attempts[9]).toBe(5);
  });

  it('are not made where an observer fails', () => {
    const made = run(questions(2), {}, [{ fail: true }]);
    expect(kindsAt(made, 1)).toEqual(['failure']);
  });

  const buffers = (...tokens: number[]): Buffer[] =>
    tokens.map((own, i) => ({ end: i + 1, tokens: own, bytes: 0, real: -1 }));

  it.each([
    // 8,000 are wanted; 1,900 more may go.
    ['the fewest that hold enough', [4_000, 4_000, 2_000], 10_000, false, 2],
    ['fewer where they would hold too much more', [4_000, 5_901], 10_000, false, 1],
    ['as many as may be from the block on', [4_000, 5_000], 10_000, true, 2],
    ['fewer where less than 1,000 would stay', [4_000, 5_500], 10_000, true, 1],
    ['one at least', [4_000], 1_000, false, 1],
    ['all that there are where they hold too little', [3_000, 3_000], 10_000, false, 2],
  ])('activated are %s', (_, tokens, pending, force, count) => {
    expect(activated(buffers(...tokens), { pending, floor: 2_000, force })).toBe(count);
  });
});

describe('without a buffer', () => {
  it('an observer reads all, the newest message among them, which is still sent', () => {
    const { columns } = run(questions(11), { bufferShare: 0 });
    expect(columns.compacted.indexOf(1)).toBe(9);
    expect([columns.covered[9], columns.covered[10]]).toEqual([9, 10]);
    // The eleventh question alone.
    expect(columns.decision[10]).toBe(1_024);
    // 1,737, 14 and 490 bytes around the 500; the system prompt's.
    const { prefix } = run('u 5\n-- ?').form.estimator;
    expect(columns.heuristicSent[9]).toBe(prefix + 2_241 + 500 + 1_000);
  });

  it('keeps what should stay where one message passes the threshold at once', () => {
    const made = run('u 992\n-- ?\nm 87\nu 992\n-- ?\nm 87\nu 19992\n-- ?');
    expect(made.columns.compacted[2]).toBe(1);
    expect(made.columns.covered[2]).toBe(4);
  });

  it('is an error where the observer fails', () => {
    const made = run(questions(10), { bufferShare: 0 }, [{ fail: true }]);
    expect(kindsAt(made, 9)).toEqual(['failure', 'exit']);
    expect(made.columns.compacted[9]).toBe(0);
  });

  it('observes within a turn all there is', () => {
    const made = run('u 992\n-- ?\nc t\nr t 9999\n-- ?', { bufferShare: 0 });
    expect([made.columns.compacted[1], made.columns.covered[1]]).toEqual([1, 3]);
  });
});

it('makes a reflection of the oldest observations', () => {
  const made = run(questions(40), { observationTokens: 3_000 });
  expect(textsOf(made, 'prune')[0]).toMatch(
    /^Of [\d,]+ tokens of observations the oldest 1,500 become a reflection: [\d,]+ are left\.$/,
  );
});

it('sends the request of the production incident that the provider refuses', () => {
  const session = prepare(measureSession(productionIncident.build()));
  const { columns } = replay(session, mastraObservational, mastraObservational.settings.parse({}));
  expect(columns.compacted).not.toContain(1);
  expect(Math.max(...columns.decision)).toBe(28_069);
  expect(Math.max(...columns.real)).toBe(200_819);
});
