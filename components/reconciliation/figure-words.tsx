import Link from 'next/link';
import { formatInteger } from '@/lib/base/format';
import type { Reconciliation } from '@/lib/report/reconciliation';

/** Rows of a table before it says how many more there are. */
export const MOST_ROWS = 30;

/** What a part of the page shows. */
export interface PartProps {
  readonly found: Reconciliation;
  readonly id: string;
}

/** A step's number, opening it on the workbench. */
export const stepLink = (id: string, step: number) => (
  <Link key={step} href={`/sessions/${id}?step=${step}`} className="text-accent hover:underline">
    {formatInteger(step)}
  </Link>
);

/** Tokens, whole, with a true minus. */
export const tokens = (value: number): string =>
  `${value < 0 ? '−' : ''}${formatInteger(Math.round(Math.abs(value)))}`;

/** A count and its word. */
export const plural = (n: number, word: string): string =>
  `${formatInteger(n)} ${word}${n === 1 ? '' : 's'}`;

/** Says how much of a long table is left out. */
export function More({
  shown,
  of,
  what,
}: {
  readonly shown: number;
  readonly of: number;
  readonly what: string;
}) {
  if (of <= shown) return null;
  return (
    <p className="mt-1 text-sm text-ink3">
      {formatInteger(shown)} of {formatInteger(of)} {what} shown
    </p>
  );
}
