import { describe, expect, it } from 'vitest';
import extra from '@/lib/readers/scenarios/fixtures/extra-scenarios.json';
import multiTurn from '@/lib/readers/scenarios/fixtures/scenarios.json';
import { contextGuardThreshold } from '@/lib/policies/contextguard/threshold';
import { prepare } from '@/lib/engine/replay/prepare';
import { replay } from '@/lib/engine/replay/replay';
import { scenarioFileSchema } from '@/lib/readers/scenarios/schema';
import { generateProfile } from '@/lib/readers/scenarios/simulate';
import { goldenFields, goldenRow } from './golden-rows';

/** Rows of every step of a golden file, replayed from its sizes alone. */
function rowsOf(file: unknown): { name: string; rows: unknown[] }[] {
  return scenarioFileSchema.parse(file).scenarios.flatMap(({ name, sessions }) =>
    sessions.map((session) => {
      const { profile, settings, script, limit } = generateProfile(session, name);
      const parsed = contextGuardThreshold.settings.parse(settings);
      const run = replay(prepare(profile), contextGuardThreshold, parsed, { script, limit });
      const steps = Array.from({ length: profile.stepCount }, (_, i) => i);
      return { name, rows: steps.map((i) => [...goldenRow(profile, run, i)]) };
    }),
  );
}

describe.each([
  ['scenarios.json', multiTurn, 92, 4_344],
  ['extra-scenarios.json', extra, 13, 397],
])('%s', (_, file, sessions, steps) => {
  const expected = file.scenarios.flatMap(
    (scenario) => scenario.sessions as { steps: unknown[] }[],
  );
  const replayed = rowsOf(file);

  it('holds the sessions and steps its README counts', () => {
    expect(file.stepFields).toEqual([...goldenFields]);
    expect(expected).toHaveLength(sessions);
    expect(expected.reduce((sum, session) => sum + session.steps.length, 0)).toBe(steps);
  });

  it.each(replayed.map(({ name, rows }, i) => [name, rows, i] as const))(
    '%s: every field of every step is equal',
    (__, rows, i) => {
      expect(rows).toEqual(expected[i]?.steps);
    },
  );
});
