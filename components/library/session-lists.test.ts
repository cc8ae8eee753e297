import { describe, expect, it } from 'vitest';
import { withRestored } from '@/lib/host/api/queries/queries';
import { sourceNames } from '@/lib/importers/registry';
import { holdsWords, queryWords } from './table/use-sorted-sessions';
import { filterOptions, passes } from './session-filter';
import { inTraceOrder, sessionParents } from './session-parents';
import { sessionRow } from './testing/session-row';
import { sourceLabel } from '@/lib/host/api/contract/session-filter';

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

describe('the filters', () => {
  const quiet = sessionRow({ id: 'quiet', compactions: null, overflowSteps: null });
  const compacted = sessionRow({ id: 'compacted', recordedCompactions: 2, model: 'gpt-5' });
  const replayed = sessionRow({ id: 'replayed', format: 'codex', compactions: 1 });
  const over = sessionRow({ id: 'over', overflowSteps: 3, peakReal: 200_001 });
  const all = [quiet, compacted, replayed, over];
  const label = sourceLabel(sourceNames);
  const kept = (filter: object): readonly string[] =>
    all
      .filter((row) => passes(row, { source: '', model: '', events: '', ...filter }, label))
      .map(({ id }) => id);

  it.each([
    [{}, ['quiet', 'compacted', 'replayed', 'over']],
    [{ source: 'Codex' }, ['replayed']],
    [{ model: 'gpt-5' }, ['compacted']],
    [{ events: 'recorded' }, ['compacted']],
    [{ events: 'replayed' }, ['replayed']],
    [{ events: 'overflow' }, ['over']],
    [{ source: 'Codex', events: 'overflow' }, []],
  ])('%j keeps %j', (filter, ids) => expect(kept(filter)).toEqual(ids));

  it('offer every source and model there is, with its number, the most first', () => {
    expect(filterOptions(all, label)).toEqual({
      source: [
        ['Claude Code', 'Claude Code (3)'],
        ['Codex', 'Codex (1)'],
      ],
      model: [
        ['claude-opus-4-6', 'claude-opus-4-6 (3)'],
        ['gpt-5', 'gpt-5 (1)'],
      ],
    });
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
