import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { policies } from '@/lib/policies/registry';
import { sessionSettings } from '@/lib/engine/policy/session-settings';
import { prepare } from '@/lib/engine/replay/prepare';
import { replay } from '@/lib/engine/replay/replay';
import { arbitrarySession } from '@/lib/engine/session/testing/arbitrary-session';
import { measureSession } from '@/lib/engine/tokens/measure';
import * as builtin from './builtin';
import { doubts } from './doubts';
import { findingSeverities, stepRanges } from './finding';
import { findings, usageDoubts } from './registry';
import { preparedSession } from '@/lib/engine/replay/testing/drawn-session';

const about = { agent: 'Test', notices: [] };

describe('findings', () => {
  it('of any session under any policy are within its steps, ordered and the same again', () => {
    fc.assert(
      fc.property(arbitrarySession, fc.constantFrom(...policies), (session, policy) => {
        const profile = measureSession(session);
        const settings = sessionSettings(policy, profile.head);
        const run = replay(prepare(profile), policy, settings);
        const all = findings(run, about);
        for (const { steps, link, figures, sentence, severity } of all) {
          let before = -2;
          for (const { from, to } of steps) {
            expect(from).toBeGreaterThan(before + 1);
            expect(to).toBeGreaterThanOrEqual(from);
            before = to;
          }
          expect(before).toBeLessThan(profile.stepCount);
          expect(link.step ?? 0).toBeLessThan(Math.max(1, profile.stepCount));
          expect(figures.filter(({ value }) => !Number.isFinite(value))).toEqual([]);
          expect(sentence).not.toMatch(/NaN|undefined|Infinity|null/);
          expect(findingSeverities).toContain(severity);
        }
        const weights = all.map(({ severity }) => findingSeverities.indexOf(severity));
        expect(weights).toEqual(weights.toSorted((a, b) => a - b));
        expect(findings(replay(prepare(profile), policy, settings), about)).toEqual(all);
      }),
      { numRuns: 300, seed: 20261123 },
    );
  });

  it('have a detector each, with an id of its own', () => {
    const ids = Object.values(builtin).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { id, title, definition } of Object.values(builtin)) {
      expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
      expect(title).toMatch(/^[A-Z0-9].*[^.]$/);
      expect(definition).toMatch(/^[A-Z0-9].*\.$/);
    }
  });

  it('of usage records are among the findings', () => {
    fc.assert(
      fc.property(arbitrarySession, (session) => {
        const prepared = preparedSession(session);
        const [policy] = policies;
        if (policy === undefined) return;
        const run = replay(prepared, policy, sessionSettings(policy, prepared.profile.head));
        const ids = new Set(doubts.map(({ id }) => id));
        const among = findings(run, about).filter(({ detector }) => ids.has(detector));
        const order = (one: { readonly detector: string; readonly sentence: string }) =>
          `${one.detector} ${one.sentence}`;
        expect(usageDoubts(prepared, about).map(order).sort()).toEqual(among.map(order).sort());
      }),
      { numRuns: 50, seed: 3 },
    );
  });
});

it('steps become ranges of neighbours', () => {
  expect(stepRanges([])).toEqual([]);
  expect(stepRanges([3])).toEqual([{ from: 3, to: 3 }]);
  expect(stepRanges([1, 2, 3, 7, 9, 9, 10])).toEqual([
    { from: 1, to: 3 },
    { from: 7, to: 7 },
    { from: 9, to: 10 },
  ]);
});
