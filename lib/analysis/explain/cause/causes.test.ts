import { describe, expect, it } from 'vitest';
import { causeKinds } from './kinds';
import { causesOf, claudeSource, explained, saidOf, type ExplainInput } from './testing/explained';

/** 18,000 counted and 150,000 real, then 24,000 and a refusal of 200,819. */
const incident = 'limit 200000\nu 72000\n-- 150000\nm 24000\n-- 200819 > 200000';

/** 165,000 and 166,100 at a limit of 200,000. */
const claude = 'limit 200000\nu 400\n-- 165000\nm 400\nu 4000\n-- 166100\nm 400';

/** Compacts by itself below the threshold of 167,000 that is assumed. */
const overridden =
  'limit 200000\nu 400\n-- 150000\nm 400\nu 4000\n-- 155010\nm 400\n== compact 400 auto\n-- 30000';

/** One counted token weighs 1.1 real ones at ten steps; the first request holds 100,000 of them. */
const dense = `limit 200000\nu 400000\n-- 110000\n${Array.from(
  { length: 10 },
  (_, i) => `m 4000\n-- ${110_000 + 1_100 * (i + 1)}`,
).join('\n')}`;

/** A density of 1 and a threshold of 180,000, reached by the second request. */
const long = 'limit 200000\nu 640000\n-- 160000\nm 80000\n-- 180000\nm 4000\n-- 181000';

interface Case {
  readonly picture: string;
  readonly asked?: ExplainInput;
  /** The headline where the case has the cause. */
  readonly says: string;
}

/** A case that has a cause as its headline, and one that does not have it at all. */
interface BothWays {
  readonly has: Case;
  readonly lacks: Omit<Case, 'says'>;
}

/** Two models of 200,000 and 120,000; the second is sent what the first was. */
const switched = (last: string): string =>
  `window 200000\nmodel big\nu 400\n-- 100000\nm 400\nu 400\n-- 160000\nm 4\nu 4\n${last}`;

const cases: Readonly<Record<string, BothWays>> = {
  'model-switch': {
    has: {
      picture: switched('window 120000\nmodel small\n-- 160400 > 120000'),
      asked: { step: 2 },
      says: 'Step 2 held and was refused because the model was switched to small, whose window is 120,000 after 200,000: about 160,400 tokens were sent to it.',
    },
    lacks: { picture: switched('-- 160400 > 120000'), asked: { step: 2 } },
  },
  'response-reserve': {
    has: {
      picture: 'limit 100000\nu 400\n-- 30000\nm 400\n-- 40000+70000 > 100000',
      asked: { step: 1 },
      says: 'Step 1 held and was refused because it reserved 70,000 for its response beside a prompt of 40,000, of 100,000: 60,000 were left for it.',
    },
    lacks: {
      picture: 'limit 100000\nu 400\n-- 30000\nm 400\n-- 140000+70000 > 100000',
      asked: { step: 1 },
    },
  },
  'cap-binding': {
    has: {
      picture: incident,
      says: 'Step 1 held: the correction measured 8.33× and is capped at 5×.',
    },
    // 24,000 × 8.33 = 200,000 reaches the threshold of 180,000.
    lacks: { picture: incident, asked: { set: { cap: 10 }, step: 1 } },
  },
  'floor-binding': {
    has: {
      picture: 'limit 37500\nu 80000\n-- 10000\nm 40000\n-- 15000',
      says: 'Step 1 compacts: the correction measured 0.5× and is raised to its floor of 1×.',
      asked: { step: 1, set: { factor: 1 } },
    },
    lacks: {
      picture: 'limit 37500\nu 80000\n-- 10000\nm 40000\n-- 15000',
      asked: { step: 1, set: { factor: 1, floor: 0.4 } },
    },
  },
  'no-usage': {
    has: {
      picture: 'limit 200000\nu 240000\n-- 190000\nm 400\n-- 190100',
      asked: { step: 0 },
      says: 'Step 0 held: no usage was reported before it, so the default factor holds: 60,000 × 2.5 = 150,000.',
    },
    lacks: {
      picture: 'limit 200000\nu 240000\n-- 190000\nm 400\n-- 190100',
      asked: { step: 1 },
    },
  },
  'stale-real': {
    has: {
      picture: 'limit 200000\nu 200000\n-- 100000\nm 400\n-- 190000',
      asked: { step: 1 },
      says: 'Step 1 held: it knew the count of step 0, 100,000, and the request had grown by 90,000 since.',
    },
    lacks: { picture: 'limit 200000\nu 200000\n-- 100000\nm 400\n-- 101000', asked: { step: 1 } },
  },
  'hidden-prefix': {
    has: {
      picture: 'limit 200000\nu 400000\n-- 190000\nm 400\n-- 190100',
      asked: { policy: 'goat-as-coded', set: { window: 190_000 }, step: 1 },
      says: 'Step 1 holds: 90,000 tokens of every request are not in what Goat counts.',
    },
    lacks: {
      picture: 'limit 200000\nsystem 360000\nu 400000\n-- 190000\nm 400\n-- 190100',
      asked: { step: 1, set: { window: 300_000 } },
    },
  },
  uncounted: {
    has: {
      picture: 'limit 200000\ntools 300000\nu 160000\n-- 185000',
      asked: { set: { countTools: false }, step: 0 },
      says: 'Step 0 holds: ContextGuard does not count 75,000 tokens of tool definitions that the recording holds.',
    },
    lacks: { picture: 'limit 200000\ntools 300000\nu 160000\n-- 185000', asked: { step: 0 } },
  },
  density: {
    has: {
      picture: dense,
      asked: { step: 0 },
      says: 'Step 0 held, although ContextGuard threshold asks to compact: the default factor of 2.5× stands in for a density of 1.1×, which makes 250,000 of 100,000.',
    },
    lacks: { picture: dense, asked: { step: 0, set: { factor: 1.2 } } },
  },
  boundary: {
    has: {
      picture: 'limit 200000\nu 280000\n-- 170000\nm 400\n-- 171000',
      asked: { step: 1 },
      says: 'Step 1 held: the threshold jumps at a window of 200,000: it is 180,000, and 160,000 one token below.',
    },
    lacks: { picture: 'limit 200000\nu 280000\n-- 150000\nm 400\n-- 151000', asked: { step: 1 } },
  },
  attempts: {
    has: {
      picture: incident,
      asked: { set: { window: 150_000, attempts: 0 }, step: 1 },
      says: 'Step 1 holds: 0 attempts are allowed.',
    },
    lacks: { picture: incident, asked: { set: { window: 150_000 }, step: 1 } },
  },
  'state-lost': {
    has: {
      picture: 'limit 200000\nu 72000\n-- 170000\nm 4000\n-- 185000\nm 4000\n-- 186000',
      asked: { faults: ['state-lost@2'], step: 2 },
      says: 'Step 2 holds: the policy’s state was lost before it, and the 185,000 of step 1 with it.',
    },
    lacks: {
      picture: 'limit 200000\nu 72000\n-- 170000\nm 4000\n-- 185000\nm 4000\n-- 186000',
      asked: { step: 2 },
    },
  },
  'watermark-lost': {
    has: {
      picture: long,
      asked: { set: { stripCovered: false }, step: 2 },
      says: 'Step 2 compacts: the watermark of the compaction at step 1 is lost, so the 2 entries behind it are in the request again.',
    },
    lacks: { picture: long, asked: { step: 2 } },
  },
  manual: {
    has: {
      picture: `${claude}\nu 400\n== compact 400 manual\n-- 30000`,
      asked: { source: claudeSource },
      says: 'Step 2 compacted: the user asked for it; no policy decides that.',
    },
    lacks: {
      picture: `${claude}\nu 4000\n== compact 400 auto\n-- 30000`,
      asked: { source: claudeSource },
    },
  },
  'provider-limit': {
    has: {
      picture: 'limit 200000\nu 72000\n-- 185000\nm 400\n-- 200819 > 200000',
      asked: { set: { window: 250_000 }, step: 1 },
      says: 'Step 1 holds: the provider’s limit is 200,000, and the policy assumes a window of 250,000.',
    },
    lacks: {
      picture: 'limit 200000\nu 72000\n-- 185000\nm 400\n-- 200819 > 200000',
      asked: { step: 1 },
    },
  },
  environment: {
    has: {
      picture: overridden,
      asked: { source: claudeSource, preTokens: [155_200] },
      says: 'Step 2 compacted by itself at 155,200 tokens, below a threshold of 167,000: an override of 85 % of a window of 200,000 explains it (any from 84 to 86 does); CLAUDE_AUTOCOMPACT_PCT_OVERRIDE=85 sets it.',
    },
    lacks: {
      picture: `${claude}\nu 4000\n== compact 400 auto\n-- 30000`,
      asked: { source: claudeSource },
    },
  },
  unknown: {
    has: {
      picture: `${claude}\nu 400\n== compact 400 auto\n-- 30000`,
      asked: { source: claudeSource },
      says: 'Step 2 compacted; this recording does not show why: at the recorded step the policy’s value is 700 below its threshold, and the recording shows no other cause.',
    },
    lacks: {
      picture: `${claude}\nu 4000\n== compact 400 auto\n-- 30000`,
      asked: { source: claudeSource },
    },
  },
};

it('has cases for every cause, each listed once', () => {
  const ids = causeKinds.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect([...ids].sort()).toEqual(Object.keys(cases).sort());
});

describe.each(Object.entries(cases))('the cause %s', (id, { has, lacks }) => {
  it('is the headline where it turned the decision', () => {
    const report = explained(has.picture, has.asked);
    expect([report.cause, report.headline.text]).toEqual([id, has.says]);
  });

  it('is not named where the step does not have it', () => {
    const report = explained(lacks.picture, lacks.asked);
    expect(causesOf(report)).not.toContain(id);
    expect(saidOf(report).join(' ')).not.toContain('NaN');
  });
});

describe('inline data', () => {
  const picture = 'limit 200000\nu 160000\ni image/png 300000\n-- 185000';

  it('is uncounted where the policy leaves it out, and not where it counts it', () => {
    const out = explained(picture, { set: { countInline: false }, step: 0 });
    expect([out.cause, out.headline.text]).toEqual([
      'uncounted',
      'Step 0 holds: ContextGuard does not count 75,002 tokens of inline data or parts that the recording holds.',
    ]);
    expect(causesOf(explained(picture, { step: 0 }))).not.toContain('uncounted');
  });
});
