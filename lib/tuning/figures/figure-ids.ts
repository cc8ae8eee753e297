/** Names of figures that a sweep computes when it is asked to, in the order of columns. */
export const figureIds = ['cost', 'regret', 'rework'] as const;
export type FigureId = (typeof figureIds)[number];

/** Those that a server computes in a kept sweep: they need prices and numbers alone. */
export const keptFigureIds = ['cost'] as const satisfies readonly FigureId[];
export type KeptFigureId = (typeof keptFigureIds)[number];
