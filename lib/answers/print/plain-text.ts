import { withoutControls } from '@/lib/engine/base/text/bidi';
import { MOST_NOTE } from '@/lib/engine/session/step-note';

/** Most characters of one text, as of a note: names of recordings may be as long as they like. */
const MOST_CHARACTERS = MOST_NOTE;

/** Control characters beside the line's end and the tabulator; no document may hold most of them. */
const CONTROLS = /[\p{Cc}\ufffe\uffff]/gu;

/** Halves of a character without the other one, as broken UTF-8 leaves them. */
const HALVES = /\p{Surrogate}/gu;

/**
 * A text as any document can hold it: shortened, controls of the reading direction by their names,
 * line ends as blanks, other controls and broken characters as U+FFFD.
 */
export function plainText(text: string): string {
  const short = text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)} …` : text;
  return withoutControls(short.replace(/[\t\n\r]+/g, ' '))
    .replace(HALVES, '\ufffd')
    .replace(CONTROLS, '\ufffd');
}
