import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Session } from '@/lib/engine/session/schema';
import { call, sees, sessionsOf, words } from '../../testing/call-log';
import type { RecordedCall } from './recorded-call';

const codes = ({ notices }: Session): readonly string[] => notices.map(({ code }) => code);
const long = (word: string): string => word.repeat(400);

describe('messages that turn out to be deltas', () => {
  test('continue the call whose tools they answer', () => {
    const [session, ...others] = sessionsOf(
      call('u:a', 'c:1', { real: 9_000 }),
      call('r:1:found', 'c:2 c:3', { real: 9_100 }),
      call('r:2:x r:3:y', 'm:done', { real: 9_200 }),
      call('u:b', 'm:bye', { real: 9_300 }),
    );
    expect(others).toEqual([]);
    expect(session && words(session)).toBe(
      'a call response call call response response done b bye',
    );
    expect(session && sees(session)).toEqual([1, 3, 7, 9]);
    expect(session?.compactions).toEqual([]);
    expect(session && codes(session)).toEqual(['messages-are-deltas']);
  });

  test('may repeat the response before them, in the same words or in others', () => {
    const [session, ...others] = sessionsOf(
      call('u:a', 'c:1', { real: 9_000 }),
      call('c:1 r:1:found', 'm:found-', { real: 9_100 }),
      call('m:found-it u:b', 'c:2', { real: 9_200 }),
      call('c:2 r:2:more', 'm:bye', { real: 9_300 }),
    );
    expect(others).toEqual([]);
    expect(session && words(session)).toBe('a call response found-it b call response bye');
    expect(session && sees(session)).toEqual([1, 3, 5, 7]);
    expect(session?.compactions).toEqual([]);
  });

  test('are known by their counts where they answer nothing', () => {
    const [session, ...others] = sessionsOf(
      call('u:a', `m:${long('x')}`, { real: 9_000 }),
      call('u:b', `m:${long('y')}`, { real: 9_200 }),
      call('u:c', 'm:z', { real: 9_400 }),
    );
    expect(others).toEqual([]);
    expect(session && sees(session)).toEqual([1, 3, 5]);
  });

  test('of a system prompt sent once are those of the same agent', () => {
    const [session, ...others] = sessionsOf(
      call('u:a', 'c:1', { real: 9_000 }),
      call('r:1:found', 'm:x', { real: 9_100, system: null, tools: null }),
    );
    expect(others).toEqual([]);
    expect(session && sees(session)).toEqual([1, 3]);
    expect(session?.prefix.tools).toHaveLength(1);
  });

  test('of two agents that work at once go each to its own', () => {
    const sessions = sessionsOf(
      call('u:a', 'c:1', { real: 9_000 }),
      call('u:b', 'c:2', { real: 9_000 }),
      call('r:1:x', 'c:3', { real: 9_100 }),
      call('r:2:y', 'c:4', { real: 9_100 }),
      call('r:4:z', 'm:b-done', { real: 9_200 }),
      call('r:3:w', 'm:a-done', { real: 9_200 }),
    );
    expect(sessions.map(words)).toEqual([
      'a call response call response a-done',
      'b call response call response b-done',
    ]);
  });

  test('without counts are still known by what they answer', () => {
    const [session, ...others] = sessionsOf(
      call('u:a', 'c:1', { real: null }),
      call('r:1:found', 'm:x', { real: null }),
    );
    expect(others).toEqual([]);
    expect(session && sees(session)).toEqual([1, 3]);
  });

  test.each([
    ['', 'c:1 c:2', 'r:1:x r:2:y', 'm:done'],
    ['c:1 c:2 ', 'c:1 c:2', 'r:1:x r:2:y', 'm:done'],
  ])('without counts are not compactions, however short (%s…)', (repeated, made, answers, last) => {
    const counts = { real: null };
    const [session, ...others] = sessionsOf(
      call(`u:${long('a')}`, `m:${long('b')}`, counts),
      call(`u:${long('c')}`, made, counts),
      call(`${repeated}${answers}`, 'c:3', counts),
      call('r:3:z', last, counts),
      call('u:b', 'm:bye', counts),
    );
    expect(others).toEqual([]);
    expect(session && sees(session)).toEqual([1, 3, 7, 9, 11]);
    expect(session?.compactions).toEqual([]);
  });

  test('of the same words twice are two messages', () => {
    const [session, ...others] = sessionsOf(
      call('u:a', 'c:1', { real: 9_000 }),
      call('r:1:found', 'm:x', { real: 9_100 }),
      call('u:go-on', 'm:y', { real: 9_200 }),
      call('u:go-on', 'm:z', { real: 9_300 }),
    );
    expect(others).toEqual([]);
    expect(session && words(session)).toBe('a call response x go-on y go-on z');
  });

  test('are compacted where the counts fall, though no message shows it', () => {
    const [session, ...others] = sessionsOf(
      call('u:a', 'c:1', { real: 9_000 }),
      call('r:1:found', 'c:2', { real: 120_000 }),
      call('r:2:more', 'm:x', { real: 30_000 }),
      call('u:b', 'm:y', { real: 30_200 }),
    );
    expect(others).toEqual([]);
    expect(session?.compactions).toMatchObject([{ entry: 4, step: 2, summary: [], kept: [] }]);
    expect(session && words(session)).toBe('a call response call response x b y');
    expect(session && sees(session)).toEqual([1, 3, 5, 7]);
    expect(session && codes(session)).toContain('compaction-inferred');
  });
});

describe('independent requests of one conversation', () => {
  test('are not deltas while their counts fit their own texts', () => {
    const sessions = sessionsOf(
      call('u:classify-this', 'm:yes', { real: 120 }),
      call('u:classify-that', 'm:no', { real: 121 }),
      call('u:classify-it', 'm:no', { real: 119 }),
    );
    expect(sessions.map(({ steps }) => steps.length)).toEqual([1, 1, 1]);
  });

  test('are not deltas of one another where the prefix explains the counts', () => {
    const sessions = sessionsOf(
      call('u:route', 'm:x', { real: 300, system: null }),
      call('u:work', 'm:y', { real: 10_300, system: null }),
    );
    expect(sessions).toHaveLength(2);
  });
});

/** Messages of a conversation call by call, with the response to each. */
interface Turn {
  /** New words of the request, and of the response. */
  readonly says: string;
  readonly answer: string;
  /** A compaction before it: this summary, and so many of the last messages. */
  readonly compacts: number | null;
}

/** One exchange: a user's text and some rounds of tools; the texts are numbered, so all differ. */
const exchange = fc.record({
  rounds: fc.integer({ min: 1, max: 4 }),
  results: fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 4, maxLength: 4 }),
  compacts: fc.option(fc.integer({ min: 0, max: 1 }), { freq: 3 }),
});

type Exchange = typeof exchange extends fc.Arbitrary<infer T> ? T : never;

const turnsOf = (exchanges: readonly Exchange[]): readonly Turn[] =>
  exchanges.flatMap(({ rounds, results, compacts }, n) => {
    const id = (round: number): string => `${n}.${round}`;
    const said = (round: number): string =>
      round === 0
        ? `u:ask-${n}`
        : `r:${id(round - 1)}:${'r'.repeat(results[round - 1] ?? 1)}${id(round)}`;
    return Array.from({ length: rounds + 1 }, (_, round) => ({
      says: said(round),
      answer: round === rounds ? `m:answer-${n}` : `c:${id(round)}`,
      compacts: round === 0 && n > 0 ? compacts : null,
    }));
  });

/** Tokens of the prompt: what the requests' words are long, and a hidden prefix. */
const tokens = (request: readonly string[]): number =>
  9_000 + request.reduce((sum, word) => sum + Math.ceil((word.length + 60) / 4), 0);

function written(turns: readonly Turn[], how: 'whole' | 'delta'): readonly RecordedCall[] {
  let history: string[] = [];
  return turns.map(({ says, answer, compacts }, i) => {
    const compacted = compacts !== null;
    if (compacted) history = [`u:summary-${i}`, ...history.slice(history.length - compacts)];
    history.push(says);
    const request = how === 'whole' || compacted ? history : [says];
    const recorded = call(request.join(' '), answer, { real: tokens(history), at: i });
    history = [...history, answer];
    return recorded;
  });
}

test('a conversation gives the same session as full histories and as deltas', () => {
  fc.assert(
    fc.property(fc.array(exchange, { minLength: 1, maxLength: 6 }), (exchanges) => {
      const turns = turnsOf(exchanges);
      const strip = (session: Session): Session => ({
        ...session,
        notices: session.notices.filter(({ code }) => code !== 'messages-are-deltas'),
      });
      const whole = sessionsOf(...written(turns, 'whole'));
      expect(sessionsOf(...written(turns, 'delta')).map(strip)).toEqual(whole);
    }),
  );
});
