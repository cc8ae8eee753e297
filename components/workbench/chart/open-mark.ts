import { compactionsOf } from '@/lib/analysis/explain/compaction/compaction-list';
import type { ChartEvent } from '@/lib/answers/report/chart/chart-rows';
import type { WorkbenchStore } from '../state/workbench-store';

/** True for a mark of the rail that has a tab of its own. */
export const opens = ({ kind }: ChartEvent): boolean => kind === 'recorded' || kind === 'replayed';

/** Opens the compaction of a mark, the first of several in one; false for a mark of anything else. */
export function openMark(store: WorkbenchStore, mark: ChartEvent): boolean {
  if (!opens(mark)) return false;
  const { kind, step, last } = mark;
  const marked = compactionsOf(store.frame().replay).find(
    (one) => one.source === kind && one.step >= step && one.step <= last,
  );
  if (marked === undefined) return false;
  store.select(marked.step, marked.key);
  store.openTab('compactions');
  return true;
}
