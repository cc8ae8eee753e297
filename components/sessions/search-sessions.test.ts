import { describe, expect, it } from 'vitest';
import { searchSessions } from './search-sessions';
import { sessionParents } from './session-parents';
import { sessionRow } from './testing/session-row';

describe('searchSessions', () => {
  const parser = sessionRow();
  const cluster = sessionRow({ id: 'cccccccc', name: 'pods', format: 'adk-database', model: null });

  it('wants every word, anywhere, in any case', () => {
    expect(searchSessions([parser, cluster], 'PARSER opus')).toEqual([parser]);
    expect(searchSessions([parser, cluster], 'google adk')).toEqual([cluster]);
    expect(searchSessions([parser, cluster], 'parser pods')).toEqual([]);
  });

  it('gives everything for no words', () => {
    expect(searchSessions([parser, cluster], '  ')).toEqual([parser, cluster]);
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
