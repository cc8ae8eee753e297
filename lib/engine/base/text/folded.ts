/** A text to compare: without accents, invisible controls (of direction, joiners) and letters' case. */
export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase();

/** The words of a text, folded. */
export const foldedWords = (text: string): readonly string[] =>
  folded(text).split(/\s+/u).filter(Boolean);
