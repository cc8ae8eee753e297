import { expect, it } from 'vitest';
import { asProjectedNow, projectedFrom } from './engine-rule';
import { losses } from './yesterday';

/** A replay of three steps whose second request differs from the recording. */
function answer(policy: string, change: Readonly<Record<number, object>> = {}, divergence = 1) {
  const step = (number: number, realKind = 'projected') => ({
    step: number,
    heuristicRaw: 10,
    result: 100,
    threshold: 90,
    compacted: number === 1,
    realAfter: 50,
    realKind,
    ...change[number],
  });
  const steps = [step(0, 'recorded'), step(1), step(2)];
  return { policy, divergence, totals: { steps: 3, stepsCompacted: 1 }, steps };
}

const lost = (before: object, now: object): readonly string[] =>
  losses(asProjectedNow(before, now), now);

const was = answer('anchor-delta');

it('lets what a replay projects differ from its divergence on', () => {
  const now = answer('anchor-delta', { 1: { realAfter: 51 }, 2: { result: 7, compacted: true } });
  expect(lost(was, { ...now, totals: { steps: 3, stepsCompacted: 2 } })).toEqual([]);
});

it.each([
  ['a row before the divergence', { 0: { realAfter: 51 } }, 'steps.0.realAfter: 50 → 51'],
  ['the decision at the divergence', { 1: { result: 99 } }, 'steps.1.result: 100 → 99'],
  ['what the recording says', { 2: { heuristicRaw: 11 } }, 'steps.2.heuristicRaw: 10 → 11'],
  ['what the settings say', { 2: { threshold: 91 } }, 'steps.2.threshold: 90 → 91'],
  ['a missing value', { 2: { result: undefined } }, 'steps.2.result: 100 → nothing'],
])('excuses nothing else: %s', (_, change, loss) => {
  expect(lost(was, answer('anchor-delta', change))).toEqual([loss]);
});

it('excuses no other divergence and no missing row', () => {
  expect(lost(was, answer('anchor-delta', {}, 2))).toEqual(['divergence: 1 → 2']);
  expect(lost(was, { ...was, steps: was.steps.slice(1) })).not.toEqual([]);
});

it('keeps replays exact of which nothing is projected', () => {
  const later = { 0: { realAfter: 51 } };
  const exact = ['steps.0.realAfter: 50 → 51'];
  expect(lost(answer('recorded'), answer('recorded', later))).toEqual(exact);
  // But a step without usage is projected, whatever is replayed.
  expect(lost(answer('recorded'), answer('recorded', { 2: { realAfter: 51 } }))).toEqual([]);
  const never = { ...was, divergence: null };
  expect(lost(never, { ...answer('anchor-delta', later), divergence: null })).toEqual(exact);
  expect(projectedFrom({ policy: 'goat-fixed', divergence: 1, generated: true }).from).toBe(
    Infinity,
  );
  expect(projectedFrom({ policy: 'claude-code', divergence: 1, generated: true }).from).toBe(1);
});

it('lets a changed rule decide otherwise at any step, but not change what was recorded', () => {
  const now = { 0: { result: 99, realAfter: 51 }, 1: { threshold: 91 } };
  expect(lost(answer('codex'), answer('codex', now))).toEqual(['steps.0.realAfter: 50 → 51']);
});

it('knows the changed defaults by their policy', () => {
  const settings = (files: number) => ({ ...was, policy: 'claude-code', settings: { files } });
  expect(lost(settings(3), settings(5))).toEqual([]);
  expect(lost(settings(3), settings(4))).toEqual(['settings.files: 3 → 4']);
  const other = { ...was, settings: { files: 3 } };
  expect(lost(other, { ...was, settings: { files: 5 } })).toEqual(['settings.files: 3 → 5']);
});
