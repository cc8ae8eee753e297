import { describe, expect, it } from 'vitest';
import { withRestored } from '@/lib/api/queries/queries';
import { sourceNames } from '@/lib/readers/importers/registry';
import { choicesOf } from './filters/choice-list';
import { holdsWords } from './table/use-sorted-sessions';
import { inTraceOrder, sessionParents } from './session-parents';
import { sessionRow } from './testing/session-row';
import {
  anySession,
  passing,
  queryWords,
  sourceLabel,
  type SessionFilter,
} from '@/lib/api/contract/session-filter';

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
  const over = sessionRow({ id: 'over', overflowSteps: 3, startedAt: Date.UTC(2026, 0, 1, 23) });
  const all = [quiet, compacted, replayed, over];
  const label = sourceLabel(sourceNames);
  const kept = (filter: Partial<SessionFilter>): readonly string[] =>
    all.filter((row) => passing({ ...anySession, ...filter }, label)(row)).map(({ id }) => id);

  it.each<[Partial<SessionFilter>, readonly string[]]>([
    [{}, ['quiet', 'compacted', 'replayed', 'over']],
    [{ sources: ['Codex'] }, ['replayed']],
    [{ models: ['gpt-5'] }, ['compacted']],
    [{ models: ['gpt-5', 'claude-opus-4-6'] }, ['quiet', 'compacted', 'replayed', 'over']],
    [{ events: ['recorded'] }, ['compacted']],
    [{ events: ['replayed'] }, ['replayed']],
    [{ events: ['overflow'] }, ['over']],
    [{ events: ['overflow', 'replayed'] }, []],
    [{ sources: ['Codex'], events: ['overflow'] }, []],
    [{ limit: { from: 200_001, to: null } }, []],
    [{ started: { from: '2026-01-01', to: '2026-01-01' } }, ['over']],
    [{ made: 'generated' }, []],
    [{ subAgents: 'none' }, ['quiet', 'compacted', 'replayed', 'over']],
  ])('%j keeps %j', (filter, ids) => expect(kept(filter)).toEqual(ids));

  it('offer every value there is, with its number, the most first, and those chosen before', () => {
    expect(choicesOf(all.map(label), ['Gone'])).toEqual([
      { value: 'Claude Code', count: 3 },
      { value: 'Codex', count: 1 },
      { value: 'Gone', count: 0 },
    ]);
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
