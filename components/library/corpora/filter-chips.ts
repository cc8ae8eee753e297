import { counted, formatInteger } from '@/lib/engine/base/format';
import type { Corpus } from '@/lib/api/contract/corpus-contract';
import { anySession, type SessionFilter } from '@/lib/api/contract/session-filter';
import { severityWords } from '../views/severity-words';

/** A condition of a filter, and the filter without it. */
export interface FilterChip {
  readonly text: string;
  readonly without: SessionFilter;
}

/** Events of a session, as what it does. */
export const eventNames = {
  recorded: 'compacted in the recording',
  replayed: 'compacts in its replay',
  overflow: 'overflows',
  findings: 'has findings',
} as const;

/** The conditions of a filter, a chip each. */
export function filterChips(filter: SessionFilter): readonly FilterChip[] {
  const chips: FilterChip[] = [];
  const add = (text: string, part: Partial<SessionFilter>): void => {
    chips.push({ text, without: { ...filter, ...part } });
  };
  if (filter.query !== '') add(`“${filter.query}”`, { query: '' });
  for (const [name, key] of [
    ['source', 'sources'],
    ['agent', 'agents'],
    ['model', 'models'],
  ] as const) {
    if (filter[key].length > 0)
      add(`${name} ${filter[key].join(', ')}`, { [key]: anySession[key] });
  }
  if (filter.severities.length > 0) {
    const names = filter.severities.map((severity) => severityWords[severity].name);
    add(names.join(', '), { severities: [] });
  }
  for (const event of filter.events) {
    add(eventNames[event], { events: filter.events.filter((one) => one !== event) });
  }
  for (const key of ['steps', 'limit'] as const) {
    const text = rangeWords(key, filter[key]);
    if (text !== '') add(text, { [key]: anySession[key] });
  }
  if (filter.made !== null) add(filter.made, { made: null });
  if (filter.subAgents !== null) {
    add(filter.subAgents === 'only' ? 'sub-agents' : 'no sub-agents', { subAgents: null });
  }
  const { from, to } = filter.started;
  if (from !== null || to !== null) {
    add(`started ${from ?? ''} – ${to ?? ''}`, { started: anySession.started });
  }
  return chips;
}

function rangeWords(
  name: string,
  { from, to }: { readonly from: number | null; readonly to: number | null },
): string {
  if (from !== null && to !== null) return `${name} ${formatInteger(from)} – ${formatInteger(to)}`;
  if (from !== null) return `${name} ≥ ${formatInteger(from)}`;
  return to === null ? '' : `${name} ≤ ${formatInteger(to)}`;
}

/** What a saved corpus holds: "agent Codex · overflows, without 1 session, and 2 sessions picked by hand". */
export function corpusWords({
  filter,
  picked,
  excluded,
}: Pick<Corpus, 'filter' | 'picked' | 'excluded'>): string {
  const chips = filter === null ? [] : filterChips(filter).map(({ text }) => text);
  const passing = filter !== null && chips.length === 0 ? ['every session'] : chips;
  const byHand = picked.length === 0 ? [] : [`${counted(picked.length, 'session')} picked by hand`];
  const without = excluded.length === 0 ? '' : `, without ${counted(excluded.length, 'session')}`;
  return [`${passing.join(' · ')}${without}`, ...byHand].filter(Boolean).join(', and ');
}
