import { ScrollTable, type TableHeading } from '@/components/ui/scroll-table';
import { compactionColumns, type CompactionColumn } from '@/lib/analysis/cost/cost-tables';
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
  const columns = compactionColumns(list);
  const heads: readonly TableHeading[] = [
    ['step', 'py-1 pr-1.5 text-right'],
    ...columns.map(({ head, isText }): TableHeading => [
      head,
      `px-1.5 py-1 ${isText ? 'text-left' : 'text-right'}`,
    ]),
  ];
  return (
    <div className="border-t border-line px-4 py-3">
      <h3 className="text-xs font-semibold text-ink3">{whose}’s compactions</h3>
      <ScrollTable
        label="Cost of each compaction"
        head="border-b border-line text-sm text-ink3"
        heads={heads}
        className="mt-1 border-collapse whitespace-nowrap"
      >
        {list.slice(0, MOST_ROWS).map((one) => (
          <Row key={one.step} one={one} columns={columns} />
        ))}
      </ScrollTable>
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

function Row(props: {
  readonly one: CompactionCost;
  readonly columns: readonly CompactionColumn[];
}) {
  const { one, columns } = props;
  return (
    <tr className="border-b border-line2">
      <th scope="row" className="py-0.5 pr-1.5 text-right font-normal">
        <StepLink step={one.step} />
      </th>
      {columns.map(({ head, isText, text }) => (
        <td
          key={head}
          className={isText ? 'px-1.5 py-0.5' : 'px-1.5 py-0.5 text-right font-mono text-sm'}
        >
          {text(one)}
        </td>
      ))}
    </tr>
  );
}
