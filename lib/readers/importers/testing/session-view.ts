import type { Session } from '@/lib/engine/session/schema';
import type { ReceiptLine } from '../receipt';
import { fixtureText } from './fixture-files';
import { readTrace, type ReadTrace } from './read-trace';

/** Reads a fixture by the importer that claims it: `langfuse/api.json`. For tests. */
export function readFixture(name: string): ReadTrace {
  const text = fixtureText(name);
  const read = readTrace(text, name.endsWith('.jsonl') ? 'jsonl' : 'json', name);
  if (!read.ok) throw new Error(read.error.message);
  return read.value;
}

/** The session with an id and a lane. */
export function laneOf({ sessions }: ReadTrace, id: string, lane = 'main'): Session {
  const found = sessions.find(({ source }) => source.sessionId === id && source.lane === lane);
  if (!found) throw new Error(`no session ${id} with lane ${lane}`);
  return found;
}

/** Entries in the request, and real tokens, of each step. */
export const stepsOf = ({ steps }: Session): readonly (readonly [number, number | null])[] =>
  steps.map(({ entries, real }) => [entries, real]);

/** Each entry of a log as a line: `model: find({"city":"Ghent"})`. */
export const textsOf = ({ entries }: Session): readonly string[] =>
  entries.map(({ role, parts }) => {
    const words = parts.map((part) => {
      if ('text' in part) return part.text;
      if (part.kind === 'call') return `${part.name}(${JSON.stringify(part.args)})`;
      if (part.kind === 'response') return `${part.name} → ${JSON.stringify(part.response)}`;
      return part.kind === 'inline' ? `${part.mime} ${part.bytes}` : part.kind;
    });
    return `${role}: ${words.join(' | ')}`;
  });

/** Number of records per reason of a receipt. */
export const reasonsOf = (lines: readonly ReceiptLine[]): Readonly<Record<string, number>> =>
  Object.fromEntries(lines.map(({ reason, records }) => [reason, records]));

/** Codes of a session's notices. */
export const codesOf = ({ notices }: Session): readonly string[] => notices.map(({ code }) => code);
