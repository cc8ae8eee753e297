import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { replaySession, type SessionReplay } from '@/lib/analysis/subject/replay-session';
import { findContradiction } from '@/lib/engine/session/check';
import type { Session } from '@/lib/engine/session/schema';
import { parseSession, serializeSession } from '@/lib/engine/session/serialize';
import { arbitrarySession } from '@/lib/engine/session/testing/arbitrary-session';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { measureSession } from '@/lib/engine/tokens/measure';
import { numbersOnly } from '@/lib/engine/tokens/numbers-only';
import type { GivenSettings } from '@/lib/policies/policy-choice';
import { keptOf, type Keep } from './kept';
import { shrink, type ShrinkAsked, type Shrunk } from './shrink';
import { smallerSession } from './smaller-session';
import { rowsOf, unitsOf } from './units';

function shrunk(asked: ShrinkAsked): Shrunk | string {
  const work = shrink(asked);
  for (;;) {
    const next = work.next();
    if (next.done === true) return next.value.ok ? next.value.value : next.value.error;
  }
}

function found(asked: ShrinkAsked): Shrunk {
  const result = shrunk(asked);
  if (typeof result === 'string') throw new Error(result);
  return result;
}

function replayed(session: Session, settings: GivenSettings = {}): SessionReplay {
  const profile = measureSession(session);
  const run = replaySession({ draft: { head: session }, profile }, { settings });
  if (!run.ok) throw new Error(run.error.message);
  return run.value;
}

/** What a session says of what is kept; null where it has none of it. */
function said(session: Session, keep: Keep, settings: GivenSettings = {}): string | null {
  if (session.steps.length === 0 || findContradiction(session) !== null) return null;
  const kept = keptOf(replayed(session, settings), keep);
  return kept.ok ? kept.value.words : null;
}

const drawn = fc.record({
  session: arbitrarySession.map(numbersOnly).filter(({ steps }) => steps.length > 0),
  at: fc.nat(),
  set: fc.constantFrom({}, { window: 60_000 }, { window: 60_000, cap: 9 }),
});

const stepOf = (session: Session, at: number): Keep => ({
  kind: 'step',
  step: at % session.steps.length,
});

describe('shrink', () => {
  it('keeps the step’s verdict, in a file that is read again', () => {
    fc.assert(
      fc.property(drawn, ({ session, at, set }) => {
        const keep = stepOf(session, at);
        const { session: small, step, kept } = found({ session, keep, settings: set });
        const read = parseSession(JSON.parse(serializeSession(small)));
        if (!read.ok) throw new Error(read.error.message);
        expect(said(read.value, { kind: 'step', step: step ?? -1 }, set)).toBe(kept.words);
        expect(said(session, keep, set)).toBe(kept.words);
        expect(replayed(read.value, set).settings).toEqual(replayed(session, set).settings);
      }),
      { numRuns: 40 },
    );
  });

  it('leaves nothing that can go alone', () => {
    fc.assert(
      fc.property(drawn, ({ session, at, set }) => {
        const {
          session: small,
          step,
          kept,
          isMinimal,
        } = found({
          ...{ session, keep: stepOf(session, at), settings: set },
        });
        expect(isMinimal).toBe(true);
        const pinned = step ?? -1;
        const units = unitsOf(small, pinned, true);
        const under = replayed(small, set);
        for (const i of units.keys()) {
          const rows = rowsOf(units.toSpliced(i, 1), pinned);
          const less = smallerSession(small, rows);
          const at = rows.steps.indexOf(pinned);
          const same = said(less, { kind: 'step', step: at }, set) === kept.words;
          const now = same ? replayed(less, set) : null;
          const isSame =
            now?.policy.id === under.policy.id &&
            (now.run.observation === null) === (under.run.observation === null) &&
            JSON.stringify(now.settings) === JSON.stringify(under.settings);
          expect(isSame).toBe(false);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('gives the same twice, and ends with its budget', () => {
    fc.assert(
      fc.property(drawn, ({ session, at }) => {
        const keep = stepOf(session, at);
        const [one, two] = [found({ session, keep }), found({ session, keep })];
        expect([one.session, one.replays]).toEqual([two.session, two.replays]);
        const poor = found({ session, keep, budget: 1 });
        expect(poor.replays).toBeLessThanOrEqual(2);
        expect(said(poor.session, { kind: 'step', step: poor.step ?? -1 })).toBe(poor.kept.words);
      }),
      { numRuns: 20 },
    );
  });

  it('parts no call from its response', () => {
    const session = numbersOnly(
      textSession('u 400\nc read\nr read 300000\nu 20\n-- ?\nm 40\nu 40\n-- ?'),
    );
    const { session: small } = found({
      ...{ session, keep: { kind: 'step', step: 0 }, settings: { window: 60_000 } },
    });
    expect(small.entries.map(({ parts }) => parts.map((part) => 'of' in part && part.of))).toEqual([
      ['call'],
      ['response'],
    ]);
  });

  it('keeps a finding, and says which it has not', () => {
    const session = numbersOnly(
      textSession(
        'u 4000\n-- 90000\nm 40\nu 4000\n-- 91000\nm 40\nu 4000\n-- 92000\nm 4\n-- 93000',
      ),
    );
    const { session: small, isMinimal } = found({
      ...{ session, keep: { kind: 'finding', detector: 'correction-at-cap' } },
    });
    expect(isMinimal).toBe(true);
    expect(small.steps.length).toBeLessThan(session.steps.length);
    expect(said(small, { kind: 'finding', detector: 'correction-at-cap' })).toBe(
      'warning of the replay',
    );
    expect(shrunk({ session, keep: { kind: 'finding', detector: 'usage-missing' } })).toContain(
      'no finding "usage-missing" by its numbers alone',
    );
    expect(shrunk({ session, keep: { kind: 'finding', detector: 'x' } })).toContain(
      'no finding "x"',
    );
    expect(shrunk({ session, keep: { kind: 'step', step: 4 } })).toBe(
      'The session has no step 4: its steps are 0 to 3.',
    );
  });

  it('keeps that the agent’s own policy asks for what the recording has not', () => {
    const pictured = textSession(
      'limit 200000\nu 400\n-- 20000\nm 40\nu 400\n-- 165000\nm 400\nu 4000\n-- 166100\nm 400\nu 8000\n-- 168000',
    );
    const source = { ...pictured.source, format: 'claude-code', agentVersion: '2.1.40' };
    const session = numbersOnly({ ...pictured, source });
    const {
      session: small,
      kept,
      step,
    } = found({
      ...{ session, keep: { kind: 'disagreement', step: null } },
    });
    expect(kept.words).toBe('held · answered, although its policy asks to compact');
    expect(small.steps.length).toBeLessThan(session.steps.length);
    expect(said(small, { kind: 'disagreement', step })).toBe(kept.words);
    expect(shrunk({ session, keep: { kind: 'disagreement', step: 0 } })).toBe(
      'Policy and recording agree at step 0.',
    );
  });
});
