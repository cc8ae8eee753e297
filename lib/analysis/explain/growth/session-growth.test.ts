import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { prepare } from '@/lib/replay/prepare';
import { sessionSchema } from '@/lib/session/schema';
import { textSession } from '@/lib/session/testing/text-session';
import { measureSession } from '@/lib/tokens/measure';
import { sessionGrowth, stepDensity } from './session-growth';

const growthOf = (picture: string) => sessionGrowth(prepare(measureSession(textSession(picture))));

const sample = (name: string) =>
  prepare(
    measureSession(
      sessionSchema.parse(JSON.parse(readFileSync(`public/samples/${name}.json`, 'utf8'))),
    ),
  );

describe('the growth of the incident', () => {
  const session = sample('production-incident');
  const growth = sessionGrowth(session);

  it('at 143 is 10,747 of entries and 40,072 that are not in the recording', () => {
    const last = growth.at(143);
    expect(last).toMatchObject({ since: 142, kind: 'run', grew: 50_819, from: 285, to: 289 });
    expect(last?.entries).toEqual([9, 21, 11, 10_706]);
    expect([last?.explained, last?.stripped, last?.unexplained]).toEqual([10_747, 0, 40_072]);
  });

  it('is usual by 7 tokens beyond the entries, at a density of 1.79 and not of 4.70', () => {
    const density = stepDensity(session, 143);
    expect([growth.usual, density.value.toFixed(2), density.groups]).toEqual([7, '1.79', 139]);
    expect(growth.slope.toFixed(2)).toBe('4.70');
  });

  it('hides 9,802, 12,404 and 7,298 tokens at the other servers', () => {
    expect([31, 77, 118].map((step) => growth.at(step)?.unexplained)).toEqual([
      9_802, 12_404, 7_298,
    ]);
    expect([140, 141, 142].map((step) => growth.at(step)?.unexplained)).toEqual([-15, 3, -985]);
  });
});
