import { assert, describe, expect, it } from 'vitest';
import { policyOrDefault } from '@/lib/policies/registry';
import type { Settings } from '@/lib/engine/policy/fields';
import { axisValues } from '../sweep/axis-values';
import { plant, sweepPlanted, type Planted } from '../testing/planted';
import { tellingOf } from './coverage';
import { sessionEvidence } from './session-evidence';
import { lackWords, wouldDecide } from './would-decide';

const guard = policyOrDefault('contextguard-threshold');
const today = guard.settings.parse({ window: 200_000 }) as Settings;
const caps = { setting: 'cap', values: axisValues({ from: 2, to: 10, step: 1 }) };
const factors = { setting: 'factor', values: axisValues({ from: 1, to: 5, step: 1 }) };
const windows = {
  setting: 'window',
  values: axisValues({ from: 150_000, to: 200_000, step: 10_000 }),
};

/** What would decide each setting that planted sessions cannot. */
function wishesOf(planted: readonly Planted[]) {
  const corpus = plant(planted);
  const field = sweepPlanted(corpus, [caps, factors, windows], [5, 3, 200_000]);
  const sessions = corpus.map(({ facts, session }) => ({
    facts,
    evidence: {
      ...sessionEvidence(session, guard, today, 200_000),
      ...(facts.name === 'silent' && { hasUsage: false, ratios: [] }),
    },
  }));
  const wishes = wouldDecide(field, tellingOf(field), sessions, today);
  return new Map(wishes.map(({ setting, lacks }) => [setting, lacks.map(lackWords)]));
}

const small: Planted = { name: 'small', results: Array<number>(10).fill(2_000) };

describe('what would decide a setting', () => {
  it('counts what the recorded sessions have of it', () => {
    const wishes = wishesOf([small, { ...small, name: 'silent', usage: false }]);
    expect([...wishes.keys()]).toEqual(['cap', 'factor', 'window']);
    expect(wishes.get('window')).toEqual([
      '0 of 2 sessions come near a threshold: 80 % of it, or of the limit',
      '1 of 2 sessions have usage',
      '2 of 2 sessions have a known limit',
      '0 of 2 sessions hold a request of 120,000 tokens or more, near the least window tried',
    ]);
    expect(wishes.get('cap')?.[3]).toMatch(
      /^0 of \d+ steps have real ÷ heuristic above today’s 5\.0$/,
    );
    expect(wishes.get('factor')).toContain('0 of 2 sessions come near a threshold without usage');
  });

  it('follows the sessions: a denser one has ratios above the cap', () => {
    const wishes = wishesOf([{ ...small, ratio: 6 }]);
    const [line] = (wishes.get('cap') ?? []).filter((text) => text.includes('steps have'));
    assert(line);
    expect(line).not.toMatch(/^0 of/);
  });

  it('leaves out what a session decides, and generated sessions', () => {
    const near: Planted = { name: 'near', results: Array<number>(17).fill(40_000) };
    expect(wishesOf([near]).has('window')).toBe(false);
    const made = wishesOf([small, { ...near, generated: true }]);
    expect(made.get('window')?.[0]).toMatch(/^0 of 1 session come/);
  });
});
