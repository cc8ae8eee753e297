/** A cell of a heat map, ready to be drawn. */
export interface HeatCell {
  /**
   * `value`: computed and feasible; `broken`: breaks a constraint; `outside`: cannot be chosen (above
   * the limit); `open`: not computed yet, drawn as an outline and never as a colour.
   */
  readonly kind: 'value' | 'broken' | 'outside' | 'open';
  /** Short text in the cell: "23" or "▲ 1". */
  readonly text: string;
  /** Strength of the colour, 0 to 1; ignored unless `value`. */
  readonly level: number;
  /** The cell in one sentence. */
  readonly words: string;
}

/** A cell by its column (x) and row (y); row 0 has the smallest value and is drawn at the bottom. */
export interface HeatPlace {
  readonly x: number;
  readonly y: number;
}

/** A word at the right of a row. */
export interface HeatMark {
  readonly row: number;
  readonly text: string;
  readonly strong: boolean;
}

/** Everything that a heat map draws. */
export interface HeatRows {
  readonly label: string;
  readonly xName: string;
  readonly yName: string;
  /** Labels of the columns and rows; an empty one is left out. */
  readonly xLabels: readonly string[];
  readonly yLabels: readonly string[];
  /** Row by row from the smallest value: cell (x, y) is at y × columns + x. */
  readonly cells: readonly HeatCell[];
  /** Cells of the plateau, by their index. */
  readonly plateau: ReadonlySet<number>;
  /** Cells that differ only in generated sessions, by their index. */
  readonly generatedOnly: ReadonlySet<number>;
  /** The column after which nothing is feasible, and its words; null without one. */
  readonly edge: { readonly after: number; readonly left: string; readonly right: string } | null;
  readonly baseline: HeatPlace | null;
  readonly marks: readonly HeatMark[];
}
