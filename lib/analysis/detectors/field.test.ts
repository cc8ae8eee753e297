import { describe, expect, it } from 'vitest';
import { adkPython } from '@/lib/policies/adk/python';
import { adkTypescript } from '@/lib/policies/adk/typescript';
import { none } from '@/lib/policies/highwater/none';
import { pi } from '@/lib/policies/pi/policy';
import type { Policy } from '@/lib/engine/policy/policy';
import type { Session } from '@/lib/engine/session/schema';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { findings } from './registry';
import { rising } from './testing/change';
import { findingsIn, found, runOf, type Judged } from './testing/found';

/** ContextGuard with a window of 10,000: its threshold is 8,000. */
const small = { settings: { window: 10_000 } };
const plain = { settings: { window: 10_000, factor: 1 } };
const idle = { policy: none as Policy };
/** pi, with a threshold of 90,000. */
const ofPi = { policy: pi as Policy, settings: { window: 106_384 } };

/** A recorded compaction of 50,000 tokens to `after`. */
const compacted = (after: number, rest = '') =>
  `u 400\n-- 50000\n== compact 400 auto\nu 40\n-- ${after}${rest}`;

/** A picture as if another format had recorded it, whose compactions name the count before. */
function recordedBy(format: string, picture: string, preTokens: number | null): Session {
  const session = textSession(picture);
  const compactions = session.compactions.map((one) => ({ ...one, preTokens }));
  return { ...session, compactions, source: { ...session.source, format } };
}

const of = (id: string, session: Session, judged: Judged) =>
  findingsIn(session, judged).filter(({ detector }) => detector === id);

describe('a recorded compaction', () => {
  it('makes no progress where 95 % are left', () => {
    expect(found('compaction-no-progress', compacted(47_500), idle)).toMatchObject([
      {
        of: 'recording',
        severity: 'error',
        sentence: '50,000 tokens before, 47,500 after: step 1.',
      },
    ]);
    expect(found('compaction-no-progress', compacted(47_499), idle)).toEqual([]);
  });

  it('is undone where a later request is as large again and no entry says why', () => {
    const back = (real: number) => compacted(20_000, `\n${rising(6, 20_600)}\nm 400\n-- ${real}`);
    expect(found('watermark-lost', back(49_000), idle)).toMatchObject([
      { of: 'recording', severity: 'error', title: 'What was compacted is sent again' },
    ]);
    expect(found('watermark-lost', back(35_000), idle)).toEqual([]);
  });

  it('has a summary that counts no less than what it replaces', () => {
    const summary = (bytes: number) => `u 4000\n-- 5000\n== compact ${bytes}\nu 40\n-- 4900`;
    expect(found('summary-inflated', summary(4_000), idle)).toMatchObject([
      { of: 'recording', sentence: '1,000 counted tokens replace 1,000: step 1.' },
    ]);
    expect(found('summary-inflated', summary(3_900), idle)).toEqual([]);
  });

  it('does not fit the threshold of the policy that models its agent', () => {
    const at = (count: number | null) =>
      recordedBy('pi', 'u 400\n-- 50000\n== compact 400 auto\nu 40\n-- 2000', count);
    const [one] = of('recorded-threshold', at(50_000), ofPi);
    expect(one?.sentence).toBe(
      '50,000 recorded before the compaction at step 1, 44 % below the threshold of 90,000: step 1.',
    );
    expect(of('recorded-threshold', at(88_000), ofPi)).toEqual([]);
    expect(of('recorded-threshold', at(null), ofPi)).toEqual([]);
    // A policy of another agent says nothing of this one.
    expect(found('recorded-threshold', compacted(2_000), ofPi)).toEqual([]);
  });

  it('came too late where an earlier count was above the threshold already', () => {
    const late = 'm 40\n-- 96000\n== compact 400 auto\nu 40\n-- 2000';
    const at = (first: number) => recordedBy('pi', `u 400\n-- ${first}\n${late}`, 96_000);
    expect(of('recorded-threshold', at(95_500), ofPi)).toHaveLength(1);
    expect(of('recorded-threshold', at(80_000), ofPi)).toEqual([]);
  });
});

describe('a replayed compaction', () => {
  it('changes nothing where it covers no entry more', () => {
    const ids = (covered: number) => {
      const run = runOf(textSession('u 40000\n-- 10000\nm 40\n-- 200'), plain);
      run.columns.covered[0] = covered;
      return findings(run, { agent: 'Test', notices: [] }).map(({ detector }) => detector);
    };
    expect(ids(0)).toContain('no-op');
    expect(ids(1)).not.toContain('no-op');
  });

  it('is counted otherwise by the next decision, which has no usage', () => {
    // The continuation and a summary of 4,000 bytes count 1,089; the default factor is 10.
    const settings = { window: 10_000, factor: 10, cap: 10 };
    const picture = 'u 4000\n-- ?\nm 40\n-- ?';
    const [one] = found('check-mismatch', picture, { settings });
    expect(one?.sentence).toMatch(
      /^Checked as [\d,]+, the next decision takes the same request for/,
    );
    expect(found('check-mismatch', 'u 4000\n-- ?\nm 40\n-- ?', plain)).toEqual([]);
  });

  it('is summarised in part where the input is cut to fit', () => {
    const head = 'limit 100000\nu 24000\nm 24000\nu 400\n-- ?\nm 40\n-- ?';
    const seen = (window: number) =>
      found('summary-coverage', head, { settings: { window, factor: 1 } });
    expect(seen(12_000)).toMatchObject([
      {
        of: 'replay',
        severity: 'warning',
        figures: [{ name: 'seen', value: expect.any(Number) }, {}, {}, {}],
      },
    ]);
    expect(seen(15_200)).toEqual([]);
  });
});

describe('a threshold', () => {
  it('leaves no room where it is less than 1,000 tokens above the prefix', () => {
    const [one] = found('degenerate-headroom', 'u 40\n-- 7510\nm 40\n-- 7520', small);
    expect(one?.sentence).toBe(
      'A threshold of 8,000 in a window of 10,000, 80 %: every request compacts. The prefix alone is 7,500.',
    );
    expect(found('degenerate-headroom', 'u 40\n-- 6900\nm 40\n-- 6910', small)).toEqual([]);
    // A small share of a large window is room where the requests begin below it.
    const large = {
      policy: adkPython as Policy,
      settings: { window: 400_000, tokenThreshold: 8_000 },
    };
    expect(found('degenerate-headroom', 'u 40\n-- 3000\nm 40\n-- 3010', large)).toEqual([]);
  });

  it('is of a window that the provider does not end at', () => {
    const [one] = found('wrong-window', 'limit 20000\nu 400\n-- 12000', small);
    expect(one).toMatchObject({
      severity: 'info',
      title: 'The served window is larger than the one set',
      sentence: 'A window of 10,000 is set; the provider accepted 12,000: step 0.',
      advice: [{ settings: { window: 20_000 } }],
    });
    expect(found('wrong-window', 'limit 20000\nu 400\n-- 9000', small)).toEqual([]);
  });

  it('is passed unchecked from a prompt to the next', () => {
    const judged = {
      policy: pi as Policy,
      settings: { window: 50_000, keep: 50, check: 'runs', trailing: false },
    };
    const run = 'u 400\n-- 30000\nm 40\n-- 34000\nm 40\n-- 36000\nm 40\n-- 38000\nu 40\n-- 38100';
    const [one] = found('unchecked', run, judged);
    expect(one?.sentence).toContain(
      'From step 2 to the next check at step 4 2 steps and 2,000 tokens more pass unchecked: step 2.',
    );
    expect(found('unchecked', 'u 400\n-- 30000\nm 40\n-- 31000', judged)).toEqual([]);
  });
});

it('a recorded prefix that is not counted is told without usage', () => {
  const judged = { policy: adkTypescript as Policy };
  const [one] = found('prefix-not-counted', 'limit 100000\nsystem 40000\nu 400\n-- ?', judged);
  expect(one?.sentence).toMatch(/^10,000 tokens in every request/);
  expect(found('prefix-not-counted', 'limit 100000\nsystem 400\nu 400\n-- ?', judged)).toEqual([]);
});
