/** Every panel of a session's page says the same of a step, and what the file says of it. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { fixtureGroups, sampleSessions } from '@/lib/readers/importers/testing/every-session';
import { arbitrarySession } from '@/lib/engine/session/testing/arbitrary-session';
import { readPage } from './testing/read-page';

// The page reads its address while it is rendered.
beforeAll(() => void vi.stubGlobal('window', { location: { search: '' } }));
afterAll(() => vi.unstubAllGlobals());

describe('every step of', () => {
  it.each(sampleSessions().map((one) => [one.name, one] as const))('%s', (_, one) => {
    const read = readPage(one);
    expect(read.found.slice(0, 20)).toEqual([]);
    expect(read.figures).toBeGreaterThan(20 * one.session.steps.length);
  });

  it.each(fixtureGroups())('the fixtures of %s', (_, sessions) => {
    const found = sessions.flatMap((one) => readPage(one).found);
    expect(found.slice(0, 20)).toEqual([]);
  });

  it('generated recordings', () => {
    fc.assert(
      fc.property(arbitrarySession, (session) => {
        expect(readPage({ name: 'generated', session }).found.slice(0, 5)).toEqual([]);
      }),
      { numRuns: 20 },
    );
  });
});
