import type { EntryPart, EntryParts } from '@/lib/analysis/explain/growth/entry-parts';

/** Colour of an entry's part of a request: `tools` are the largest ones, in their order. */
export function partColor({ kind, tool }: EntryPart, { tools }: Pick<EntryParts, 'tools'>): string {
  if (kind !== 'result') return `var(--part-${kind})`;
  return tool === null ? 'var(--part-results)' : `var(--part-tool-${tools.indexOf(tool) + 1})`;
}

/** Colour of hidden tokens that joined the prefix. */
export const JOINED_COLOR = 'var(--part-joined)';

const besides: Readonly<Record<string, string>> = {
  prefix: 'var(--part-prefix)',
  head: 'var(--part-prefix)',
  joined: JOINED_COLOR,
  summary: 'var(--part-summary)',
  added: 'var(--part-summary)',
};

/** Colour of a part that is in no entry, by its name in an address. */
export const besideColor = (key: string): string => besides[key] ?? 'var(--part-other)';
