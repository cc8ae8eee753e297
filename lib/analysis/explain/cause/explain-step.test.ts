import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { policies } from '@/lib/policies/registry';
import { productionIncident } from '@/lib/readers/scenarios/testing/production-incident';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { causesOf, claudeSource, explained, saidOf } from './testing/explained';

const incident = productionIncident.build();
const remedies = (report: ReturnType<typeof explained>) =>
  report.remedies.map(({ label, margin, text }) => [label, margin, text]);

describe('the incident', () => {
  const report = explained(incident);

  it('is explained at its first event, each sentence with its evidence', () => {
    expect(report.step).toBe(143);
    expect(causesOf(report)).toEqual(['cap-binding', 'hidden-prefix', 'stale-real']);
    expect(saidOf(report)).toEqual([
      'Refused at step 143: 200,819 of 200,000 tokens; it never compacted.',
      'Step 143 held: the correction measured 8.33× and is capped at 5×.',
      '88,347 tokens of every request are not in what ContextGuard counts.',
      'The last step then added 50,819, the largest jump of the session, right after mcp_connect.',
    ]);
    expect(report.headline.evidence).toEqual({ kind: 'operand', id: 'correction' });
    expect(report.headline.figures).toMatchObject({ needed: 7.5, cap: 5, uncapped: 200_000 });
    const [, jump] = report.clauses;
    expect(jump?.evidence).toEqual({ kind: 'entries', from: 285, to: 289 });
    expect(jump?.figures).toMatchObject({ explained: 10_747, unexplained: 40_072, added: 50_819 });
  });

  it('names three single changes that would have compacted, numbers first, with their net effect', () => {
    expect(report.turned).toBe('Would have compacted');
    const net = 'overflows 1 → 0, compactions 0 → 1';
    expect(remedies(report)).toEqual([
      ['Cap 7.5×', 0, `at 143; ${net}`],
      ['Window 187,500', 0, `at 143; ${net}`],
      ['Window 180,000', 84, `at 125, 18 steps earlier; 143 fits; ${net}`],
    ]);
    expect(report.remedies[0]).toMatchObject({
      before: { compactions: 0, overflows: 1, loop: null, dollars: null },
      after: { compactions: 1, overflows: 0, loop: null, dollars: null },
    });
  });

  it('holds at the setting beside a remedy, and turns at the remedy itself', () => {
    for (const { setting, value } of report.remedies) {
      expect(explained(incident, { step: 143, set: { [setting]: value } }).headline.text).toMatch(
        /Step 143 (compacts|holds)/,
      );
    }
    for (const set of [{ cap: 7.49 }, { window: 187_501 }]) {
      expect(explained(incident, { step: 143, set }).compacted).toBe(false);
    }
    for (const set of [{ cap: 7.5 }, { window: 187_500 }, { capped: false }]) {
      expect(explained(incident, { step: 143, set }).compacted).toBe(true);
    }
  });

  it('says what a what-if leads to', () => {
    const what = explained(incident, { step: 143, set: { cap: 7.5 } });
    expect(what.changed).toBe('One setting changed: cap 5× to 7.5×.');
    expect(saidOf(what)).toEqual([
      'With a cap of 7.5×: no overflow (was 1), 1 compaction (was 0).',
      'Step 143 compacts and the request fits.',
      '24,000 × 7.5 = 180,000, exactly the threshold: one token fewer and it would hold.',
      'It leaves about 167,451, of which 157,287 are prefix, so the next compaction is 12,549 tokens away.',
    ]);
    expect([what.turned, remedies(what)]).toEqual([
      'Safer',
      [
        ['Window 187,500', 30_000, 'at 143; no overflow, 1 compaction as before'],
        ['Cap off', 20_000, 'at 143; no overflow, 1 compaction as before'],
        ['Window 180,000', 450, 'at 143; no overflow, compactions 1 → 2'],
      ],
    ]);
  });

  it.each([
    [154_999, 66],
    [160_000, 30],
    [165_000, 26],
  ])('says first of a window of %d that the session loops', (window, compactions) => {
    const what = explained(incident, { step: 143, set: { window } });
    const [said, step] = saidOf(what);
    expect(said?.replace(/step \d+/, 'step n')).toBe(
      `With a window of ${window.toLocaleString('en')}: a loop from step n on, no overflow (was 1), ${compactions} compactions (was 0).`,
    );
    expect(step).toBe('Step 143 compacts and the request fits.');
    expect(what.session).toMatchObject({
      before: { compactions: 0, overflows: 1, loop: null },
      after: { compactions, overflows: 0 },
    });
    // A loop has no safer setting on top of it.
    expect(remedies(what)).toEqual([]);
  });

  it('makes a remedy on top of the settings in force', () => {
    const what = explained(incident, { step: 143, set: { window: 199_000, floor: 1.5 } });
    const [cap] = what.remedies;
    expect(cap?.setting).toBe('cap');
    const taken = explained(incident, {
      step: 143,
      set: { window: 199_000, floor: 1.5, [cap?.setting ?? '']: cap?.value },
    });
    expect(taken.session?.after).toEqual(cap?.after);
    expect(what.session?.after).toEqual(cap?.before);
  });

  it('names nothing safer where each change would make the session loop', () => {
    const fires = explained(incident, { step: 143, set: { capped: false } });
    expect([fires.turned, remedies(fires)]).toEqual(['Safer', []]);
    const taken = explained(incident, { step: 143, set: { capped: false, window: 187_500 } });
    expect(taken.session?.after.loop).not.toBeNull();
  });

  it('does not offer a change after which the whole session decides alike', () => {
    // At 157,209 step 100 alone would hold; the steps before it no longer compact, and it is reached anew.
    const again = explained(incident, { step: 100, set: { window: 150_000 } });
    expect([again.turned, remedies(again)]).toEqual(['Would have held', []]);
    expect(explained(incident, { step: 100, set: { window: 157_209 } }).compacted).toBe(true);
    const other = explained(incident, { step: 125, set: { window: 180_000 } });
    expect(remedies(other).map(([label]) => label)).toContain('Window 180,106');
    expect(explained(incident, { step: 125, set: { window: 180_106 } }).compacted).toBe(false);
  });

  it('offers no change after which the session ends worse', () => {
    // A window of 135,656 turns the step, and the session then loops.
    const report = explained(incident, { step: 50 });
    expect([report.turned, remedies(report)]).toEqual(['Would have compacted', []]);
    const looping = explained(incident, { step: 50, set: { window: 135_656 } });
    expect([looping.compacted, looping.session?.after.loop]).toEqual([true, expect.any(Number)]);
  });

  it('gives an ordinary step its operands, and no cause', () => {
    const quiet = explained(incident, { step: 50 });
    expect([quiet.cause, saidOf(quiet)]).toEqual([
      null,
      [
        'Refused at step 143: 200,819 of 200,000 tokens; it never compacted.',
        'Step 50 held: the last real, 108,525 of step 49, is 71,475 below the threshold of 180,000.',
      ],
    ]);
  });

  it('says that a projected step rests on projected counts', () => {
    const { clauses } = explained(incident, { step: 143, set: { window: 180_000 } });
    expect(clauses.at(-1)?.text).toBe(
      'The counts it rests on are projected: from step 125 on the requests are not the recorded ones.',
    );
  });
});

describe('a recorded compaction', () => {
  const picture = (end: string): string =>
    `limit 200000\nu 400\n-- 165000\nm 400\nu 4000\n-- 166100\nm 400\n${end}\n-- 30000`;

  it('that its policy makes is explained by the numbers of its own run', () => {
    const report = explained(picture('u 4000\n== compact 400 auto'), { source: claudeSource });
    expect([report.step, report.cause, report.headline.text]).toEqual([
      2,
      null,
      'Step 2 compacted: the policy’s count of 167,200 is 200 above the threshold of 167,000.',
    ]);
    // Only a window above the limit would have held.
    expect([report.turned, report.untested]).toEqual([null, null]);
  });

  it('that its policy, left to itself, does not make is not tested', () => {
    const report = explained(picture('u 400\n== compact 400 auto'), { source: claudeSource });
    expect([report.turned, report.remedies, report.untested]).toEqual([
      null,
      [],
      'Left to itself from step 0 on, Claude Code does not compact at step 2, where the recording did, so no setting can be tested there.',
    ]);
  });

  it('that the user asked for has no change that would have turned it', () => {
    const report = explained(picture('u 400\n== compact 400 manual'), { source: claudeSource });
    expect(report.headline.text).toMatch(
      /^Step 2 compacted: the user asked for it.*; no policy decides that\.$/,
    );
    expect([report.turned, report.remedies]).toEqual([null, []]);
  });

  it('is said where another policy is asked about the step', () => {
    const report = explained(picture('u 4000\n== compact 400 auto'), {
      source: claudeSource,
      policy: 'contextguard-threshold',
      preTokens: [167_200],
    });
    expect(saidOf(report)).toContain(
      'In the recording Claude Code compacted here by itself, at 167,200 tokens.',
    );
  });
});

it('says what the request held where the count that decided is a sum', () => {
  const session = textSession(
    'limit 200000\nu 400\n-- 90000\nm 400\n== compact 400 auto\nu 4\n-- 9000',
  );
  const counted = { kind: 'sum', tokens: 180_000, reason: 'Two.' } as const;
  const steps = session.steps.map((step, i) => (i === 0 ? { ...step, counted } : step));
  const report = explained({ ...session, steps }, { source: claudeSource });
  expect(saidOf(report)).toContain(
    'The count of step 0 is a sum: its request held 90,000, 77,000 below the threshold.',
  );
});

it('says why a policy that watches reaches its threshold and compacts nothing', () => {
  const source = { format: 'pi', agent: 'pi', agentVersion: '' };
  const picture = 'limit 20000\nu 400\n-- 10000\nm 4\nu 4\n-- 21000 > 20000';
  expect(explained(picture, { source, step: 1 }).headline.text).toBe(
    'Step 1 held: its policy reaches its threshold (10,001 against 3,616), but no entries before the cut: nothing is summarised.',
  );
});

it('says why a policy that fires changes nothing', () => {
  // The summary is larger than what it replaced, and the watermark is in force all the same.
  const picture =
    'u 40\nm 40\n-- 900\nu 40\nc a\n-- 900\nu 40\nm 40\n-- 900\nu 40\nm 40\n-- 900\nu 40\nm 40\n-- 900';
  const set = { window: 1_000, retention: 1, summary: 'bytes', summaryBytes: 4_000 };
  const report = explained(picture, { policy: 'adk-python', set, step: 4 });
  expect(report.headline.text).toBe(
    'Step 4 holds: reached, but nothing changes (The call in entry 3 is never answered: nothing from it on may be summarised, and nothing before it is left to be).',
  );
  expect(saidOf(report).join(' ')).not.toContain('watermark');
});

describe('any policy, any step', () => {
  it('is explained in whole sentences with whole numbers', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...policies.map(({ id }) => id)),
        fc.nat(143),
        fc.integer({ min: 20_000, max: 260_000 }),
        (policy, step, window) => {
          const set = policy.startsWith('contextguard-t') ? { window } : {};
          const report = explained(incident, { policy, step, set });
          for (const text of saidOf(report)) {
            expect(text).toMatch(/^[A-Z“\d~].*\.$/s);
            expect(text).not.toMatch(/NaN|undefined|Infinity|\.\.|, \./);
          }
          for (const { text } of report.remedies) expect(text).not.toMatch(/NaN|undefined|; ;/);
        },
      ),
      { numRuns: 60 },
    );
  });

  it.each(policies.map(({ id }) => id))('%s says no number that it does not know', (policy) => {
    for (const text of saidOf(explained(incident, { policy, step: 143 }))) {
      expect(text).not.toMatch(/NaN|undefined|Infinity/);
    }
  });

  it('is turned by each change that is named', () => {
    fc.assert(
      fc.property(fc.integer({ min: 40, max: 143 }), fc.integer({ min: 0, max: 12 }), (step, k) => {
        const set = { window: 140_000 + 5_000 * k };
        const report = explained(incident, { step, set });
        for (const { setting, value, at, overflows } of report.remedies) {
          const other = (one: number) =>
            explained(incident, { step: one, set: { ...set, [setting]: value } });
          if (report.turned === 'Would have held') expect(other(step).compacted).toBe(false);
          else {
            expect(other(at ?? -1).compacted).toBe(true);
            expect(at === step || !overflows.includes(step)).toBe(true);
          }
        }
      }),
      { numRuns: 25 },
    );
  });
});
