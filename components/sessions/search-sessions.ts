import type { SessionRow } from '@/lib/api/contract';
import { sourceLabel } from './source-label';

const haystacks = new WeakMap<SessionRow, string>();

function haystackOf(row: SessionRow): string {
  const known = haystacks.get(row);
  if (known !== undefined) return known;
  const { name, file, agent, model, lane } = row;
  const text = [name, file, agent, model ?? '', lane, sourceLabel(row)].join('\n').toLowerCase();
  haystacks.set(row, text);
  return text;
}

/** The words of a query, in lower case. */
export const queryWords = (query: string): readonly string[] =>
  query.toLowerCase().split(/\s+/).filter(Boolean);

/** True for a row that holds every word in name, file, source, agent, model or lane. */
export const holdsWords = (row: SessionRow, words: readonly string[]): boolean =>
  words.every((word) => haystackOf(row).includes(word));
