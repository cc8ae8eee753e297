/**
 * Characters that change the order in which other text is shown (Unicode UAX #9): embeddings and
 * overrides, isolates, the marks, and the separators behind which a new order begins; and tags, which are shown
 * nowhere. In a recording they can make a name read as another one.
 */
const CONTROLS = /[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]|\udb40[\udc00-\udc7f]/g;

/** Letters of scripts written from right to left: they reorder what stands beside them. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** A control's name as shown in its place, as in "U+202E". */
const codeOf = (control: string): string =>
  `U+${(control.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** A stretch of text, or the name of a control that stands there. */
export interface BidiPiece {
  readonly text: string;
  readonly control: boolean;
}

/** A text in pieces: what is to be read, and each control by its name. */
export function bidiPieces(text: string): readonly BidiPiece[] {
  const pieces: BidiPiece[] = [];
  let from = 0;
  const read = (to: number): void => {
    if (to > from) pieces.push({ text: text.slice(from, to), control: false });
  };
  for (const { 0: control, index } of text.matchAll(CONTROLS)) {
    read(index);
    pieces.push({ text: codeOf(control), control: true });
    from = index + control.length;
  }
  read(text.length);
  return pieces;
}

/** True if a text could reorder itself or its neighbours. */
export const reorders = (text: string): boolean =>
  text.search(CONTROLS) >= 0 || RIGHT_TO_LEFT.test(text);

/** A text with each control as its name in brackets, for places without markup. */
export const withoutControls = (text: string): string =>
  text.replace(CONTROLS, (control) => `[${codeOf(control)}]`);
