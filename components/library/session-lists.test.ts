import { describe, expect, it } from 'vitest';
import { sourceNames } from '@/lib/importers/registry';
import { holdsWords, queryWords } from './table/use-sorted-sessions';
import { inTraceOrder, sessionParents } from './session-parents';
import { sessionRow } from './testing/session-row';
import { sourceLabel } from './table/source-label';
import { withRestored } from './use-deletion';

describe('a search', () => {
  const parser = sessionRow();
  const cluster = sessionRow({ name: 'pods', format: 'adk-database', model: null });
  const finds = (query: string) =>
    [parser, cluster].map((row) => holdsWords(row, queryWords(query), sourceLabel(sourceNames)));

  it.each([
    ['PARSER opus', [true, false]],
    ['google adk', [false, true]],
    ['parser pods', [false, false]],
    ['  ', [true, true]],
  ])('for %j wants every word, anywhere, in any case', (query, found) => {
    expect(finds(query)).toEqual(found);
  });
});

describe('sessionParents', () => {
  const parent = { sessionId: 's-1', lane: 'main', relation: 'subagent' } as const;

  it('finds the parent in the same trace first', () => {
    const main = sessionRow();
    const other = sessionRow({ id: 'dddddddd', importId: 'eeeeeeee' });
    const agent = sessionRow({ id: 'ffffffff', lane: 'a74cf86', parent });
    expect(sessionParents([main, other, agent])).toEqual(new Map([['ffffffff', main]]));
  });

  it('finds the parent that was imported apart, and nothing where there is none', () => {
    const main = sessionRow({ importId: 'eeeeeeee' });
    const agent = sessionRow({ id: 'ffffffff', lane: 'a74cf86', parent });
    expect(sessionParents([agent, main]).get('ffffffff')).toBe(main);
    expect(sessionParents([agent])).toEqual(new Map());
  });
});

it('inTraceOrder keeps imports newest first and turns the order inside each', () => {
  const row = (importId: string, name: string) => sessionRow({ importId, name });
  const rows = [row('b', 'b2'), row('b', 'b1'), row('a', 'a3'), row('a', 'a2'), row('a', 'a1')];
  expect(inTraceOrder(rows).map(({ name }) => name)).toEqual(['b1', 'b2', 'a1', 'a2', 'a3']);
});

it('withRestored puts rows back at their places and keeps what came since', () => {
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((id) => sessionRow({ id }));
  expect(withRestored([d!, b!], [a!, b!, c!], ['a', 'c'])).toEqual([d, a, b, c]);
});
