/** Name of a link's note; the view's own names are in view-url.ts. */
const KEY = 'note';

/** Most characters of a note in a link. */
const MOST_LINKED = 1_000;

/** The note that a link brings; null without one. */
export function linkedNote(search: string): string | null {
  const text = new URLSearchParams(search).get(KEY)?.trim() ?? '';
  return text === '' ? null : text.slice(0, MOST_LINKED);
}

/** An address with a note, or without any for null. */
export function withNote(address: string, text: string | null): string {
  const url = new URL(address);
  if (text === null) url.searchParams.delete(KEY);
  else url.searchParams.set(KEY, text.slice(0, MOST_LINKED));
  return url.href;
}
