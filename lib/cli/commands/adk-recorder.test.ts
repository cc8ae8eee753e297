/**
 * A session that Google ADK's own DatabaseSessionService stored (lib/conformance/adk-recorder.mjs), with the
 * state of a guard written after ContextGuard v1.1.0, from its database to the step that compacted.
 */
import { afterAll, expect, it } from 'vitest';
import { Scratch } from '@/lib/readers/open/testing/scratch';
import { fixtureText } from '@/lib/readers/importers/testing/fixture-files';
import { capture, parsed } from '../testing/captured-io';

const scratch = new Scratch();
const database = scratch.database(fixtureText('adk-database/context-guard.sql'));
afterAll(() => scratch.remove());

interface Printed {
  readonly sessions: readonly Readonly<Record<string, unknown>>[];
}

it('opens under ContextGuard in its version, with the same state on every step', async () => {
  const { code, out } = await capture(['import', database]);
  expect(code).toBe(0);
  expect(out).toContain('adk-database, 1 session');
  expect(out).toContain('read 85 records, kept 85, nothing lost');
  expect(out).toContain('ContextGuard threshold (v1.0.0 – v1.1.0: hyphen in the wrapper)');
  expect(out).toContain('same state on 42 of 42 steps');
  expect(out).toContain('a window of 8,000 explains it');
});

it('is replayed as it ran: the compaction at its step, at its count', async () => {
  const { out } = await capture(['replay', database, '--json']);
  const [session = {}] = parsed<Printed>(out).sessions;
  expect(session).toMatchObject({
    policy: 'contextguard-threshold',
    settings: { window: 8_000 },
    divergence: null,
    totals: { steps: 42, stepsCompacted: 1, overflowSteps: 0 },
  });
  const explained = await capture(['explain', database, '--step', '27', '--json']);
  const [step = {}] = parsed<Printed>(explained.out).sessions;
  expect(step).toMatchObject({ compacted: true, decision: { value: 6_461, threshold: 6_400 } });
});
