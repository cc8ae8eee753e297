import Link from 'next/link';
import { formatInteger } from '@/lib/engine/base/format';
import type { Reconciliation } from '@/lib/analysis/score/reconciliation';

/** Most rows of a table; the rest is counted below it. */
export const MOST_ROWS = 30;

/** Input of a part of the page. */
export interface PartProps {
  readonly found: Reconciliation;
  readonly id: string;
}

/** A step's number as a link to the workbench, under the policy the session opens with. */
export const stepLink = (id: string, step: number) => (
  <Link
    key={step}
    href={`/sessions/${id}?policy=own&step=${step}`}
    className="text-accent hover:underline"
  >
    {formatInteger(step)}
  </Link>
);

/** Tokens, whole, with a true minus. */
export const tokens = (value: number): string =>
  `${value < 0 ? '−' : ''}${formatInteger(Math.round(Math.abs(value)))}`;

/** Count of rows omitted from a long table. */
export function More(props: {
  readonly shown: number;
  readonly of: number;
  readonly what: string;
}) {
  const { shown, of, what } = props;
  if (of <= shown) return null;
  return (
    <p className="mt-1 text-sm text-ink3">
      {formatInteger(shown)} of {formatInteger(of)} {what} shown
    </p>
  );
}
