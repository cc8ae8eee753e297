import { describe, expect, it } from 'vitest';
import { codex } from '@/lib/policies/codex/policy';
import { contextGuardThreshold, pi } from '@/lib/policies/builtin';
import { sessionSettings } from '@/lib/engine/policy/session-settings';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { withLimit } from '@/lib/engine/tokens/limits/limits';
import { measureSession } from '@/lib/engine/tokens/measure';
import { withUserSettings } from '@/lib/engine/tokens/user-settings';
import { parseFault } from './faults/faults';
import { observe } from './observed/observe';
import { mark, prepare } from './prepare';
import { replay } from './replay';

const picture =
  'window 95000\nu 400\n-- 60000\nm 4\nu 4\n-- 61000\nm 4\nu 4\nwindow 57000\n-- 62000 > 57000';

/** A picture as a recording of a format. */
function recording(text = picture, format = 'codex') {
  const session = textSession(text);
  const { head } = withLimit({ head: session, entries: [], steps: session.steps.map(plain) });
  return measureSession({ ...session, ...head, source: { ...session.source, format } });
}

const plain = (step: ReturnType<typeof textSession>['steps'][number]) => ({
  ...step,
  usage: -1,
  guard: undefined,
});

const profile = recording();
const session = prepare(profile);
const settings = sessionSettings(codex, profile.head);

describe('the windows of a recording', () => {
  it('are each step’s own in a replay and while its policy watches', () => {
    // 95 % of 100,000 and of 60,000.
    expect(settings.window).toBe(100_000);
    for (const made of [replay(session, codex, settings), observe(session, codex, settings)]) {
      expect([...made.columns.window]).toEqual([100_000, 100_000, 60_000]);
      expect([...made.columns.threshold]).toEqual([90_000, 90_000, 54_000]);
      expect(made.limits).toEqual([{ from: 2, tokens: 57_000, by: 'recording' }]);
    }
    expect([...replay(session, codex, settings).columns.compacted]).toEqual([0, 0, 1]);
  });

  it('are those that the provider accepts for another system’s policy', () => {
    const guard = sessionSettings(contextGuardThreshold, profile.head);
    const made = observe(session, contextGuardThreshold, guard);
    expect([...made.columns.window]).toEqual([95_000, 95_000, 57_000]);
    expect((made.marks[2] ?? 0) & mark.overflow).toBe(mark.overflow);
  });

  it('give way to a window that a person sets, and to a limit', () => {
    const made = replay(session, codex, { ...settings, window: 80_000 }, { limit: 70_000 });
    expect([...made.columns.window]).toEqual([80_000, 80_000, 80_000]);
    expect(made.limits).toEqual([]);
    const own = replay(session, codex, settings, { isWindowSet: true });
    expect([...own.columns.window]).toEqual([100_000, 100_000, 100_000]);
    const given = withUserSettings(profile, { limitOverride: 70_000, attachedPrefix: null });
    expect(given.head.environments).toBeUndefined();
  });

  it('give way to a fault’s from its step on', () => {
    const fault = parseFault('window@1=50000');
    if (!fault.ok) throw new Error('A fault');
    const made = replay(session, codex, settings, { faults: [fault.value] });
    expect([...made.columns.window]).toEqual([100_000, 50_000, 50_000]);
    expect(made.limits).toEqual([{ from: 1, tokens: 50_000, by: 'fault' }]);
  });

  it('are the table’s for each model where the recording names none', () => {
    const text =
      'model gpt-5.4\nu 400\n-- 150000\nm 4\nu 4\n-- 190000\nmodel claude-haiku-4-5\nm 4\nu 4\n-- 195000';
    const switched = recording(text, 'pi');
    const settings = { ...sessionSettings(pi, switched.head), keep: 0 };
    const made = observe(prepare(switched), pi, settings);
    expect([...made.columns.window]).toEqual([272_000, 272_000, 200_000]);
    expect([...made.columns.threshold]).toEqual([255_616, 255_616, 183_616]);
    expect(made.observation?.fires[2]).not.toBe(0);
  });

  it('below what was accepted stay what the program decides by', () => {
    const small = recording('model gpt-5.5\nwindow 2432\nu 400\n-- 24960\nm 4\nu 4\n-- 25020');
    const made = observe(prepare(small), codex, sessionSettings(codex, small.head));
    expect([...made.columns.threshold]).toEqual([2_304, 2_304]);
    expect(made.limit).toBe(272_000);
    expect([...made.marks]).toEqual([0, 0]);
  });
});
