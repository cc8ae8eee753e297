import type { SessionRow } from '@/lib/api/contract';
import { sourceLabel } from './source-label';

const haystacks = new WeakMap<SessionRow, string>();

function haystackOf(row: SessionRow): string {
  const known = haystacks.get(row);
  if (known !== undefined) return known;
  const { name, file, agent, model, lane, format } = row;
  const text = [name, file, agent, model ?? '', lane, sourceLabel(format)].join('\n').toLowerCase();
  haystacks.set(row, text);
  return text;
}

/** Rows that hold every word of the query in name, file, source, agent, model or lane. */
export function searchSessions(rows: readonly SessionRow[], query: string): readonly SessionRow[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return rows;
  return rows.filter((row) => words.every((word) => haystackOf(row).includes(word)));
}
