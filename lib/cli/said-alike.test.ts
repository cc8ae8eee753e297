/** Every command and tool says the same of a step, and what the file says of it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { fixtureGroups, sampleSessions } from '@/lib/readers/importers/testing/every-session';
import { arbitrarySession } from '@/lib/engine/session/testing/arbitrary-session';
import { readCommands } from './testing/read-commands';

const folder = mkdtempSync(path.join(tmpdir(), 'highwater-said-alike-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('every step of', () => {
  it.each(sampleSessions().map((one) => [one.name, one] as const))(
    '%s',
    async (_, one) => {
      const read = await readCommands(one, folder);
      expect(read.found.slice(0, 20)).toEqual([]);
      expect(read.figures).toBeGreaterThan(10 * one.session.steps.length);
    },
    240_000,
  );

  it.each(fixtureGroups())('the fixtures of %s', async (_, sessions) => {
    const found: string[] = [];
    for (const one of sessions) found.push(...(await readCommands(one, folder)).found);
    expect(found.slice(0, 20)).toEqual([]);
  });

  it('generated recordings', async () => {
    await fc.assert(
      fc.asyncProperty(arbitrarySession, async (session) => {
        const { found } = await readCommands({ name: 'generated', session }, folder);
        expect(found.slice(0, 5)).toEqual([]);
      }),
      { numRuns: 20 },
    );
  });
});
