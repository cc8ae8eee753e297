import { counted, formatInteger } from '@/lib/engine/base/format';
import type { MemberTotals } from '@/lib/api/contract/import-contract';
import { isSettled, phaseOf, type UploadItem } from './upload-state';

/** Files of some imports: an archive or a folder counts as the files in it, once they are known. */
interface FileCounts {
  readonly total: number;
  readonly read: number;
  readonly failed: number;
  readonly cancelled: number;
  readonly isDone: boolean;
}

/** Counts the files of some imports. */
export function fileCounts(items: readonly UploadItem[]): FileCounts {
  const sum = (of: (item: UploadItem) => number): number =>
    items.reduce((all, item) => all + of(item), 0);
  const count = (phases: readonly string[], of: (members: MemberTotals) => number): number =>
    sum((item) => {
      const { record, files } = item;
      if (record?.members) return of(record.members);
      return phases.includes(phaseOf(item)) ? (files ?? 1) : 0;
    });
  return {
    total: sum(({ record, files }) => record?.members?.total ?? files ?? 1),
    read: count(['done', 'duplicate'], ({ done, skipped }) => done + skipped),
    failed: count(['failed'], ({ failed }) => failed),
    cancelled: count(['cancelled'], ({ cancelled }) => cancelled),
    isDone: items.every(isSettled),
  };
}

/** "17 of 23 files read, 2 failed". */
export function importSummary(items: readonly UploadItem[]): string {
  if (items.length === 0) return '';
  const { total, read, failed, cancelled } = fileCounts(items);
  const files = counted(total, 'file');
  return [
    read === total ? `${files} read` : `${formatInteger(read)} of ${files} read`,
    ...(failed > 0 ? [`${formatInteger(failed)} failed`] : []),
    ...(cancelled > 0 ? [`${formatInteger(cancelled)} cancelled`] : []),
  ].join(', ');
}
