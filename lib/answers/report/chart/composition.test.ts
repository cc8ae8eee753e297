import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contextGuardThreshold } from '@/lib/policies/builtin';
import { policies } from '@/lib/policies/registry';
import { sessionSettings } from '@/lib/engine/policy/session-settings';
import { requestSizes } from '@/lib/analysis/explain/request/request-sizes';
import { replay } from '@/lib/engine/replay/replay';
import type { Session } from '@/lib/engine/session/schema';
import { arbitrarySession } from '@/lib/engine/session/testing/arbitrary-session';
import { ToolNameCollector, type ToolNames } from '@/lib/engine/tokens/text/tool-names';
import { Composer } from './composition';
import { preparedSession } from '@/lib/engine/replay/testing/drawn-session';
import { sampleSession } from '@/lib/tools/samples/samples';

function toolNames({ entries }: Session): ToolNames {
  const collector = new ToolNameCollector();
  for (const entry of entries) collector.push(entry);
  return collector.finish();
}

/** Parts of a step that hold something, by name. */
function partsAt(session: Session, step: number, named = true): Record<string, number> {
  const prepared = preparedSession(session);
  const settings = sessionSettings(contextGuardThreshold, prepared.profile.head);
  const made = replay(prepared, contextGuardThreshold, settings);
  const composer = new Composer(prepared, named ? toolNames(session) : null);
  const { values } = composer.at(made, step);
  const all = composer.parts.map(({ name }, i) => [name, values[i] ?? NaN] as const);
  return Object.fromEntries(all.filter(([, value]) => value !== 0));
}

describe('the composition of a request', () => {
  it('names the parts of the incident, down to the token', () => {
    const parts = partsAt(sampleSession('production-incident'), 143);
    expect(parts).toEqual({
      prefix: 88_403,
      'joined the prefix': 69_576,
      dashboards_query: 10_706,
      kubectl_get: 10_081,
      logs_query: 10_856,
      kubectl_events: 8_524,
      'other results': 88,
      calls: 2_049,
      'user text': 113,
      'model text': 423,
    });
    const sum = (...names: readonly string[]): number =>
      names.reduce((all, name) => all + (parts[name] ?? NaN), 0);
    expect(
      sum('dashboards_query', 'kubectl_get', 'logs_query', 'kubectl_events', 'other results'),
    ).toBe(40_255);
    expect(sum('calls', 'user text', 'model text')).toBe(2_585);
    expect(sum(...Object.keys(parts))).toBe(200_819);
  });

  it.each([
    'production-incident',
    'kubernetes-agent',
    'no-usage',
    'images-documents',
    'timing-gap',
    'cjk-emoji',
  ] as const)('adds up to real at every step of %s under every policy', (name) => {
    const session = sampleSession(name);
    const prepared = preparedSession(session);
    const composer = new Composer(prepared, toolNames(session));
    for (const policy of policies) {
      const made = replay(prepared, policy, sessionSettings(policy, prepared.profile.head));
      for (let step = 0; step < prepared.profile.stepCount; step++) {
        const { values, real } = composer.at(made, step);
        const at = `${policy.id}, step ${step}`;
        expect(
          values.reduce((sum, value) => sum + value, 0),
          at,
        ).toBe(made.columns.real[step]);
        expect(real, at).toBe(made.columns.real[step]);
        expect(values.every(Number.isInteger), at).toBe(true);
        // Only what left without a record is below 0.
        expect(Math.min(...values.slice(0, -1)), at).toBeGreaterThanOrEqual(0);
        // The request's own list looks at every entry, and rounds each step's.
        const listed = requestSizes(made, step).rest;
        const off = Math.abs((values.at(-1) ?? NaN) - listed);
        expect(off, at).toBeLessThanOrEqual(2 + prepared.profile.stepCount / 2);
      }
    }
  });

  it('adds up to real in any session, with compactions, elisions and images of its own', () => {
    fc.assert(
      fc.property(arbitrarySession, (session) => {
        const prepared = preparedSession(session);
        const composer = new Composer(prepared, toolNames(session));
        for (const policy of policies) {
          const made = replay(prepared, policy, sessionSettings(policy, prepared.profile.head));
          for (let step = 0; step < prepared.profile.stepCount; step++) {
            const { values } = composer.at(made, step);
            const sum = values.reduce((all, value) => all + value, 0);
            expect(sum, `${policy.id}, step ${step}`).toBe(made.columns.real[step]);
            expect(values.every(Number.isInteger)).toBe(true);
          }
        }
      }),
      { numRuns: 25 },
    );
  });
});
