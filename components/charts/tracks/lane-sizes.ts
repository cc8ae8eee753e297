/** Pixels that a lane takes below the chart. */
export const LANE_HEIGHT = 28;
/** Lanes that are seen at once; the others are scrolled to. */
export const MOST_LANES = 3;
/** Pixels of the line above the lanes. */
export const LANES_HEAD = 22;
