import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contextGuardThreshold } from '@/lib/policies/contextguard/threshold';
import { utf8Length } from '@/lib/engine/base/utf8';
import { policies } from '@/lib/policies/registry';
import { sessionSettings } from '@/lib/engine/policy/session-settings';
import { prepare } from '@/lib/engine/replay/prepare';
import { replay, type Replay } from '@/lib/engine/replay/replay';
import type { Session } from '@/lib/engine/session/schema';
import { arbitrarySession } from '@/lib/engine/session/testing/arbitrary-session';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { measureSession } from '@/lib/engine/tokens/measure';

import { shapeOf, type EntryShape } from '@/lib/engine/tokens/text/part-shapes';
import { requestSizes } from '../request/request-sizes';
import { compactionAt, compactionsOf, sharesOf, type Compaction } from './compaction-list';
import { summarisedAt } from './contents';
import { fallbackText, replacingParts, textsIn } from './replacing-text';
import { storedSummary, summariserInput } from './summariser-input';
import { summaryTextAt } from './summary-text';
import { preparedSession } from '@/lib/engine/replay/testing/drawn-session';

const guard = (session: Session, settings: object) => {
  const chosen = contextGuardThreshold.settings.parse(settings);
  return replay(preparedSession(session), contextGuardThreshold, chosen);
};

const inputAt = (session: Session, run: ReturnType<typeof guard>, step: number) => {
  const { profile } = run.session;
  const { summariser } = run.policy;
  if (!summariser) throw new Error('no prompt');
  const turnStart = profile.steps.turnStart[step] ?? 0;
  const source = { profile, shapes: session.entries.map(shapeOf), turnStart };
  const stored = storedSummary(run.columns.summaryBytes, step);
  return summariserInput(source, summarisedAt(run, step), summariser, run.settings, stored);
};

/** The shares after a compaction that the request taken apart has otherwise, by more than their rounding. */
function partsApart(...[run, one, shapes]: Parameters<typeof partsOf>): readonly string[] {
  const { system, tools, hidden, joined, summary, added, real } = requestSizes(run, one.step);
  const before = joined.reduce((sum, { tokens }) => sum + tokens, system + tools + hidden);
  // Where the parts around the entries are more than was sent, each is made smaller.
  if (before + summary + added > real) return [];
  const parts = partsOf(run, one, shapes);
  return Object.entries({ summary, added }).flatMap(([kind, tokens]) =>
    Math.abs((parts.get(kind) ?? 0) - tokens) <= 1
      ? []
      : [`${kind} at ${one.step}: ${parts.get(kind) ?? 0}, in the request ${tokens}`],
  );
}

const partsOf = (run: Replay, one: Compaction, shapes: readonly EntryShape[]) =>
  new Map<string, number>(
    sharesOf(run, one, 'after', shapes).map(({ kind, tokens }) => [kind, tokens]),
  );

const textOf = (session: Session) => (entry: number) => {
  const found = session.entries[entry];
  return found ? textsIn(found, session.thoughts) : [];
};

describe('what the summariser was given', () => {
  // 6,400 fire; the prompt takes texts whole and names of tools.
  const session = textSession(`
    u 12000
    c read {"path":"a.go"}
    r read 30000
    m 400
    u 40
    -- ?
  `);
  const run = guard(session, { window: 8_000, summary: 'bytes', summaryBytes: 400 });

  it('is counted by kind, and the kinds add up', () => {
    const input = inputAt(session, run, 0);
    // 12,000 and 400 and 40 bytes of text; read 1 + path 1 + a.go 1; read 1 + map[result:…] 7,503.
    // Above 6,400 the two oldest contents are cut, and the result is still above it.
    expect(input.rows).toEqual([
      { kind: 'text', parts: 3, counted: 3_110, given: 110 },
      { kind: 'call', parts: 1, counted: 3, given: 0 },
      { kind: 'response', parts: 1, counted: 7_504, given: 0 },
    ]);
    expect([input.contents, input.givenContents]).toEqual([5, 2]);
    expect([input.counted, input.given]).toEqual([10_617, 110]);
    expect(input.budget).toBe(6_400);
  });

  it('takes the bytes worked out by hand where nothing is cut', () => {
    const small = textSession(`
      u "hello"
      c read {"path":"a.go"}
      r read 3000
      m "done"
      -- ?
    `);
    // A prefix makes it fire; contents are 1 + (1 + 1 + 1) + (1 + 753) + 1 tokens, below 6,400.
    const fired = replay(
      prepare(measureSession(small), 8_000),
      contextGuardThreshold,
      contextGuardThreshold.settings.parse({ window: 8_000 }),
    );
    const input = inputAt(small, fired, 0);
    expect(input.givenContents).toBe(4);
    // open 59 + [Conversation to summarize]\n 28 + [End of conversation]\n 22
    // + "user: hello\n" 12 + "model: [called tool: read]\n" 27
    // + "user: [tool read returned a result]\n" 36 + "model: done\n" 12
    expect(input.prompt?.textBytes).toBe(59 + 28 + 22 + 12 + 27 + 36 + 12);
    // "\n\nKeep the summary under 600 words." is 35 bytes.
    expect(input.prompt?.instructionBytes).toBe(1_707 + 35);
    expect(input.rows.map(({ kind, given }) => [kind, given])).toEqual([
      ['text', 2],
      ['call', 1],
      ['response', 1],
    ]);
  });

  it('is cut at 80 % of the window, at the boundary', () => {
    const log = (first: number) =>
      textSession(`
        u ${first}
        m 4000
        u 4000
        -- ?
      `);
    // 17,600 / 4 + 1,000 + 1,000 = 6,400: not above the budget.
    const fits = inputAt(log(17_600), guard(log(17_600), { window: 8_000 }), 0);
    expect([fits.givenContents, fits.coverage]).toEqual([3, 1]);
    const over = inputAt(log(17_604), guard(log(17_604), { window: 8_000 }), 0);
    expect([over.givenContents, over.given, over.counted]).toEqual([2, 2_000, 6_401]);
  });
});

describe('the texts that replace a conversation', () => {
  const session = textSession(`
    u "${'日'.repeat(70)}"
    m 900
    c read {"path":"a.go"}
    r read 20000
    u 300
    -- ?
    m 120
    u "Now deploy"
    c read {"path":"b.go"}
    r read 20000
    -- ?
  `);

  it('are the mechanical summary to the byte, through two compactions', () => {
    const run = guard(session, { window: 8_000, summary: 'fallback' });
    expect([...run.columns.compacted]).toEqual([1, 1]);
    for (const step of [0, 1]) {
      const text = fallbackText(run, step, textOf(session), () => 'Now deploy');
      expect(text?.startsWith('user: 日')).toBe(true);
      expect(summaryTextAt(run, step, [])).toEqual({ kind: 'mechanical', step });
    }
    const second = fallbackText(run, 1, textOf(session), () => 'Now deploy') ?? '';
    expect(second).toContain('\n\n---\n\nuser: [Previous conversation summary]');
  });

  it('are the continuation with the request', () => {
    const run = guard(session, { window: 8_000 });
    expect(replacingParts(run, 1, 'Now deploy')?.continuation).toContain('`Now deploy`');
    const plain = guard(session, { window: 8_000, quoteRequest: false });
    expect(replacingParts(plain, 1, 'Now deploy')?.continuation).not.toContain('deploy');
  });

  it('have the sizes that the replay counted', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n'), maxLength: 260 }), {
          minLength: 1,
          maxLength: 8,
        }),
        fc.integer({ min: 1, max: 4_000 }),
        (said, window) => {
          const lines = said.map(
            (text, i) => `${i % 2 === 0 ? 'u' : 'm'} ${JSON.stringify(text)}\n-- ?`,
          );
          const log = textSession(lines.join('\n'));
          const run = guard(log, { window, summary: 'fallback', quoteRequest: false });
          run.columns.compacted.forEach((compacted, step) => {
            if (compacted !== 1) return;
            const text = fallbackText(run, step, textOf(log), () => '');
            expect(utf8Length(text ?? '')).toBe(run.columns.summaryBytes[step]);
          });
        },
      ),
    );
  });
});

describe('a list of compactions', () => {
  const session = textSession(`
    model m
    u 4000
    -- 3000
    m 4000
    u 40
    -- 5000
    m 40
    u 40
    == compact "It was fixed."
    -- 1500
    m 40
    u 40
    -- 1600
  `);

  it('has the recorded ones with their numbers and their text', () => {
    const run = guard(session, { window: 200_000 });
    const [one, ...others] = compactionsOf(run);
    expect(others).toEqual([]);
    expect(one).toMatchObject({
      key: 'r0',
      source: 'recorded',
      step: 2,
      before: { tokens: 5_000, basis: 'usage', entries: 5 },
      after: { tokens: 1_500, basis: 'usage', entries: 1 },
      covered: [[0, 5]],
    });
    expect(compactionAt(compactionsOf(run), 3)?.key).toBe('r0');
  });

  it('has shares that add up to the tokens, before and after', () => {
    const run = guard(session, { window: 5_000 });
    const list = compactionsOf(run);
    expect(list.length).toBeGreaterThan(1);
    for (const one of list) {
      for (const side of ['before', 'after'] as const) {
        const shares = sharesOf(run, one, side, session.entries.map(shapeOf));
        const sum = shares.reduce((all, { tokens }) => all + tokens, 0);
        expect(sum).toBe(one[side].tokens);
      }
    }
  });
});

describe('any session under any policy', () => {
  it('gives no summariser more than there was, and its parts add up', () => {
    fc.assert(
      fc.property(arbitrarySession, fc.constantFrom(...policies), (session, policy) => {
        const profile = measureSession(session);
        const settings = sessionSettings(policy, profile.head);
        const run = replay(prepare(profile), policy, settings);
        const shapes = session.entries.map(shapeOf);
        for (const one of compactionsOf(run)) {
          for (const side of ['before', 'after'] as const) {
            const total = one[side].tokens;
            const shares = sharesOf(run, one, side, shapes);
            if (total === null) expect(shares).toEqual([]);
            else expect(shares.reduce((all, { tokens }) => all + tokens, 0)).toBe(total);
          }
          if (one.source === 'recorded') continue;
          expect(partsApart(run, one, shapes)).toEqual([]);
          if (policy.summariser === undefined) continue;
          const input = inputAt(session, run, one.step);
          expect(input.coverage).toBeGreaterThanOrEqual(0);
          expect(input.coverage).toBeLessThanOrEqual(1);
          expect(input.givenContents).toBeLessThanOrEqual(input.contents);
          for (const { counted, given } of input.rows) expect(given).toBeLessThanOrEqual(counted);
        }
      }),
      { numRuns: 300 },
    );
  });
});
