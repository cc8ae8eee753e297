/**
 * Characters that a reader obeys in place of showing them: controls of a terminal (C0, C1, delete)
 * beside the tabulator and ends of lines, controls of the reading direction (Unicode UAX #9), the
 * separators at which some programs begin a line, and tags (U+E0000 to U+E007F): no screen shows them, and
 * a model reads them as letters.
 */
const OBEYED =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]|\r(?!\n)|\udb40[\udc00-\udc7f]/g;

const hex = (code: number): string => code.toString(16).padStart(4, '0');

/**
 * A text that leaves for a terminal or a pipe, with each such character as `\u001b`: in JSON the same
 * string, elsewhere its name.
 */
export const withEscapes = (text: string): string =>
  text.search(OBEYED) < 0
    ? text
    : text.replace(OBEYED, (control) =>
        control.replace(/[^]/g, (unit) => `\\u${hex(unit.charCodeAt(0))}`),
      );

/** The same for a place that is no JSON, with the name in brackets: `[U+001B]`. */
export const withNames = (text: string): string =>
  text.search(OBEYED) < 0
    ? text
    : text.replace(OBEYED, (control) => `[U+${hex(control.codePointAt(0) ?? 0).toUpperCase()}]`);
