/** Names of figures that a sweep computes when it is asked to, in the order of columns. */
export const figureIds = ['cost', 'mayCompact'] as const;
export type FigureId = (typeof figureIds)[number];
