/** How the axes of the small charts look, as attributes of Recharts. */
export const axis = { type: 'number', stroke: 'var(--ink3)', fontSize: 11 } as const;

/** The same without ticks, for what lies along a chart. */
export const along = { ...axis, tickLine: false } as const;

/** The same without its line, for values. */
export const upward = { ...along, axisLine: false } as const;
