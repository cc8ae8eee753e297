/** Widths in pixels; fixed, so that no content moves other cells. */
export const NAME_WIDTH = 284;
export const CELL_WIDTH = 112;

export const nameCell = { width: NAME_WIDTH };
export const valueCell = { width: CELL_WIDTH };
