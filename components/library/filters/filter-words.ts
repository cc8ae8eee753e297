import { formatInteger } from '@/lib/base/format';
import {
  anySession,
  type EventFilter,
  type Range,
  type SessionFilter,
} from '@/lib/host/api/contract/session-filter';

/** One condition of a filter in words, and the filter without it. */
export interface FilterChip {
  readonly key: string;
  readonly text: string;
  readonly without: SessionFilter;
}

/** Names of the events that sessions are filtered by. */
export const eventWords: Readonly<Record<EventFilter, string>> = {
  overflow: 'overflow',
  recorded: 'recorded compactions',
  replayed: 'replayed compactions',
};

/** The conditions of a filter beside its words. */
export function filterChips(filter: SessionFilter): readonly FilterChip[] {
  const chip = (part: keyof SessionFilter, text: string): readonly FilterChip[] =>
    text === '' ? [] : [{ key: part, text, without: { ...filter, [part]: anySession[part] } }];
  return [
    ...chip('sources', oneOf('source', filter.sources)),
    ...chip('agents', oneOf('agent', filter.agents)),
    ...chip('models', oneOf('model', filter.models)),
    ...chip('tiers', oneOf('tier', filter.tiers)),
    ...filter.events.map((event) => ({
      key: event,
      text: `with ${eventWords[event]}`,
      without: { ...filter, events: filter.events.filter((one) => one !== event) },
    })),
    ...chip('steps', rangeWords('steps', filter.steps)),
    ...chip('limit', rangeWords('limit', filter.limit)),
    ...chip('made', filter.made ?? ''),
    ...chip('subAgents', subAgentWords(filter.subAgents)),
    ...chip('started', dayWords(filter.started)),
  ];
}

/** A filter in one line: its words, then its conditions. */
export function filterWords(filter: SessionFilter): string {
  const search = filter.query.trim() === '' ? [] : [`“${filter.query.trim()}”`];
  const words = [...search, ...filterChips(filter).map(({ text }) => text)];
  return words.length === 0 ? 'every session' : words.join(' · ');
}

const oneOf = (name: string, values: readonly string[]): string =>
  values.length === 0 ? '' : `${name} ${values.join(' or ')}`;

function rangeWords(name: string, { from, to }: Range): string {
  if (from === null && to === null) return '';
  if (to === null) return `${name} ≥ ${formatInteger(from ?? 0)}`;
  if (from === null) return `${name} ≤ ${formatInteger(to)}`;
  if (from === to) return `${name} ${formatInteger(to)}`;
  return `${name} ${formatInteger(from)} – ${formatInteger(to)}`;
}

const subAgentWords = (subAgents: SessionFilter['subAgents']): string =>
  subAgents === null ? '' : subAgents === 'only' ? 'sub-agents only' : 'without sub-agents';

function dayWords({ from, to }: SessionFilter['started']): string {
  if (from === null && to === null) return '';
  if (to === null) return `started from ${from ?? ''}`;
  return from === null ? `started until ${to}` : `started ${from} – ${to}`;
}
