import type { SessionRow } from '@/lib/api/contract/contract';
import type { SortColumn } from '../library-view';
import { replayWords } from './replay-words';
import type { SourceLabel } from '@/lib/api/contract/session-filter';

/** The peak as a share of the limit; the sign of a missing limit is null. */
export const peakShare = ({ peakReal, limit }: SessionRow): number | null =>
  peakReal === null || limit === null || limit === 0 ? null : peakReal / limit;

/** Values that sessions are sorted by, by column; null comes last. */
export const sortValues = (
  source: SourceLabel,
): Readonly<Record<SortColumn, (row: SessionRow) => string | number | null>> => ({
  name: (row) => row.name.toLowerCase(),
  source: (row) => source(row).toLowerCase(),
  agent: (row) => row.agent.toLowerCase(),
  model: (row) => row.model?.toLowerCase() ?? null,
  steps: (row) => row.steps,
  peak: peakShare,
  recorded: (row) => row.recordedCompactions,
  policy: (row) => replayWords(row).label.toLowerCase(),
  compactions: (row) => row.compactions,
  overflow: (row) => row.overflowSteps,
  findings: (row) => row.findings,
  imported: (row) => row.importedAt,
});

/**
 * Grid tracks by the width of the table; narrow tables omit columns, and the narrowest is scrolled
 * sideways.
 */
export const LIBRARY_GRID =
  'grid min-w-[44rem] @3xl:min-w-0 grid-cols-[36px_minmax(150px,1fr)_70px_156px_76px_76px_88px] @4xl:grid-cols-[36px_minmax(0,1fr)_96px_72px_156px_76px_84px_84px_80px_100px] @6xl:grid-cols-[36px_minmax(0,1fr)_88px_130px_64px_156px_72px_132px_76px_80px_76px_92px] @7xl:grid-cols-[36px_minmax(0,1fr)_88px_124px_132px_64px_160px_76px_132px_76px_84px_78px_92px]';

/** Classes of the cells that stay in view while a narrow table is scrolled sideways. */
export const stuck = {
  box: 'sticky left-0 z-[1] bg-inherit',
  name: 'sticky left-9 z-[1] bg-inherit',
} as const;

/** Classes of columns that narrow tables omit. */
export const shownFrom = {
  source: 'hidden @4xl:block',
  agent: 'hidden @7xl:block',
  model: 'hidden @6xl:block',
  policy: 'hidden @6xl:block',
  findings: 'hidden @4xl:block',
  imported: 'hidden @4xl:block',
} as const;
