import type { EntryPart, EntryParts } from '@/lib/analysis/explain/growth/entry-parts';

/** Colour of a part of a request: `tools` are the largest ones, in their order. */
export function partColor({ kind, tool }: EntryPart, { tools }: Pick<EntryParts, 'tools'>): string {
  if (kind !== 'result') return `var(--part-${kind})`;
  return tool === null ? 'var(--part-results)' : `var(--part-tool-${tools.indexOf(tool) + 1})`;
}

/** Colours of what is in no entry. */
export const PREFIX_COLOR = 'var(--part-prefix)';
export const JOINED_COLOR = 'var(--part-joined)';
