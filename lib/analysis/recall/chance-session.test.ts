import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chanceSessions, type ChanceCandidate } from './chance-session';

const session = (change: Partial<ChanceCandidate> = {}): ChanceCandidate => ({
  trace: 'a.jsonl',
  format: 'pi',
  file: 'a.jsonl',
  sessionId: 'a',
  parent: null,
  project: '/work/one',
  steps: 10,
  ...change,
});
const own = session();
const other = (trace: string, change: Partial<ChanceCandidate> = {}): ChanceCandidate =>
  session({ trace, file: trace, sessionId: trace, project: `/work/${trace}`, ...change });
const order = (...all: readonly ChanceCandidate[]) =>
  chanceSessions(own, all).map(({ session: { sessionId }, kin }) => [sessionId, kin]);

describe('the session whose names are the chance level', () => {
  it('is the longest, of equal ones the earlier', () => {
    const all = [other('b', { steps: 5 }), other('c', { steps: 50 }), other('d', { steps: 50 })];
    expect(order(...all).map(([id]) => id)).toEqual(['c', 'd', 'b']);
  });

  it('is of another project before the same one, of another trace before the same one', () => {
    const same = other('same', { project: own.project, steps: 900 });
    const inside = session({ sessionId: 'inside', steps: 9_000 });
    const unknown = other('unknown', { project: null, steps: 1 });
    expect(order(inside, same, unknown)).toEqual([
      ['unknown', 'apart'],
      ['same', 'project'],
      ['inside', 'trace'],
    ]);
  });

  it.each([
    ['itself', session()],
    ['a lane of it', session({ steps: 4 })],
    ['a copy of it in another file', session({ trace: 'copy.jsonl' })],
    ['its sub-agent in another file', other('b', { parent: 'a' })],
    ['one without steps', other('b', { steps: 0 })],
  ])('is never %s', (_, one) => {
    expect(order(one)).toEqual([]);
  });

  it('is no parent and no sibling of a sub-agent', () => {
    const agent = session({ sessionId: 'agent', parent: 'a' });
    const sibling = other('b', { parent: 'a' });
    expect(chanceSessions(agent, [own, sibling])).toEqual([]);
    expect(chanceSessions(agent, [other('c')])).toHaveLength(1);
  });

  it('may have the same file name, or an identifier of another format', () => {
    const named = session({ file: 'log.json', sessionId: 'log.json' });
    expect(chanceSessions(named, [{ ...named, trace: 'elsewhere' }])).toHaveLength(1);
    expect(order(session({ trace: 'elsewhere', format: 'codex', project: null }))).toHaveLength(1);
  });

  it('does not depend on the order in which sessions of different lengths come', () => {
    const lengths = fc.uniqueArray(fc.integer({ min: 1, max: 99 }), { minLength: 2 });
    fc.assert(
      fc.property(lengths, (all) => {
        const others = all.map((steps) => other(`${steps}`, { steps }));
        expect(order(...others)).toEqual(order(...others.toReversed()));
      }),
    );
  });
});
