import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { policies } from '@/lib/policies/registry';
import { formatFault, parseFault } from '@/lib/engine/replay/faults/faults';
import { formatLane, parseLane, type LaneText } from './lane-text';

const read = (text: string): LaneText => {
  const parsed = parseLane(text);
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.value;
};

describe('a lane', () => {
  it('names session, policy, preset, settings and faults', () => {
    const lane = read(
      'ckx41abc:codex@v0.155:window=190_000,summary=cap,floor=false,fault=compact@40',
    );
    expect(lane).toMatchObject({
      session: 'ckx41abc',
      policy: 'codex',
      preset: 'v0.155',
      settings: { window: 190_000, summary: 'cap', floor: false },
    });
    expect(lane.faults.map(formatFault)).toEqual(['compact@40']);
  });

  it('needs a policy only', () => {
    expect(read('own')).toEqual({
      ...{ session: null, policy: 'own', preset: null, settings: {}, faults: [] },
    });
    expect(read('own:window=1').session).toBeNull();
    expect(read('2:own').session).toBe('2');
  });

  it('keeps the sign of equality inside a fault', () => {
    expect(read('own:fault=truncate@17=2000').faults.map(formatFault)).toEqual([
      'truncate@17=2000',
    ]);
  });

  it.each([
    ['', 'is no lane'],
    ['a:b:c:d', 'is no lane'],
    ['2:own:window', 'is no lane'],
    ['own@', 'is no lane'],
    ['own:=3', 'is not setting=value'],
    ['own:fault=quake@3', 'quake'],
  ])('is refused as %j', (text, why) => {
    const parsed = parseLane(text);
    expect(parsed.ok).toBe(false);
    if (!parsed.ok) expect(parsed.error).toContain(why);
  });

  it('is read as it was written', () => {
    const fault = fc.constantFrom(
      'compact@40',
      'response@17*0.1',
      'keep-calibration',
      'window@5=9',
    );
    const lane = fc.record({
      session: fc.option(fc.stringMatching(/^[0-9a-z]{1,12}$/)),
      policy: fc.constantFrom('own', ...policies.map(({ id }) => id)),
      preset: fc.option(fc.constantFrom('v0.9.1', 'conservative')),
      settings: fc.dictionary(
        fc.stringMatching(/^[a-z]{1,8}$/).filter((key) => key !== 'fault'),
        fc.oneof(
          fc.integer(),
          fc.boolean(),
          fc.constant(null),
          fc
            .stringMatching(/^[a-z][a-z-]{0,9}$/)
            .filter((word) => !/^(true|false|null)$/.test(word)),
        ),
        { noNullPrototype: true },
      ),
      faults: fc.array(
        fault.map((text) => {
          const parsed = parseFault(text);
          if (!parsed.ok) throw new Error(text);
          return parsed.value;
        }),
        { maxLength: 3 },
      ),
    });
    fc.assert(
      fc.property(lane, (one) => {
        expect(read(formatLane(one))).toEqual(one);
      }),
    );
  });
});
