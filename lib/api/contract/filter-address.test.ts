import fc from 'fast-check';
import { severities } from '@/lib/analysis/fit/severities';
import { describe, expect, it } from 'vitest';
import {
  choiceParameters,
  filterNames,
  filterParameters,
  parseChoice,
  parseFilter,
} from './filter-address';
import { anySession, eventFilters, type SessionFilter } from './session-filter';

const names = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' }), {
  maxLength: 4,
});
const bound = fc.option(fc.nat(2_147_483_647));
const day = fc.option(
  fc
    .integer({ min: 0, max: 40_000 })
    .map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10)),
);

const filters: fc.Arbitrary<SessionFilter> = fc.record({
  query: fc.string({ maxLength: 30, unit: 'grapheme' }),
  sources: names,
  agents: names,
  models: names,
  severities: fc.uniqueArray(fc.constantFrom(...severities)),
  events: fc.uniqueArray(fc.constantFrom(...eventFilters)),
  steps: fc.record({ from: bound, to: bound }),
  limit: fc.record({ from: bound, to: bound }),
  made: fc.constantFrom(null, 'recorded', 'generated'),
  subAgents: fc.constantFrom(null, 'only', 'none'),
  started: fc.record({ from: day, to: day }),
});

const read = (text: string): SessionFilter => parseFilter(new URLSearchParams(text));

describe('a filter in an address', () => {
  it('comes back as it was', () => {
    fc.assert(
      fc.property(filters, (filter) => {
        const text = filterParameters(filter).toString();
        expect(read(text)).toEqual(filter);
        const used = [...new URLSearchParams(text).keys()];
        expect(used.filter((name) => !filterNames.some((known) => known === name))).toEqual([]);
      }),
    );
  });

  it('is short in the usual case', () => {
    const filter = {
      ...anySession,
      agents: ['Codex'],
      steps: { from: 4, to: 500 },
      limit: { from: 200_000, to: null },
    };
    expect(filterParameters(filter).toString()).toBe('agent=Codex&steps=4-500&limit=200000-');
    expect(filterParameters(anySession).toString()).toBe('');
  });

  it('of an earlier version still names one source, model and event', () => {
    expect(read('q=a+b&source=Claude+Code&model=opus&with=overflow&sort=-peak')).toEqual({
      ...anySession,
      query: 'a b',
      sources: ['Claude Code'],
      models: ['opus'],
      events: ['overflow'],
    });
  });

  it('leaves out what is invalid and keeps the rest', () => {
    const text =
      'with=nothing&steps=x-9&limit=99999999999-&made=sold&started=2026-02-31..2026-03-01&agent=A';
    expect(read(text)).toEqual({ ...anySession, agents: ['A'] });
  });
});

describe('the sessions of a page', () => {
  it('come back as they were: a corpus, a list, a filter', () => {
    const id = fc.stringMatching(/^[0-9a-z]{8,32}$/);
    const choices = fc.oneof(
      fc.record({ corpus: id }),
      fc.record({ sessions: fc.uniqueArray(id, { minLength: 1, maxLength: 100 }) }),
      fc.record({ filter: filters }),
    );
    fc.assert(
      fc.property(choices, (choice) => {
        const address = choiceParameters(choice).toString();
        expect(parseChoice(new URLSearchParams(address))).toEqual({ choice });
      }),
    );
  });

  it('are all where the address names none', () => {
    expect(parseChoice(new URLSearchParams('all=1'))).toEqual({ choice: { filter: anySession } });
  });

  it.each([
    ['corpus=../x', ['There is no corpus ../x in this library.']],
    ['sessions=a1b2c3d4,..', ['sessions=.. names no session.']],
    ['agent=Codex&steps=few', ['steps=few is no condition of a filter.']],
  ])('are none where the address names them wrongly: %s', (search, faults) => {
    expect(parseChoice(new URLSearchParams(search))).toEqual({ choice: null, faults });
  });
});
