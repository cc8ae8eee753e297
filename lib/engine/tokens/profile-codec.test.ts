import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '@/lib/engine/base/random';
import { countKinds, imageDetails, partKinds, summaryKinds } from '@/lib/engine/session/schema';
import { completeProfile, type EntryColumns, type Profile, type StepColumns } from './profile';
import { decodeProfile, encodeProfile } from './profile-codec';

const int32 = fc.oneof(
  fc.integer({ min: -2, max: 300 }),
  fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
);
const maybe = fc.option(fc.integer({ min: 0, max: 2 ** 31 - 1 }), { nil: null });
const ints = (length: number, value = int32) =>
  fc
    .array(value, { minLength: length, maxLength: length })
    .map((values) => Int32Array.from(values));
const bytes = (length: number) =>
  fc
    .array(fc.nat(255), { minLength: length, maxLength: length })
    .map((values) => Uint8Array.from(values));
const time = fc.oneof(
  fc.constant(NaN),
  fc.integer({ min: -62_135_596_800_000, max: 253_402_300_799_000 }),
);
const floats = (length: number, value: fc.Arbitrary<number>) =>
  fc
    .array(value, { minLength: length, maxLength: length })
    .map((values) => Float64Array.from(values));

const head = fc.record({
  estimator: fc.constant('contextguard' as const),
  source: fc.string(),
  system: maybe,
  tools: maybe,
  thoughts: fc.constantFrom('kept' as const, 'stripped' as const),
  limit: fc.option(
    fc.record({
      tokens: fc.integer({ min: 1, max: 10_000_000 }),
      source: fc.constantFrom('recording' as const, 'table' as const),
    }),
    { nil: null },
  ),
  generated: fc.boolean(),
  models: fc.array(fc.string({ unit: 'binary' }), { maxLength: 4 }),
  labels: fc.array(fc.string(), { maxLength: 4 }),
  compactions: fc.array(
    fc.record({
      entry: fc.nat(),
      step: fc.nat(),
      kind: fc.constantFrom('summary' as const, 'elision' as const),
      trigger: fc.constantFrom('auto' as const, 'manual' as const, 'unknown' as const),
      summaryTokens: fc.nat(),
      summaryBytes: fc.nat(),
      reads: fc.constantFrom(...summaryKinds),
      kept: fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 3 }),
      elided: fc.array(fc.nat(), { maxLength: 5 }),
      preTokens: maybe,
      postTokens: maybe,
    }),
    { maxLength: 3 },
  ),
  failedCompactions: fc.array(
    fc.record({
      step: fc.nat(),
      trigger: fc.constantFrom('auto' as const, 'manual' as const, 'unknown' as const),
      preTokens: maybe,
      reason: fc.option(fc.string({ maxLength: 20 })),
      time: fc.constant(null),
    }),
    { maxLength: 3 },
  ),
  refusals: fc.array(fc.record({ step: fc.nat(), reserved: fc.nat() }), { maxLength: 3 }),
  counted: fc.array(
    fc.record({
      step: fc.nat(),
      kind: fc.constantFrom(...countKinds),
      tokens: fc.nat(),
      reason: fc.string({ maxLength: 20 }),
    }),
    { maxLength: 3 },
  ),
  guard: fc.array(
    fc.record({
      step: fc.nat(),
      realTokens: maybe,
      lastHeuristic: maybe,
      watermark: maybe,
      summaryBytes: maybe,
    }),
    { maxLength: 5 },
  ),
  files: fc.array(
    fc.record({
      entry: fc.nat(),
      file: fc.nat(),
      bytes: fc.nat(),
      lines: fc.nat(),
      whole: fc.boolean(),
      plan: fc.boolean(),
    }),
    { maxLength: 5 },
  ),
  images: fc.array(
    fc.record(
      {
        entry: fc.nat(),
        width: fc.integer({ min: 1, max: 65_535 }),
        height: fc.integer({ min: 1, max: 65_535 }),
        heuristic: fc.nat(),
        detail: fc.constantFrom(...imageDetails),
      },
      { requiredKeys: ['entry', 'width', 'height', 'heuristic'] },
    ),
    { maxLength: 5 },
  ),
});

const entryColumns = (n: number): fc.Arbitrary<EntryColumns> =>
  fc
    .record({
      kinds: fc.record({
        text: ints(n),
        thought: ints(n),
        call: ints(n),
        response: ints(n),
        inline: ints(n, fc.constant(0)),
        other: ints(n, fc.constant(7)),
      }),
      fallback: ints(n),
      flags: bytes(n),
      calls: ints(n),
      inlines: ints(n),
      ceiled: ints(n),
      responses: ints(n),
      sealed: ints(n),
      scripts: fc.record({ latin: ints(n), cjk: ints(n), other: ints(n) }),
      units: ints(n),
      thoughtUnits: ints(n),
      behindFirst: ints(n),
      wide: ints(n),
      escapes: ints(n),
      json: ints(n),
      empty: ints(n),
      responseBytes: fc.constant(new Int32Array()),
      responseIds: fc.constant(new Int32Array()),
      responseUnits: fc.constant(new Int32Array()),
      responseWide: fc.constant(new Int32Array()),
      responseCalls: fc.constant(new Int32Array()),
      responseRepeats: fc.constant(new Int32Array()),
    })
    .chain((columns) =>
      fc.nat(30).chain((count) =>
        fc
          .record({
            responseBytes: ints(count),
            responseIds: ints(count),
            responseUnits: ints(count),
            responseWide: ints(count),
            responseCalls: ints(count),
            responseRepeats: ints(count),
          })
          .map((responses) => ({ ...columns, ...responses })),
      ),
    );

const stepColumns = (n: number): fc.Arbitrary<StepColumns> =>
  fc.record({
    entries: ints(n),
    real: ints(n),
    output: ints(n),
    cacheRead: ints(n),
    cacheWrite: ints(n),
    cacheWriteHour: ints(n),
    reasoning: ints(n),
    flags: bytes(n),
    limit: ints(n),
    model: ints(n),
    label: ints(n),
    time: floats(n, time),
    turnStart: ints(n),
    requestBytes: ints(n),
    ratio: fc.option(
      fc.oneof(
        floats(n, fc.constant(6.67)),
        floats(n, fc.double({ noNaN: true, min: 0.1, max: 10 })),
      ),
      { nil: null },
    ),
  });

const profiles: fc.Arbitrary<Profile> = fc
  .tuple(fc.nat(20), fc.nat(20))
  .chain(([entries, steps]) => fc.tuple(head, entryColumns(entries), stepColumns(steps)))
  .map(([known, entries, steps]) => completeProfile(known, entries, steps));

/**
 * A session of tool calls as an agent makes them: three entries per step, a summary every 300
 * steps.
 */
function longProfile(steps: number): Profile {
  const random = seededRandom(7);
  const entries = steps * 3;
  const below = (most: number): number => Math.floor(random() * most);
  const column = (value: (i: number) => number): Int32Array =>
    Int32Array.from({ length: entries }, (_, i) => value(i));
  const perStep = (value: (i: number) => number): Int32Array =>
    Int32Array.from({ length: steps }, (_, i) => value(i));
  return completeProfile(
    {
      estimator: 'contextguard',
      source: 'claude-code',
      system: 4_000,
      tools: 9_000,
      thoughts: 'kept',
      limit: { tokens: 200_000, source: 'recording' },
      generated: false,
      models: ['claude-sonnet-4-5'],
      labels: ['main'],
      compactions: [],
      failedCompactions: [],
      refusals: [],
      counted: [],
      files: [],
      images: [],
      guard: Array.from({ length: steps }, (_, step) => ({
        step,
        realTokens: below(200_000),
        lastHeuristic: below(200_000),
        watermark: null,
        summaryBytes: null,
      })),
    },
    {
      kinds: Object.fromEntries(
        partKinds.map((kind, k) => [kind, column((i) => (i % 3 === k % 3 ? below(4_000) : 0))]),
      ) as Profile['entries']['kinds'],
      fallback: column(() => below(250)),
      flags: Uint8Array.from({ length: entries }, () => below(16)),
      calls: column((i) => (i % 3 === 0 ? 1 : 0)),
      inlines: column(() => 0),
      ceiled: column(() => below(4_000)),
      responses: column((i) => (i % 3 === 1 ? 1 : 0)),
      sealed: column(() => 0),
      units: column(() => below(16_000)),
      thoughtUnits: column((i) => (i % 3 === 0 ? below(4_000) : 0)),
      behindFirst: column((i) => (i % 2 === 0 ? below(400) : 0)),
      wide: column(() => 0),
      escapes: column(() => 0),
      json: column(() => 0),
      empty: column(() => 0),
      responseBytes: Int32Array.from({ length: steps }, () => below(16_000)),
      responseIds: new Int32Array(steps).fill(29),
      responseUnits: Int32Array.from({ length: steps }, () => below(16_000)),
      responseWide: new Int32Array(steps),
      responseCalls: new Int32Array(steps).fill(1),
      responseRepeats: Int32Array.from({ length: steps }, (_, i) => (i % 7 === 0 ? below(300) : 0)),
      scripts: {
        latin: column(() => below(16_000)),
        cjk: column(() => 0),
        other: column(() => 0),
      },
    },
    {
      entries: perStep((i) => 3 * i),
      real: perStep(() => below(200_000)),
      output: perStep(() => below(2_000)),
      cacheRead: perStep(() => below(150_000)),
      cacheWrite: perStep(() => below(8_000)),
      cacheWriteHour: perStep(() => -1),
      reasoning: perStep(() => -1),
      flags: new Uint8Array(steps).fill(1),
      limit: perStep(() => 0),
      model: perStep(() => 0),
      label: perStep(() => 0),
      time: Float64Array.from({ length: steps }, (_, i) => 1.75e12 + i * 9_000 + below(5_000)),
      turnStart: perStep((i) => i - (i % 12)),
      requestBytes: perStep((i) => 400 + (i - (i % 12))),
      ratio: null,
    },
  );
}

describe('profile codec', () => {
  it('gives back every profile', () => {
    fc.assert(
      fc.property(profiles, (profile) => {
        expect(decodeProfile(encodeProfile(profile))).toEqual(profile);
      }),
    );
  });

  it('takes at most 1 MB for 10,000 steps with their guard state', () => {
    expect(encodeProfile(longProfile(10_000)).length).toBeLessThanOrEqual(1_000_000);
  });

  it('refuses bytes of another kind and bytes that end early', () => {
    expect(() => decodeProfile(new Uint8Array([1, 2, 3, 4]))).toThrow(RangeError);
    const whole = encodeProfile(longProfile(5));
    expect(() => decodeProfile(whole.subarray(0, whole.length - 3))).toThrow(RangeError);
  });
});
