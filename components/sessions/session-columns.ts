import {
  createColumnHelper,
  createSortedRowModel,
  rowSortingFeature,
  tableFeatures,
  type Row,
} from '@tanstack/react-table';
import type { SessionRow } from '@/lib/api/contract';
import type { SortColumn } from './library-view';
import { sourceLabel } from './source-label';

/** What the library's table does: it sorts; searching comes after. */
export const libraryFeatures = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
});

/** A row of the library's table. */
export type LibraryRow = Row<typeof libraryFeatures, SessionRow>;

/** Text by code units without case: the same order on every host. */
function byText(a: LibraryRow, b: LibraryRow, column: string): number {
  const left = a.getValue<string>(column);
  const right = b.getValue<string>(column);
  return left < right ? -1 : left > right ? 1 : 0;
}

function byNumber(a: LibraryRow, b: LibraryRow, column: string): number {
  return a.getValue<number>(column) - b.getValue<number>(column);
}

const helper = createColumnHelper<typeof libraryFeatures, SessionRow>();

const text = (id: SortColumn, read: (row: SessionRow) => string | null) =>
  helper.accessor((row) => read(row)?.toLowerCase(), { id, sortFn: byText, sortUndefined: 'last' });

const number = (id: SortColumn, read: (row: SessionRow) => number | null) =>
  helper.accessor((row) => read(row) ?? undefined, {
    id,
    sortFn: byNumber,
    sortUndefined: 'last',
    sortDescFirst: true,
  });

/** The peak as a share of the limit; the sign of a missing limit is null. */
export const peakShare = ({ peakReal, limit }: SessionRow): number | null =>
  peakReal === null || limit === null || limit === 0 ? null : peakReal / limit;

/** The sortable columns; what a cell shows is in session-row-cells.tsx. */
export const libraryColumns = helper.columns([
  text('name', (row) => row.name),
  text('source', (row) => sourceLabel(row)),
  text('agent', (row) => row.agent),
  text('model', (row) => row.model),
  number('steps', (row) => row.steps),
  number('peak', peakShare),
  number('recorded', (row) => row.recordedCompactions),
  number('compactions', (row) => row.compactions),
  number('overflow', (row) => row.overflowSteps),
  text('tier', (row) => row.usageTier),
  number('imported', (row) => row.importedAt),
]);

/** Grid tracks by the width of the table: what does not fit is left out. */
export const LIBRARY_GRID =
  'grid grid-cols-[36px_minmax(0,1fr)_70px_156px_76px_76px_88px_44px] @4xl:grid-cols-[36px_minmax(0,1fr)_96px_72px_156px_76px_84px_84px_48px_84px] @6xl:grid-cols-[36px_minmax(0,1fr)_96px_148px_72px_156px_76px_84px_84px_48px_84px] @7xl:grid-cols-[36px_minmax(0,1fr)_100px_168px_148px_72px_160px_84px_92px_92px_52px_92px]';

/** Classes of columns that narrow tables leave out. */
export const shownFrom = {
  source: 'hidden @4xl:block',
  agent: 'hidden @7xl:block',
  model: 'hidden @6xl:block',
  imported: 'hidden @4xl:block',
} as const;
