import { folded } from '@/lib/engine/base/text/folded';

/** The words of what was typed, folded, without the signs of "window = 190k". */
export const askedWords = (asked: string): readonly string[] =>
  folded(asked).replace(/[=:]/g, ' ').split(/\s+/u).filter(Boolean);

/** How well a word is found, best first. */
const WHOLE = 6;
const BEGINS = 4;
const WITHIN = 2;
const LETTERS = 1;

const isLetter = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}]/u.test(character);

/** Characters of a text, for each letter, over which a word may be scattered: over a sentence nearly every word is. */
const SPREAD = 4;

/** The letters of a word in their order, the first at the begin of a word of the text: "gts" finds "go to step". */
function scattered(word: string, text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    if (text[at] !== word[0] || isLetter(text[at - 1])) continue;
    let found = 1;
    const end = Math.min(text.length, at + SPREAD * word.length);
    for (let next = at + 1; found < word.length && next < end; next++) {
      if (text[next] === word[found]) found++;
    }
    if (found === word.length) return true;
  }
  return false;
}

function wordScore(word: string, text: string): number {
  let best = 0;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (isLetter(text[at - 1])) best = Math.max(best, WITHIN);
    else return isLetter(text[at + word.length]) ? BEGINS : WHOLE;
  }
  if (best > 0) return best;
  // Two letters are scattered over nearly every text.
  return word.length > 2 && scattered(word, text) ? LETTERS : 0;
}

/**
 * How well every asked word is found in a folded text; higher is better, null if one is not found. Of
 * two texts with the same words the one that begins with them is better, then the shorter one.
 */
export function score(words: readonly string[], text: string): number | null {
  let sum = 0;
  for (const word of words) {
    const found = wordScore(word, text);
    if (found === 0) return null;
    sum += found;
  }
  const first = words[0] !== undefined && text.startsWith(words[0]) ? 1 : 0;
  return sum + first + 1 / (2 + text.length);
}
