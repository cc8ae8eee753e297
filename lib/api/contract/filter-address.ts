import { group, silently, type Parameter } from '@/lib/engine/base/address';
import type * as z from 'zod';
import { idSchema } from './fields';
import { sessionFilterSchema, type Range, type SessionFilter } from './session-filter';

/** The sessions that a page works on: a saved corpus, some sessions, or all that pass a filter. */
export type CorpusChoice =
  | { readonly corpus: string }
  | { readonly sessions: readonly string[] }
  | { readonly filter: SessionFilter };

/** Most sessions that an address names. */
export const MOST_IN_ADDRESS = 100;

const { shape } = sessionFilterSchema.unwrap();

/** How a condition is written: as the texts of one name. */
interface Form<T> {
  /** What the schema then accepts or refuses. */
  readonly parse: (texts: readonly string[]) => unknown;
  /** None for a condition that every session meets. */
  readonly format: (value: T) => readonly string[];
}

/** A condition of the filter; what its schema refuses is left out. */
function condition<S extends z.ZodType>(
  name: string,
  schema: S,
  { parse, format }: Form<z.output<S>>,
): Parameter<z.output<S>> {
  const valueOf = (texts: readonly string[]): z.output<S> => {
    const parsed = schema.safeParse(parse(texts));
    return parsed.success ? parsed.data : schema.parse(undefined);
  };
  return {
    names: [name],
    read: (params, leftOut) => {
      const texts = params.getAll(name);
      const given = texts.filter(Boolean);
      if (given.length > 0 && format(valueOf(given)).length === 0) {
        leftOut(name, given.join(`&${name}=`), 'no condition of a filter');
      }
      return valueOf(texts);
    },
    write: (value, params) => {
      params.delete(name);
      for (const text of format(value)) params.append(name, text);
    },
  };
}

const texts: Form<readonly string[]> = {
  parse: (all) => all.filter(Boolean),
  format: (values) => values,
};

const choice: Form<string | null> = {
  parse: ([text = null]) => text,
  format: (value) => (value === null ? [] : [value]),
};

/** "4-500", "4-", "-500"; "4" is 4 and more. */
const range: Form<Range> = {
  parse: ([text = '']) => {
    const [whole, from, to] = /^(\d{0,12})(?:-(\d{0,12}))?$/.exec(text) ?? [];
    return whole === undefined ? null : { from: numberOf(from), to: numberOf(to) };
  },
  format: ({ from, to }) => (from === null && to === null ? [] : [`${from ?? ''}-${to ?? ''}`]),
};

const numberOf = (text: string | undefined): number | null =>
  text === undefined || text === '' ? null : Number(text);

/** "2026-01-01..2026-02-01"; either end may be missing. */
const days: Form<SessionFilter['started']> = {
  parse: ([text = '']) => {
    const [from = '', to = ''] = text.split('..');
    return { from: from === '' ? null : from, to: to === '' ? null : to };
  },
  format: ({ from, to }) => (from === null && to === null ? [] : [`${from ?? ''}..${to ?? ''}`]),
};

/** A filter in an address, as in `agent=Codex&limit=200000-`. */
export const filterParameter = group<SessionFilter>({
  query: condition('q', shape.query, {
    parse: ([text = '']) => text,
    format: (query) => (query === '' ? [] : [query]),
  }),
  sources: condition('source', shape.sources, texts),
  agents: condition('agent', shape.agents, texts),
  models: condition('model', shape.models, texts),
  severities: condition('severity', shape.severities, texts),
  events: condition('with', shape.events, { parse: (all) => all, format: (events) => events }),
  steps: condition('steps', shape.steps, range),
  limit: condition('limit', shape.limit, range),
  made: condition('made', shape.made, choice),
  subAgents: condition('subagents', shape.subAgents, choice),
  started: condition('started', shape.started, days),
});

/** Names of a filter in an address; a page with a filter uses none of them for anything else. */
export const filterNames = filterParameter.names;

/** Reads a filter; an invalid value counts as absent. */
export const parseFilter = (parameters: URLSearchParams): SessionFilter =>
  filterParameter.read(parameters, silently);

/** Parameters of a filter, in one order; none for the filter that every session passes. */
export function filterParameters(filter: SessionFilter): URLSearchParams {
  const parameters = new URLSearchParams();
  filterParameter.write(filter, parameters);
  return parameters;
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
  const faults: string[] = [];
  const filter = filterParameter.read(parameters, (name, text, why) => {
    faults.push(`${name}=${text} is ${why}.`);
  });
  return faults.length > 0 ? { choice: null, faults } : { choice: { filter } };
}

/** Says that a name or an id is no corpus of the library. */
export const noCorpus = (id: string): string => `There is no corpus ${id} in this library.`;

const noSession = (id: string): string => `sessions=${id} names no session.`;

/** The text is an id as the library gives them. */
export const isId = (text: string): boolean => idSchema.safeParse(text).success;

/** Parameters of a choice; {@link parseChoice} reads them. At most 100 sessions fit. */
export function choiceParameters(choice: CorpusChoice): URLSearchParams {
  if ('filter' in choice) return filterParameters(choice.filter);
  return 'corpus' in choice
    ? new URLSearchParams({ corpus: choice.corpus })
    : new URLSearchParams({ sessions: choice.sessions.join() });
}
