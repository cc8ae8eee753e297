import type { Entry, Json, Part } from '@/lib/engine/session/schema';
import type { EntryName } from './evidence';

/** Longer arguments name nothing. */
const MOST_CHARACTERS = 40;

const unnamed: EntryName = { tool: null, subject: null };

/** The name of an entry: its first call, or its first result. */
export function entryName({ parts }: Pick<Entry, 'parts'>): EntryName {
  const part = parts.find(({ kind }) => kind === 'call' || kind === 'response');
  return part === undefined ? unnamed : partName(part);
}

function partName(part: Part): EntryName {
  if (part.kind === 'response') return { tool: part.name, subject: null };
  if (part.kind !== 'call') return unnamed;
  return { tool: part.name, subject: subjectOf(part.args) };
}

/** The first short text among a call's arguments. */
function subjectOf(args: Json): string | null {
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return null;
  const short = Object.values(args).find(
    (value): value is string =>
      typeof value === 'string' && value.length > 0 && value.length <= MOST_CHARACTERS,
  );
  return short ?? null;
}
