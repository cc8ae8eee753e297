import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  describeFault,
  faultForm,
  faultKinds,
  faultsSchema,
  formatFault,
  MOST_FAULTS,
  parseFault,
  type Fault,
} from './faults';

const count = (min = 0) => fc.integer({ min, max: 100_000_000 });
const arbitraryFault: fc.Arbitrary<Fault> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('summariser-fails' as const, 'summariser-empty' as const),
    compaction: count(1),
  }),
  fc.record({
    kind: fc.constantFrom(
      'usage-stops' as const,
      'usage-starts' as const,
      'state-lost' as const,
      'compact' as const,
    ),
    step: count(),
  }),
  fc.record({
    kind: fc.constant('response' as const),
    entry: count(),
    factor: fc.integer({ min: 0, max: 10_000_000 }).map((millionths) => millionths / 1_000_000),
  }),
  fc.record({ kind: fc.constant('truncate' as const), entry: count(), bytes: count() }),
  fc.record({ kind: fc.constant('window' as const), step: count(), window: count() }),
  fc.constant({ kind: 'keep-calibration' as const }),
);

const read = (text: string): Fault => {
  const parsed = parseFault(text);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.value;
};

describe('the grammar', () => {
  it.each([
    ['summariser-fails@2', { kind: 'summariser-fails', compaction: 2 }],
    ['summariser-empty@1', { kind: 'summariser-empty', compaction: 1 }],
    ['usage-stops@40', { kind: 'usage-stops', step: 40 }],
    ['usage-starts@60', { kind: 'usage-starts', step: 60 }],
    ['response@17*0', { kind: 'response', entry: 17, factor: 0 }],
    ['response@17*0.1', { kind: 'response', entry: 17, factor: 0.1 }],
    ['response@17*10', { kind: 'response', entry: 17, factor: 10 }],
    ['truncate@17=2_000', { kind: 'truncate', entry: 17, bytes: 2_000 }],
    ['compact@40', { kind: 'compact', step: 40 }],
    ['keep-calibration', { kind: 'keep-calibration' }],
    ['state-lost@30', { kind: 'state-lost', step: 30 }],
    [' window@50=128_000 ', { kind: 'window', step: 50, window: 128_000 }],
  ])('reads %s', (text, fault) => {
    expect(read(text)).toEqual(fault);
  });

  it('gives every fault back as it was', () => {
    fc.assert(
      fc.property(arbitraryFault, (fault) => {
        expect(read(formatFault(fault))).toEqual(fault);
      }),
    );
  });

  it.each([
    ['', 'unknown-kind', 'There is no fault "". Faults: summariser-fails, '],
    ['sumariser-fails@2', 'unknown-kind', 'no fault "sumariser-fails"'],
    [
      'usage-stops',
      'malformed',
      'not a fault: write usage-stops@<step>, for example usage-stops@40',
    ],
    ['usage-stops@-1', 'malformed', 'usage-stops@<step>'],
    ['usage-stops@1.5', 'malformed', 'usage-stops@<step>'],
    ['response@17', 'malformed', 'response@<entry>*<factor>'],
    ['response@17*-1', 'malformed', 'response@<entry>*<factor>'],
    ['window@50', 'malformed', 'window@<step>=<tokens>'],
    ['compact', 'malformed', 'compact@<step>'],
    ['truncate@17', 'malformed', 'truncate@<entry>=<bytes>'],
    ['truncate@17*2', 'malformed', 'truncate@<entry>=<bytes>'],
    ['keep-calibration@3', 'malformed', 'keep-calibration'],
    ['state-lost@30@31', 'malformed', 'state-lost@<step>'],
    ['summariser-fails@0', 'out-of-range', 'counted from 1'],
    ['response@17*10.5', 'out-of-range', 'factor of a response is 0 to 10'],
    ['window@50=1000000000', 'out-of-range', 'at most 100,000,000 tokens'],
    ['compact@1000000000', 'out-of-range', 'from 0 to 100,000,000'],
    ['truncate@1000000000=1', 'out-of-range', 'Entries are counted from 0 to 100,000,000'],
    ['truncate@1=1000000000', 'out-of-range', 'at most 100,000,000 bytes'],
    ['state-lost@1000000000', 'out-of-range', 'from 0 to 100,000,000'],
  ])('refuses %j', (text, code, message) => {
    const parsed = parseFault(text);
    expect(parsed.ok ? null : parsed.error.code).toBe(code);
    expect(parsed.ok ? '' : parsed.error.message).toContain(message);
  });

  it('has an example of every kind', () => {
    expect(faultKinds.map((kind) => read(faultForm(kind).example).kind)).toEqual([...faultKinds]);
  });
});

it.each([
  ['summariser-fails@2', 'The summariser fails in the 2nd compaction.'],
  ['summariser-empty@11', 'The summariser answers with nothing in the 11th compaction.'],
  ['response@1700*0.5', 'The tool responses of entry 1,700 are 0.5 times their size.'],
  ['response@17*0', 'The tool responses of entry 17 are removed.'],
  ['truncate@1700=2000', 'The tool responses of entry 1,700 are cut to 2,000 bytes each.'],
  ['compact@40', 'The user compacts by hand before step 40.'],
  ['window@50=128000', 'Another model from step 50 on: window and limit are 128,000 tokens.'],
])('says what %s is', (text, words) => {
  expect(describeFault(read(text))).toBe(words);
});

it('takes faults as texts, so many and no more', () => {
  expect(faultsSchema.parse(['keep-calibration', 'usage-stops@4'])).toEqual([
    { kind: 'keep-calibration' },
    { kind: 'usage-stops', step: 4 },
  ]);
  const refused = faultsSchema.safeParse(['usage-stops@4', 'nonsense']);
  expect(refused.error?.issues[0]).toMatchObject({ path: [1] });
  expect(refused.error?.issues[0]?.message).toContain('no fault "nonsense"');
  const many = Array.from({ length: MOST_FAULTS + 1 }, (_, step) => `usage-stops@${step}`);
  expect(faultsSchema.safeParse(many).success).toBe(false);
});
