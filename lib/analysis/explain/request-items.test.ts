import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contextGuardSlidingWindow, goatAsCoded } from '@/lib/policies/builtin';
import type { Policy } from '@/lib/engine/policy/policy';
import { policies } from '@/lib/policies/registry';
import { replay, type Replay } from '@/lib/engine/replay/replay';
import { arbitrarySession } from '@/lib/engine/session/testing/arbitrary-session';
import { entryFates } from './testing/entry-fates';
import { requestLayout, type RequestItem } from './request-items';
import { entryCounts, entryRanges, lostAt, lostEntries } from './request-ranges';
import { drawnSession, preparedSession } from '@/lib/engine/replay/testing/drawn-session';

/** Texts of 400 bytes, so 100 tokens each, by turns of user and model; a step after each. */
function texts(count: number): string {
  const lines: string[] = [];
  for (let i = 0; i < count; i++) lines.push(i % 2 === 0 ? 'u 400' : 'm 400', '-- ?');
  return lines.join('\n');
}

const run = (picture: string, policy: Policy, settings: object): Replay =>
  replay(drawnSession(picture), policy, policy.settings.parse(settings));

const lines = (made: Replay, step: number): readonly RequestItem[] => {
  const layout = requestLayout(made, step);
  return Array.from({ length: layout.lines }, (_, index) => layout.lineAt(index));
};

describe('the sliding window', () => {
  // It fires above 5 entries since the watermark and keeps max(3, trunc(0.3 × 5)) = 3 of them.
  const made = run(texts(9), contextGuardSlidingWindow, {
    maxTurns: 5,
    summary: 'bytes',
    summaryBytes: 120,
    quoteRequest: false,
  });

  it('sends the tail in the request that compacts', () => {
    // Step 5 holds 6 entries: the first 3 in the summary, 3 sent, none lost.
    expect(entryCounts(made, 5)).toEqual({
      entries: 6,
      sent: 3,
      elided: 0,
      summarised: 3,
      lost: 0,
    });
    expect(lines(made, 5).map(({ kind, tokens }) => [kind, tokens])).toEqual([
      ['summarised', 300],
      // (80 + 120) / 4
      ['summary', 50],
      ['entry', 100],
      ['entry', 100],
      ['entry', 100],
      // 187 / 4, floored
      ['continuation', 46],
    ]);
  });

  it('loses it in the next', () => {
    // The watermark says that all 6 were summarised: entries 3 to 5 are nowhere, entry 6 is new.
    expect(entryRanges(made, 6)).toEqual([
      { fate: 'summarised', from: 0, to: 3 },
      { fate: 'lost', from: 3, to: 6 },
      { fate: 'sent', from: 6, to: 7 },
    ]);
    expect(lines(made, 6).map(({ kind }) => kind)).toEqual([
      'summarised',
      'summary',
      'lost',
      'entry',
    ]);
    expect(lostAt(made, 6)).toBe(3);
    // Steps 6, 7 and 8; the next compaction would be at the sixth entry after the watermark.
    expect(lostEntries(made)).toEqual({ steps: 3, most: 3, first: 6 });
  });
});

describe('an entry cut short', () => {
  it('shows its tokens before and after', () => {
    // Goat cuts tool results above 1,000 bytes to 200 + 23 once 10 newer messages follow.
    const picture = ['u 40', '-- ?', 'c read', '-- ?', 'r read 4000', '-- ?'];
    for (let i = 0; i < 12; i++) picture.push(i % 2 === 0 ? 'c read' : 'r read 40', '-- ?');
    const made = run(picture.join('\n'), goatAsCoded, {});
    const last = made.session.profile.stepCount - 1;
    const cut = lines(made, last).find((item) => item.kind === 'entry' && item.before !== null);
    expect(cut).toMatchObject({ kind: 'entry', entry: 2 });
    if (cut?.kind !== 'entry') throw new Error('No entry was cut');
    const [elision] = made.notes.elisions;
    expect((cut.before ?? 0) - cut.tokens).toBe(elision?.tokens);
    expect(cut.before).toBeGreaterThan(1_000);
    expect(cut.tokens).toBeLessThan(100);
    expect(entryCounts(made, last).elided).toBe(1);
  });
});

describe('every policy', () => {
  const cases = fc.tuple(
    arbitrarySession,
    fc.constantFrom(3_000, 20_000, 60_000),
    fc.constantFrom(...policies),
    fc.nat(20),
  );

  it('accounts for every entry and every token of each request', () => {
    fc.assert(
      fc.property(cases, ([session, window, policy, pick]) => {
        const preset = policy.presets[pick % (policy.presets.length + 1)]?.settings ?? {};
        const wanted = { ...(policy.settings.parse({}) as object), ...(preset as object) };
        const settings = 'window' in wanted ? { ...wanted, window } : wanted;
        const made = replay(preparedSession(session), policy, settings);
        for (let step = 0; step < session.steps.length; step++) {
          const { counts } = requestLayout(made, step);
          expect(counts.sent + counts.summarised + counts.lost).toBe(counts.entries);
          const items = lines(made, step);
          const entries = items.filter(({ kind }) => kind === 'entry');
          expect(entries).toHaveLength(counts.sent);
          const held = items.filter(({ kind }) => kind !== 'summarised' && kind !== 'lost');
          const tokens = held.reduce((all, item) => all + item.tokens, 0);
          expect(tokens).toBe(made.columns.heuristicSent[step]);
          if (policy.id === 'recorded') continue;
          // Nothing is left to say "besides" of: the lines name every token.
          expect(items.filter(({ kind }) => kind === 'other')).toEqual([]);
          const fates = entryFates(made, step).map(({ fate, from, to }) => ({
            fate: fate === 'elided' ? 'sent' : fate,
            from,
            to,
          }));
          const sent = (
            list: readonly { readonly fate: string; readonly from: number; readonly to: number }[],
          ) =>
            list.flatMap(({ fate, from, to }) =>
              Array.from({ length: to - from }, (_, k) => `${fate} ${from + k}`),
            );
          expect(sent(entryRanges(made, step))).toEqual(sent(fates));
        }
      }),
      { numRuns: 400, seed: 20261122 },
    );
  });
});
