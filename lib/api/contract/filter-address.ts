import type * as z from 'zod';
import { idSchema } from './fields';
import { sessionFilterSchema, type Range, type SessionFilter } from './session-filter';

/** Names of a filter in an address; a page with a filter uses none of them for anything else. */
export const filterNames = [
  'q',
  'source',
  'agent',
  'model',
  'with',
  'steps',
  'limit',
  'made',
  'subagents',
  'started',
] as const;

/** The sessions that a page works on: a saved corpus, some sessions, or all that pass a filter. */
export type CorpusChoice =
  | { readonly corpus: string }
  | { readonly sessions: readonly string[] }
  | { readonly filter: SessionFilter };

/** Most sessions that an address names. */
export const MOST_IN_ADDRESS = 100;

/** Reads `agent=Codex&limit=200000-`; an invalid value counts as absent. */
export function parseFilter(parameters: URLSearchParams): SessionFilter {
  const { shape } = sessionFilterSchema.unwrap();
  const one = (name: Name): string | null => parameters.get(name);
  const all = (name: Name): readonly string[] => parameters.getAll(name);
  return {
    query: valid(shape.query, one('q') ?? ''),
    sources: valid(shape.sources, all('source').filter(Boolean)),
    agents: valid(shape.agents, all('agent').filter(Boolean)),
    models: valid(shape.models, all('model').filter(Boolean)),
    events: valid(shape.events, all('with')),
    steps: valid(shape.steps, numbers(one('steps'))),
    limit: valid(shape.limit, numbers(one('limit'))),
    made: valid(shape.made, one('made')),
    subAgents: valid(shape.subAgents, one('subagents')),
    started: valid(shape.started, days(one('started'))),
  };
}

type Name = (typeof filterNames)[number];

/** The value if the schema allows it, else the schema's default. */
function valid<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value);
  return parsed.success ? parsed.data : schema.parse(undefined);
}

/** Parameters of a filter, in one order; none for the filter that every session passes. */
export function filterParameters(filter: SessionFilter): URLSearchParams {
  const parameters = new URLSearchParams();
  const put = (name: Name, ...values: readonly string[]): void => {
    for (const value of values) if (value !== '') parameters.append(name, value);
  };
  put('q', filter.query);
  put('source', ...filter.sources);
  put('agent', ...filter.agents);
  put('model', ...filter.models);
  put('with', ...filter.events);
  put('steps', rangeText(filter.steps));
  put('limit', rangeText(filter.limit));
  put('made', filter.made ?? '');
  put('subagents', filter.subAgents ?? '');
  const { from, to } = filter.started;
  if (from !== null || to !== null) put('started', `${from ?? ''}..${to ?? ''}`);
  return parameters;
}

const rangeText = ({ from, to }: Range): string =>
  from === null && to === null ? '' : `${from ?? ''}-${to ?? ''}`;

/** "4-500", "4-", "-500"; "4" is 4 and more. */
function numbers(text: string | null): unknown {
  const [whole, from, to] = /^(\d{0,12})(?:-(\d{0,12}))?$/.exec(text ?? '') ?? [];
  return whole === undefined ? null : { from: numberOf(from), to: numberOf(to) };
}

const numberOf = (text: string | undefined): number | null =>
  text === undefined || text === '' ? null : Number(text);

/** "2026-01-01..2026-02-01"; either end may be missing. */
function days(text: string | null): unknown {
  const [from = '', to = ''] = (text ?? '').split('..');
  return { from: from === '' ? null : from, to: to === '' ? null : to };
}

/** The sessions that an address names, or a sentence for each part of it that names none. */
export type ReadChoice =
  | { readonly choice: CorpusChoice; readonly faults?: never }
  | { readonly choice: null; readonly faults: readonly string[] };

/**
 * Reads `corpus=…`, `sessions=…` or a filter from an address. One that cannot be read as a whole is no
 * choice: what is left of it would be other sessions than those meant.
 */
export function parseChoice(parameters: URLSearchParams): ReadChoice {
  const corpus = parameters.get('corpus');
  if (corpus !== null) {
    return isId(corpus) ? { choice: { corpus } } : { choice: null, faults: [noCorpus(corpus)] };
  }
  const sessions = parameters.get('sessions');
  if (sessions !== null) {
    const ids = [...new Set(sessions.split(','))];
    const wrong = ids.filter((id) => !isId(id));
    if (wrong.length > 0) return { choice: null, faults: wrong.map(noSession) };
    return { choice: { sessions: ids.slice(0, MOST_IN_ADDRESS) } };
  }
  const faults = filterNames.flatMap((name) => conditionFault(name, parameters.getAll(name)));
  return faults.length > 0
    ? { choice: null, faults }
    : { choice: { filter: parseFilter(parameters) } };
}

/** Says that a name or an id is no corpus of the library. */
export const noCorpus = (id: string): string => `There is no corpus ${id} in this library.`;

const noSession = (id: string): string => `sessions=${id} names no session.`;

/** A condition that the filter would leave out. */
function conditionFault(name: Name, texts: readonly string[]): readonly string[] {
  const given = texts.filter((text) => text !== '');
  if (given.length === 0) return [];
  const alone = new URLSearchParams(given.map((text) => [name, text]));
  return filterParameters(parseFilter(alone)).size > 0
    ? []
    : [`${given.map((text) => `${name}=${text}`).join('&')} is no condition of a filter.`];
}

/** The text is an id as the library gives them. */
export const isId = (text: string): boolean => idSchema.safeParse(text).success;

/** Parameters of a choice; {@link parseChoice} reads them. At most 100 sessions fit. */
export function choiceParameters(choice: CorpusChoice): URLSearchParams {
  if ('filter' in choice) return filterParameters(choice.filter);
  return 'corpus' in choice
    ? new URLSearchParams({ corpus: choice.corpus })
    : new URLSearchParams({ sessions: choice.sessions.join() });
}
