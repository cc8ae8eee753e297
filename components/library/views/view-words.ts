import { filterParameters } from '@/lib/api/contract/filter-address';
import type { SessionFilter } from '@/lib/api/contract/session-filter';
import { filterChips } from '../corpora/filter-chips';
import { attention, severityWords } from './severity-words';

/** True where two filters are the same view. */
export const isView = (one: SessionFilter, other: SessionFilter): boolean =>
  filterParameters(one).toString() === filterParameters(other).toString();

/** An agent as a view names it: a recording of numbers alone may say nothing of it. */
export const agentName = (agent: string): string => (agent === '' ? 'No agent named' : agent);

/** The name of a filter as a view: "All", "Overflowed", "Codex · limit ≥ 200,000". */
export function viewName(filter: SessionFilter): string {
  const { severities, agents } = filter;
  const needs = severities.join() === attention.join();
  const names = needs ? ['Needs attention'] : severities.map((one) => severityWords[one].name);
  const rest = filterChips({ ...filter, severities: [], agents: [] }).map(({ text }) => text);
  const all = [names.join(', '), agents.map(agentName).join(', '), ...rest].filter(
    (text) => text !== '',
  );
  return all.length === 0 ? 'All' : all.join(' · ');
}
