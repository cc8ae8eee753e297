import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SessionBuilder, type StepInput } from '@/lib/engine/session/builder';
import type { SessionDraft } from '@/lib/engine/session/draft';
import { EntryTable } from '../entry-table';
import { finishedDraft } from '../limits/finished-draft';
import { profileOf } from '../measure';

/** A step, and the bytes of the message before it; `compact` for a compaction in its place. */
type Drawn = (StepInput & { readonly bytes?: number }) | 'compact';

const source = { format: 'test', file: 'f', agent: 'Test', sessionId: 's' };
const model = 'claude-opus-4-6';

function drawn(steps: readonly Drawn[]) {
  const table = new EntryTable();
  let usages = 0;
  const store = { entry: table.push.bind(table), usage: () => usages++ };
  const builder = new SessionBuilder(store, { name: 'n', source });
  for (const step of steps) {
    if (step === 'compact') builder.compaction();
    else {
      const { bytes = 400, ...input } = step;
      builder.append({ role: 'model', parts: [{ kind: 'text', text: 'x'.repeat(bytes) }] });
      builder.step({ model, ...input });
    }
  }
  const read: SessionDraft = builder.finish();
  const draft = finishedDraft(read, table);
  return { draft, profile: profileOf(draft, table) };
}

/** The 12 calls of a turn, summed: openclaw#99863. */
const summed: readonly Drawn[] = [
  { real: 133_804, output: 200, cacheRead: 132_000, cacheWrite: 1_800 },
  { real: 147_804, output: 200, cacheRead: 146_000, cacheWrite: 1_800 },
  { real: 930_012, output: 1_120, cacheRead: 819_000, cacheWrite: 111_000 },
  'compact',
  { real: 30_004, output: 200, cacheRead: 18_000, cacheWrite: 12_000 },
];

it('sets aside what grew beyond what came, and reads a cache that nobody filled', () => {
  const { draft } = drawn(summed);
  const [, , third, fourth] = draft.steps;
  expect(third).toMatchObject({ real: null, reported: false, output: 1_120, cacheRead: 819_000 });
  expect(third?.counted).toMatchObject({ kind: 'doubtful', tokens: 930_012 });
  expect(third?.counted?.reason).toBe(
    '930,012 after 147,804, where at most 600 tokens came in; it reads 819,000 from a cache that was given at most 148,004.',
  );
  expect(fourth?.counted).toBeUndefined();
  expect(draft.head.limit).toEqual({ tokens: 200_000, source: 'table' });
  expect(draft.head.notices).toEqual([]);
});

it('sets aside what is gone again without a compaction', () => {
  const { draft } = drawn([
    { real: 40_000 },
    { real: 41_000 },
    { real: 160_000 },
    { real: 42_000 },
  ]);
  expect(draft.steps.map(({ counted }) => counted?.kind)).toEqual([
    ...[undefined, undefined],
    'doubtful',
    undefined,
  ]);
  expect(draft.steps[2]?.counted?.reason).toContain('42,000 at the next, without a compaction.');
});

it.each<[string, readonly Drawn[]]>([
  ['a prefix that grew and stays', [{ real: 20_000 }, { real: 90_000 }, { real: 91_000 }]],
  [
    'a large text that came in',
    [{ real: 20_000 }, { real: 90_000, bytes: 90_000 }, 'compact', { real: 9_000 }],
  ],
  ['a count above the table’s limit', [{ real: 180_000 }, { real: 230_000 }, { real: 231_000 }]],
  [
    'one sign alone before a compaction',
    [{ real: 40_000 }, { real: 160_000 }, 'compact', { real: 9_000 }],
  ],
  ['one sign alone at the end', [{ real: 40_000 }, { real: 160_000 }]],
  [
    'another model',
    [
      { real: 400, model: 'claude-haiku-4-5' },
      { real: 90_000, cacheRead: 80_000 },
    ],
  ],
  ['what a refusal names', [{ real: 9_000 }, { real: 516_368, rejected: true }, { real: 9_500 }]],
])('believes %s', (_, steps) => {
  expect(drawn(steps).draft.steps.every(({ counted }) => counted === undefined)).toBe(true);
});

it('changes no other step’s figures, and no limit, by a doubtful record', () => {
  const reals = fc.array(fc.integer({ min: 1_000, max: 190_000 }), { minLength: 2, maxLength: 8 });
  fc.assert(
    fc.property(reals, fc.nat(), fc.integer({ min: 3, max: 20 }), (counts, place, times) => {
      const at = 1 + (place % (counts.length - 1));
      const before = counts[at - 1] ?? 0;
      const spike = { real: before * times + 50_000, cacheRead: before * times + 40_000 };
      const steps = counts.map((real): Drawn => ({ real }));
      const doubted = drawn(steps.toSpliced(at, 0, spike));
      const [marked] = doubted.profile.head.counted.filter(({ step }) => step === at);
      fc.pre(marked !== undefined);
      const without = drawn(steps.toSpliced(at, 0, { real: null }));
      expect([...doubted.profile.steps.real]).toEqual([...without.profile.steps.real]);
      expect([...doubted.profile.steps.flags]).toEqual([...without.profile.steps.flags]);
      expect(doubted.draft.head.limit).toEqual(without.draft.head.limit);
    }),
  );
});

it('tells a placeholder: no prompt, next to none, or the counts of the step before', () => {
  const { draft } = drawn([
    { real: 40_000, output: 120, cacheRead: 39_000 },
    { real: 40_000, output: 120, cacheRead: 39_000, bytes: 4_000 },
    { real: 0, output: 1 },
    { real: 3, output: 1, cacheRead: 0 },
    { real: 42_000, output: 90, cacheRead: 40_000 },
  ]);
  expect(draft.steps.map(({ counted }) => counted?.kind)).toEqual([
    undefined,
    'placeholder',
    'placeholder',
    'placeholder',
    undefined,
  ]);
  expect(draft.steps.map(({ counted }) => counted?.reason)).toEqual([
    undefined,
    'Its counts are those of step 0, 40,000 and 120 of output, although 4,000 characters came in.',
    'No prompt token is counted for a request of 3 entries, and 1 of output.',
    '3 after 40,000, and 42,000 at step 4, without a compaction.',
    undefined,
  ]);
  expect(draft.steps.map(({ real }) => real)).toEqual([40_000, null, null, null, 42_000]);
});

it('takes no placeholder where nothing came in, a compaction lies between, or another model was asked', () => {
  const same = { real: 40_000, output: 120, cacheRead: 39_000 };
  const kept = [
    [same, { ...same, bytes: 40 }],
    [same, 'compact', { ...same, bytes: 4_000 }],
    [same, { real: 900, output: 1, model: 'claude-haiku-4-5' }, { ...same, output: 7 }],
    [same, { real: 900, output: 1 }, { real: 8_000, output: 1 }],
  ] as const;
  for (const steps of kept) {
    const { draft } = drawn(steps);
    expect(draft.steps.map(({ counted }) => counted)).toEqual(draft.steps.map(() => undefined));
  }
});
