import type { ReactNode } from 'react';

/** A piece of a line as a legend shows it, in a drawing of 22 × 10 pixels. */
export const lineSign = (color: string, width: number, dash = ''): ReactNode => (
  <path d="M0 5H22" stroke={`var(--${color})`} strokeWidth={width} strokeDasharray={dash} />
);
