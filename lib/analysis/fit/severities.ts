/** How much a session needs attention, most first; the library sorts by the place in this list. */
export const severities = [
  'overflow',
  'loop',
  'unexplained',
  'close',
  'compacted',
  'below',
  'brief',
] as const;
export type Severity = (typeof severities)[number];
