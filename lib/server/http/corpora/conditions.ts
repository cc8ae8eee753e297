import type { SessionConditions } from '@/lib/server/db/sessions/session-where';
import { severities } from '@/lib/analysis/fit/severities';
import { folded, foldedWords } from '@/lib/engine/base/text/folded';
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

/** Sessions that pass whatever a filter says of them, and those that do not. */
export type ByHand = Pick<SessionConditions, 'picked' | 'excluded'>;

/** The database's conditions of a filter, and what was decided by hand beside it. */
export const conditionsOf = (
  filter: SessionFilter,
  { picked = [], excluded = [] }: Partial<ByHand> = {},
): SessionConditions => ({
  ...{ picked, excluded },
  words: foldedWords(filter.query).map((word) => ({ word, formats: formatsNamed(word) })),
  sources: sourcesOf(filter.sources),
  agents: filter.agents,
  models: filter.models,
  ranks: filter.severities.map((name) => severities.indexOf(name)),
  positive: filter.events.map((event) => columns[event]),
  steps: filter.steps,
  limit: filter.limit,
  generated: filter.made === null ? null : filter.made === 'generated',
  subAgent: filter.subAgents === null ? null : filter.subAgents === 'only',
  startedAt: timesOf(filter.started),
});

/** Names of the formats as the library shows them, but for mapped ones. */
export const formatNames: Readonly<Record<string, string>> = Object.fromEntries(
  [...Object.keys(sourceNames), 'scenario']
    .filter((format) => format !== 'mapped')
    .map((format) => [format, labelOf({ format, agent: '' })]),
);

/** The formats whose name holds a folded word; one that is not known is named by its id. */
const formatsNamed = (word: string): readonly string[] => [
  ...Object.keys(formatNames).filter((format) => folded(formatNames[format] ?? '').includes(word)),
  ...(word in formatNames || word === 'mapped' ? [] : [word]),
];

/** The formats with some labels; a mapped format is labelled by its agent. */
function sourcesOf(labels: readonly string[]): SessionConditions['sources'] {
  if (labels.length === 0) return null;
  const known = [...Object.keys(sourceNames), 'scenario', ...labels];
  const formats = known.filter(
    (format) => format !== 'mapped' && labels.includes(labelOf({ format, agent: '' })),
  );
  return { formats: [...new Set(formats)], mappedAgents: labels };
}
