/** Longest name made from a text, in UTF-16 units. */
const NAME_LENGTH = 80;

/** One line of at most 80 characters; null if nothing is left. */
export function shorten(text: string): string | null {
  const line = text.slice(0, 2000).replace(/\s+/g, ' ').trim();
  if (line.length <= NAME_LENGTH) return line === '' ? null : line;
  const cut = line.slice(0, NAME_LENGTH - 1).replace(/[\ud800-\udbff]$/, '');
  return `${cut.trimEnd()}…`;
}
