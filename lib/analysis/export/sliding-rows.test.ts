import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  contextGuardSlidingWindow,
  contextGuardSlidingWindowCorrected,
} from '@/lib/policies/contextguard/sliding-window';
import { prepare } from '@/lib/engine/replay/prepare';
import { replay, type Replay } from '@/lib/engine/replay/replay';
import { scenarioSessionSchema } from '@/lib/readers/scenarios/schema';
import { generateProfile } from '@/lib/readers/scenarios/simulate';
import type { Profile } from '@/lib/engine/tokens/profile';
import { slidingFields, slidingRow } from './sliding-rows';

interface Vector {
  readonly name: string;
  readonly steps: readonly (readonly unknown[])[];
  readonly totals: Readonly<Record<string, number>>;
}

const file = JSON.parse(
  readFileSync('lib/readers/scenarios/fixtures/sliding-window.json', 'utf8'),
) as {
  readonly stepFields: readonly string[];
  readonly scenarios: readonly Vector[];
};

function made(
  vector: Vector,
  policy: typeof contextGuardSlidingWindow | typeof contextGuardSlidingWindowCorrected,
): { readonly profile: Profile; readonly run: Replay } {
  const generated = generateProfile(scenarioSessionSchema.parse(vector), vector.name);
  const { profile, settings, script, limit } = generated;
  const chosen = policy.settings.parse(settings);
  return { profile, run: replay(prepare(profile), policy, chosen, { script, limit }) };
}

const cases = file.scenarios.map((vector) => [vector.name, vector] as const);

describe('sliding-window.json', () => {
  it('holds the sessions and steps its README counts, in our fields', () => {
    expect(file.stepFields).toEqual([...slidingFields]);
    expect(file.scenarios).toHaveLength(15);
    expect(file.scenarios.reduce((sum, { steps }) => sum + steps.length, 0)).toBe(543);
  });

  it.each(cases)('%s: every field of every step is equal', (_, vector) => {
    const { profile, run } = made(vector, contextGuardSlidingWindow);
    const rows = Array.from({ length: profile.stepCount }, (__, i) => [
      ...slidingRow(profile, run, i),
    ]);
    expect(rows).toEqual(vector.steps);
  });

  it.each(cases)('%s: the lost tail is said once a compaction, with its entries', (_, vector) => {
    const { profile, run } = made(vector, contextGuardSlidingWindow);
    const { columns, notes } = run;
    const lost = notes.events.filter(({ kind }) => kind === 'lost');
    const steps = Array.from({ length: profile.stepCount }, (__, i) => i);
    const begins = steps.filter((i) => {
      const hidden = (columns.covered[i] ?? 0) - (columns.summarised[i] ?? 0);
      return hidden > 0 && columns.compacted[i - 1] === 1;
    });
    expect(lost.map(({ step }) => step)).toEqual(begins);
    const numbers = file.stepFields.indexOf('invisibleTokens');
    for (const { step, text } of lost) {
      const tokens = (vector.steps[step]?.[numbers] ?? 0) as number;
      expect(text).toContain(`${tokens.toLocaleString('en-US')} heuristic tokens`);
    }
  });

  it.each(cases)('%s: corrected, nothing is lost', (_, vector) => {
    const { profile, run } = made(vector, contextGuardSlidingWindowCorrected);
    expect(run.notes.events.filter(({ kind }) => kind === 'lost')).toEqual([]);
    for (let i = 0; i < profile.stepCount; i++) {
      const [count] = slidingRow(profile, run, i, ['invisibleContents']);
      expect(count).toBe(0);
    }
  });
});
