import type { FailedCompaction, Part, RecordedCompaction } from '@/lib/engine/session/schema';
import { countOf, fieldsOf, isoOf, listOf, textOf, type Fields } from '../../mechanisms/loose-json';
import type { LogGraph } from './graph';
import type { ToolCalls } from './calls';

/** A recorded boundary; the entries it names are kept as nodes. */
export interface Boundary {
  readonly trigger: RecordedCompaction['trigger'];
  readonly preTokens: number | null;
  readonly postTokens: number | null;
  readonly time: string | null;
  /** Nodes whose entries stayed (compaction) or were blanked (microcompaction). */
  readonly nodes: readonly number[];
  /** First and last node of a segment that stayed whole; −1 without one. */
  readonly segment: readonly [head: number, tail: number];
}

/** Boundaries and summaries of a trace by node. */
export class Compactions {
  readonly boundaries = new Map<number, Boundary>();
  readonly summaries = new Map<number, readonly Part[]>();
  readonly failed = new Map<number, Partial<FailedCompaction>>();
}

/** What a command prints where it fails; the log keeps it as a message. */
const FAILED_COMMAND = /^<local-command-stderr>(?:Error: )*([^<]*)/;

/** An error of `/compact` by its own words, where the command itself is not in the file. */
const OF_COMPACTION = /^(?:Error during compaction|Compaction (?:failed|cancel+ed))/;

/** True for the message that a user's `/compact` is kept as. */
export const asksForCompaction = (text: string): boolean =>
  text.includes('<command-name>/compact</command-name>');

/** Reads the message of a `/compact` that failed, in whatever words; null for any other text. */
export function readFailedCommand(
  text: string,
  time: string | null,
  asked: boolean,
): Partial<FailedCompaction> | null {
  const [, said] = FAILED_COMMAND.exec(text) ?? [];
  if (said === undefined || !(asked || OF_COMPACTION.test(said))) return null;
  const reason = said.replace(/^Error during compaction: (?:Error: )*/, '').trim();
  return { trigger: 'manual', reason, time };
}

/** Reads a `compact_boundary` line; the messages it names come before it. */
export function readBoundary(line: Fields, graph: LogGraph): Boundary {
  const data = fieldsOf(line['compactMetadata']);
  const segment = fieldsOf(data?.['preservedSegment']);
  return {
    ...amounts(line, data),
    postTokens: countOf(data?.['postTokens']),
    nodes: known(preservedIds(data?.['preservedMessages']), (id) => graph.node(id)),
    segment: [graph.node(textOf(segment?.['headUuid'])), graph.node(textOf(segment?.['tailUuid']))],
  };
}

/** Reads a `microcompact_boundary` line: the blanked results and attachments. */
export function readElision(line: Fields, graph: LogGraph, calls: ToolCalls): Boundary {
  const data = fieldsOf(line['microcompactMetadata']);
  const base = amounts(line, data);
  const saved = countOf(data?.['tokensSaved']);
  return {
    ...base,
    postTokens:
      base.preTokens === null || saved === null || saved > base.preTokens
        ? null
        : base.preTokens - saved,
    nodes: [
      ...known(listOf(data?.['compactedToolIds']), (id) => calls.answer(id)),
      ...known(listOf(data?.['clearedAttachmentUUIDs']), (id) => graph.node(id)),
    ],
    segment: [-1, -1],
  };
}

function amounts(
  line: Fields,
  data: Fields | null,
): Pick<Boundary, 'trigger' | 'preTokens' | 'time'> {
  const trigger = data?.['trigger'];
  return {
    trigger: trigger === 'auto' || trigger === 'manual' ? trigger : 'unknown',
    preTokens: countOf(data?.['preTokens']),
    time: isoOf(line['timestamp']),
  };
}

/** Identifiers of kept messages: a list, or an object that holds one. */
function preservedIds(value: unknown): readonly unknown[] {
  const fields = fieldsOf(value);
  return fields ? [...listOf(fields['allUuids']), ...listOf(fields['uuids'])] : listOf(value);
}

function known(ids: readonly unknown[], node: (id: string) => number): number[] {
  return ids.flatMap((id) => {
    const found = typeof id === 'string' ? node(id) : -1;
    return found < 0 ? [] : [found];
  });
}
