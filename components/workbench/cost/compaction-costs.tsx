import { figureColumn, type Column } from '@/components/ui/grid/column';
import { DataTable } from '@/components/ui/grid/data-table';
import { compactionColumns } from '@/lib/analysis/cost/cost-tables';
import type { CompactionCost } from '@/lib/analysis/cost/replay-cost';
import { formatInteger } from '@/lib/engine/base/format';
import { StepLink } from '../step-link';

/** Rows at most; a policy may compact at every step. */
const MOST_ROWS = 200;

/** Compactions of the session or the what-if with what each costs, saves, and when it has paid for itself. */
export function CompactionCosts(props: {
  /** Whose they are: "The what-if". */
  readonly whose: string;
  readonly list: readonly CompactionCost[];
}) {
  const { whose, list } = props;
  if (list.length === 0) {
    return <p className="border-t border-line px-4 py-3 text-ink2">{whose} does not compact.</p>;
  }
  const columns: readonly Column<CompactionCost>[] = [
    figureColumn('step', ({ step }) => <StepLink step={step} />, { className: 'pl-0' }),
    ...compactionColumns(list).map(({ head, isText, text }): Column<CompactionCost> => ({
      id: head,
      align: isText ? 'left' : 'right',
      cellClass: isText ? '' : 'font-mono text-sm',
      cell: text,
    })),
  ];
  return (
    <div className="border-t border-line px-4 py-3">
      <h3 className="text-xs font-semibold text-ink3">{whose}’s compactions</h3>
      <DataTable
        label="Cost of each compaction"
        columns={columns}
        rows={list.slice(0, MOST_ROWS)}
        keyOf={({ step }) => step}
        className="mt-1 border-collapse whitespace-nowrap"
        headClass="border-b border-line text-sm text-ink3"
        rowClass="border-b border-line2"
        cellClass="px-1.5 py-0.5"
      />
      {list.length > MOST_ROWS ? (
        <p className="mt-1 text-sm text-ink3">
          {MOST_ROWS} of {formatInteger(list.length)} shown; `highwater cost` prints all.
        </p>
      ) : null}
      <p className="mt-2 max-w-[80ch] text-sm text-ink3">
        Break-even = (summariser + rewrite) ÷ saving. Rewrite: what follows the prefix is written
        instead of read; with a cold cache both requests would be written. Saving: what each later
        request reads less. Tokens of the summariser’s instruction are not counted.
      </p>
    </div>
  );
}
