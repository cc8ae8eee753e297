import type { Session } from '@/lib/engine/session/schema';
import { fixtureText } from './fixture-files';
import { readTrace, type ReadTrace } from './read-trace';

/** Reads a fixture by its path under `fixtures/`; throws if it is refused. For tests. */
export function readFixture(path: string): ReadTrace {
  const text = fixtureText(path);
  const read = readTrace(text, path.endsWith('.jsonl') ? 'jsonl' : 'json', path);
  if (!read.ok) throw new Error(`${path}: ${read.error.message}`);
  return read.value;
}

/** The steps of a session as `[entries, real]`, for tables written by hand. */
export const stepsOf = ({ steps }: Session): readonly (readonly [number, number | null])[] =>
  steps.map(({ entries, real }) => [entries, real]);

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
