import { Suspense } from 'react';
import type { ModelTable } from '@/lib/report/model/figure';
import { FigureTable } from './figure-table';

/** A table that takes a while: the page above it is sent first, with `waiting` in its place. */
export function LateTable({
  table,
  waiting,
}: {
  readonly table: () => ModelTable;
  readonly waiting: string;
}) {
  return (
    <Suspense fallback={<p className="mt-6 text-ink3">{waiting}</p>}>
      <Computed table={table} />
    </Suspense>
  );
}

async function Computed({ table }: { readonly table: () => ModelTable }) {
  await new Promise((resolve) => setTimeout(resolve));
  return <FigureTable table={table()} />;
}
