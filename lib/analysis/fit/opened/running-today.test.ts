import { describe, expect, it } from 'vitest';
import { claudeCode } from '@/lib/policies/claude-code/policy';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { measureSession } from '@/lib/engine/tokens/measure';
import { openSession } from '../opening';
import { leftOutWords, rowWords, splitCorpus, type SplitFacts } from './corpus-rows';
import { partsWords, runningToday, todayWords, type FitSession } from './running-today';

const source = { format: 'claude-code', agent: 'Claude Code', agentVersion: '2.1.40' };

/** A session that went on at 1,000 tokens below a count, and compacted at it; of a count alone where none is said. */
function ran(held: number, fired: number | null): FitSession {
  const end = fired === null ? '' : '\nu 3600\n== compact 40\n-- 20000\nm 4\nu 36\n-- 21000';
  const picture = `limit 200000\nu 400\n-- ${held - 500}\nm 4\nu 36\n-- ${held}\nm 4\nu 36\n-- ${held + 100}\nm 4${end}`;
  const session = textSession(picture);
  const compactions = session.compactions.map((one) => ({
    ...one,
    trigger: 'auto' as const,
    preTokens: fired,
  }));
  const profile = measureSession({ ...session, compactions });
  return { profile, opening: openSession(source, profile) };
}

/** Claude Code's own threshold at a limit of 200,000 is 167,000. */
const usual = () => ran(166_500, 167_400);
const early = () => ran(118_000, 120_000);
const calm = () => ran(50_000, null);

describe('what runs today', () => {
  it('is fitted where compactions come at its step, and says how many', () => {
    const today = runningToday([usual(), usual(), calm()], claudeCode);
    expect(today).toMatchObject({ basis: 'fitted', settings: {}, window: 200_000, judged: 2 });
    expect(today.parts.map(({ members }) => members)).toEqual([[0, 1, 2]]);
    expect(todayWords(today)).toMatch(
      /^Fitted: with these, 2 of 2 recorded compactions come at their step/,
    );
    expect(partsWords(claudeCode, today)).toBeNull();
  });

  it('is read, or assumed, and says so, where nothing compacted', () => {
    const today = runningToday([calm()], claudeCode);
    expect(today).toMatchObject({ judged: 0, reproduced: 0 });
    expect(todayWords({ ...today, basis: 'assumed' })).toBe(
      'Assumed, for nothing compacted by itself: --set says what runs.',
    );
    expect(todayWords({ ...today, basis: 'assumed' }, 'the field “today” does')).toMatch(
      /: the field “today” does\.$/,
    );
    expect([today.basis, todayWords(today)]).toEqual(['recorded', 'Read from the recordings.']);
  });

  it('is what is asked for, before anything that is fitted', () => {
    const today = runningToday([usual()], claudeCode, { window: 150_000 });
    expect(today).toMatchObject({ basis: 'asked', settings: { window: 150_000 }, window: 150_000 });
  });

  it('finds two populations in a row, and asks to split them', () => {
    const today = runningToday([usual(), early(), usual(), early(), usual()], claudeCode);
    expect(today.parts.map(({ members }) => members)).toEqual([
      [0, 2, 4],
      [1, 3],
    ]);
    expect(today.settings).toEqual({});
    expect(Object.keys(today.parts[1]?.settings ?? {})).not.toEqual([]);
    expect(partsWords(claudeCode, today)).toMatch(
      /^2 populations ran otherwise: 3 sessions with the agent’s own settings; 2 sessions with .+\. Split them: --split tunes each alone\.$/,
    );
  });
});

describe('the rows of a corpus', () => {
  const facts = (rest: Partial<SplitFacts>): SplitFacts => ({
    ...{ policy: 'claude-code', preset: null, own: true, limit: 200_000 },
    ...{ generated: false, steps: 9, peak: 150_000 },
    ...rest,
  });

  it('never mix a policy, a family of versions or a limit, and count what decides nothing', () => {
    const corpus = [
      facts({ policy: 'codex', limit: 258_400 }),
      facts({}),
      facts({ preset: 'to-2.1.20' }),
      facts({ limit: 1_000_000 }),
      facts({}),
      facts({ steps: 2, peak: 99_999 }),
      facts({ steps: 2, peak: 100_000 }),
      facts({ generated: true }),
      facts({ generated: true, limit: 32_000 }),
    ];
    const { rows, leftOut } = splitCorpus(corpus, (one) => one);
    expect(
      rows.map(({ policy, preset, limit, recorded, sessions }) => [
        policy,
        preset,
        limit,
        recorded,
        sessions.length,
      ]),
    ).toEqual([
      ['claude-code', null, 200_000, 3, 4],
      ['claude-code', null, 1_000_000, 1, 1],
      ['claude-code', 'to-2.1.20', 200_000, 1, 1],
      ['codex', null, 258_400, 1, 1],
    ]);
    expect(leftOut).toEqual({ short: 1, generated: 1 });
    expect(leftOutWords(leftOut)).toHaveLength(2);
    expect(rows.slice(0, 1).map(rowWords)).toEqual(['Claude Code, limit 200,000']);
    // A link names a row by what decides it, not by its place.
    expect(rows.slice(1, 3).map(({ key }) => key)).toEqual([
      'claude-code.1000000',
      'claude-code.to-2.1.20.200000',
    ]);
  });

  it('keep everything where all of it would be left out', () => {
    const short = splitCorpus([facts({ steps: 1, peak: 5 })], (one) => one);
    expect([short.rows[0]?.recorded, short.leftOut.short]).toEqual([1, 0]);
    expect(splitCorpus([facts({ generated: true })], (one) => one).rows).toHaveLength(1);
  });
});
