import type { Entry, Part, Session, Step, Tool } from '@/lib/session/schema';
import { partSizes, toolSizes } from './contextguard';
import { SUMMARY_HEADER } from './entry-table';

/** Step labels that importers give; any other may quote the trace. */
const PLAIN_LABELS: ReadonlySet<string> = new Set(['user-msg', 'tool-results']);

/**
 * The same session with sizes in place of every text: it replays to the same integers and can be
 * shared. Names, labels, identifiers and usage records go; models, times and counts stay.
 */
export function numbersOnly(session: Session): Session {
  const ids = new Map<string, string>();
  const sized = (part: Part, i: number): Part => sizedPart(part, i, ids);
  const { prefix, source, compactions, notices } = session;
  return {
    ...session,
    name: 'Numbers only',
    source: {
      format: source.format,
      file: '',
      agent: '',
      agentVersion: null,
      sessionId: '',
      lane: 'main',
      parent: null,
    },
    generated: session.generated && { scenario: '' },
    prefix: {
      system: prefix.system?.map(sized) ?? null,
      tools: prefix.tools?.map((tool): Tool => ({ sizes: toolSizes(tool) })) ?? null,
    },
    compactions: compactions.map((compaction) => ({
      ...compaction,
      summary: compaction.summary.map(sized),
    })),
    notices: notices.map(({ times }, i) => ({
      code: `notice-${i + 1}`,
      message: '',
      at: [],
      times,
    })),
    entries: session.entries.map(({ role, parts, time }): Entry => ({
      role,
      parts: parts.map(sized),
      ...(time === undefined ? {} : { time }),
    })),
    steps: session.steps.map((step): Step => ({
      ...step,
      usage: null,
      label: PLAIN_LABELS.has(step.label) ? step.label : '',
    })),
  };
}

/** Call identifiers become numbers in order of appearance, so that pairs stay pairs. */
function sizedPart(part: Part, index: number, ids: Map<string, string>): Part {
  const of = part.kind === 'sized' ? part.of : part.kind;
  const header =
    part.kind === 'sized'
      ? part.summaryHeader === true
      : index === 0 && part.kind === 'text' && part.text.startsWith(SUMMARY_HEADER);
  const id = 'id' in part ? part.id : undefined;
  if (id !== undefined && !ids.has(id)) ids.set(id, String(ids.size + 1));
  return {
    kind: 'sized',
    of,
    sizes: partSizes(part),
    ...(id === undefined ? {} : { id: ids.get(id) as string }),
    ...(header ? { summaryHeader: true as const } : {}),
  };
}
