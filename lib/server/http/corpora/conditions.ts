import type { SessionConditions } from '@/lib/server/db/sessions/session-where';
import { sourceNames } from '@/lib/readers/importers/registry';
import {
  sourceLabel,
  timesOf,
  type EventFilter,
  type SessionFilter,
} from '@/lib/api/contract/session-filter';

/** Names a source as the library does. */
export const labelOf = sourceLabel(sourceNames);

const columns = {
  recorded: 'recordedCompactions',
  replayed: 'compactions',
  overflow: 'overflowSteps',
  findings: 'findings',
} as const satisfies Record<EventFilter, string>;

/** The database's conditions of a filter; its words are not among them. */
export const conditionsOf = (filter: SessionFilter): SessionConditions => ({
  sources: sourcesOf(filter.sources),
  agents: filter.agents,
  models: filter.models,
  positive: filter.events.map((event) => columns[event]),
  steps: filter.steps,
  limit: filter.limit,
  generated: filter.made === null ? null : filter.made === 'generated',
  subAgent: filter.subAgents === null ? null : filter.subAgents === 'only',
  startedAt: timesOf(filter.started),
});

/** The formats with some labels; a mapped format is labelled by its agent. */
function sourcesOf(labels: readonly string[]): SessionConditions['sources'] {
  if (labels.length === 0) return null;
  const known = [...Object.keys(sourceNames), 'scenario', ...labels];
  const formats = known.filter(
    (format) => format !== 'mapped' && labels.includes(labelOf({ format, agent: '' })),
  );
  return { formats: [...new Set(formats)], mappedAgents: labels };
}
