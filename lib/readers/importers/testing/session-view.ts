import type { Session } from '@/lib/engine/session/schema';
import type { ReceiptLine } from '../receipt';
import { fixtureText } from './fixture-files';
import { readTrace, type ReadTrace } from './read-trace';
import { successOf } from '@/lib/engine/base/testing/success-of';

/** Reads a fixture by the importer that claims it: `langfuse/api.json`. For tests. */
export function readFixture(name: string): ReadTrace {
  const text = fixtureText(name);
  return successOf(readTrace(text, name.endsWith('.jsonl') ? 'jsonl' : 'json', name));
}

/** The session with an id and a lane. */
export function laneOf({ sessions }: ReadTrace, id: string, lane = 'main'): Session {
  const found = sessions.find(({ source }) => source.sessionId === id && source.lane === lane);
  if (!found) throw new Error(`no session ${id} with lane ${lane}`);
  return found;
}

/** `entries:real` of each step; `-` stands for a missing count, and `!` behind a refused one. */
export const stepsOf = ({ steps }: Session): readonly string[] =>
  steps.map(({ entries, real, rejected }) => {
    const count = real ?? (rejected ? '' : '-');
    return `${entries}:${count}${rejected ? '!' : ''}`;
  });

/** The same with the label of each step: `1:900 user-msg`. None of a session that is not there. */
export function labelledStepsOf(session: Session | undefined): readonly string[] {
  if (!session) return [];
  return stepsOf(session).map((step, i) => `${step} ${session.steps[i]?.label}`);
}

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

/** The entries of a session in short: role, then each part's kind and text. */
export const entriesOf = ({ entries }: Session): readonly string[] =>
  entries.map(({ role, parts }) => [role, ...parts.map((part) => brief(part))].join(' '));

function brief(part: Session['entries'][number]['parts'][number]): string {
  switch (part.kind) {
    case 'text':
    case 'thought':
      return `${part.kind}:${part.text}`;
    case 'call':
      return `call:${part.name}${JSON.stringify(part.args)}`;
    case 'response':
      return `response:${part.name}${JSON.stringify(part.response)}`;
    case 'inline':
      return `inline:${part.mime}:${part.bytes}`;
    case 'other':
      return `other:${part.type}`;
    case 'sized':
      return `sized:${part.of}`;
  }
}

/** Number of records per reason of a receipt. */
export const reasonsOf = (lines: readonly ReceiptLine[]): Readonly<Record<string, number>> =>
  Object.fromEntries(lines.map(({ reason, records }) => [reason, records]));

/** Codes of a session's notices. */
export const codesOf = ({ notices }: Session): readonly string[] => notices.map(({ code }) => code);
