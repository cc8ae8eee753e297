import { describe, expect, it } from 'vitest';
import { outcomeOf } from './outcome';
import { copiedSteps, countedOnce, ownSteps, sharedWords } from './shared-steps';
import type { CorpusSession } from './corpus-session';
import { totalsOf } from '@/lib/analysis/compare/session-totals';
import { prepare } from '@/lib/engine/replay/prepare';
import { replay } from '@/lib/engine/replay/replay';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { measureSession } from '@/lib/engine/tokens/measure';
import type { Profile } from '@/lib/engine/tokens/profile';
import { contextGuardThreshold as policy } from '@/lib/policies/builtin';
import { sessionKernel } from './kernel/session-kernel';

/** Steps of these sizes, a minute apart from `begin` on; `copied`: the first of them are another session's. */
function drawn(reals: readonly number[], { begin = 0, copied = 0 } = {}): CorpusSession {
  const text = reals.map((real) => `u 400\n-- ${real}`).join('\n');
  const measured = measureSession(textSession(`limit 200000\n${text}`));
  const counted = Array.from({ length: copied }, (_, step) => ({
    ...{ step, kind: 'copied' as const, tokens: reals[step] ?? 0 },
    reason: 'The call of the session that this one was forked from.',
  }));
  const profile: Profile = {
    ...measured,
    head: { ...measured.head, counted },
    steps: { ...measured.steps, time: Float64Array.from(reals, (_, i) => begin + 60_000 * i) },
  };
  const facts = {
    ...{ id: `${begin} ${copied}`, name: 'n', agent: 'a', model: null, hash: '', startedAt: begin },
    ...{ generated: false, subAgent: false, cluster: '' },
  };
  return { facts, session: prepare(profile) };
}

const shared = [40_000, 50_000, 60_000];
const original = drawn([...shared, 70_000, 80_000]);
const fork = drawn([...shared, 190_000], { copied: 3 });
const alone = drawn([...shared, 190_000], { begin: 1e9 });

describe('calls that several sessions hold', () => {
  it('count with the session that made them, whichever is read first', () => {
    for (const sessions of [
      [original, fork],
      [fork, original],
    ]) {
      const once = countedOnce(sessions);
      expect(once.find(({ facts }) => facts === fork.facts)?.session.countedFrom).toBe(3);
      expect(once.find(({ facts }) => facts === original.facts)).toBe(original);
      expect(ownSteps(once).reduce((sum, one) => sum + one, 0)).toBe(6);
      expect(sharedWords(copiedSteps(once))).toBe(
        '3 steps of 1 session are copies of another’s calls: they count once.',
      );
    }
  });

  it('count with a fork whose parent is not there', () => {
    expect(countedOnce([fork, alone])).toEqual([fork, alone]);
    expect(sharedWords(copiedSteps([fork, alone]))).toBeNull();
  });

  it('count once of a session that is read twice', () => {
    expect(ownSteps(countedOnce([original, { ...original }]))).toEqual([5, 0]);
  });

  it('are replayed and left out of totals and outcomes', () => {
    const [, once] = countedOnce([original, fork]);
    if (once === undefined) throw new Error('There are two.');
    const settings = policy.settings.parse({ window: 50_000 });
    const whole = replay(fork.session, policy, settings, {});
    const part = replay(once.session, policy, settings, {});
    expect(part.columns.compacted).toEqual(whole.columns.compacted);
    const own = (steps: readonly number[]): readonly number[] => steps.filter((one) => one >= 3);
    const { fired } = outcomeOf(whole);
    expect(own(fired).length).toBeLessThan(fired.length);
    expect(outcomeOf(part).fired).toEqual(own(fired));
    expect(totalsOf(part).compactions).toBe(own(fired).length);
    expect(sessionKernel(once.session, policy).run(settings)).toEqual(totalsOf(part));
  });
});
