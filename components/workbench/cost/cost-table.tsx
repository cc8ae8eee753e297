import { formatDollars } from '@/lib/base/format';
import { ScrollTable, type TableHeading } from '@/components/ui/scroll-table';
import type { CostReport } from '@/lib/analysis/cost/cost-report';
import { NOT_IN_USAGE, priceLabels, recordedWords } from '@/lib/analysis/cost/cost-words';
import { priceNames } from '@/lib/analysis/cost/rates';

const number = 'px-1.5 py-1 text-right';
const heads: readonly TableHeading[] = [
  ['charged as', 'py-1 pr-1.5 text-left'],
  ['recorded by usage', number],
  ['as it ran, modelled', number],
  ['what-if, modelled', number],
  ['difference', 'py-1 pl-1.5 text-right'],
];

const signed = (dollars: number): string =>
  Math.abs(dollars) < 0.00005 ? '~$0' : `~${dollars > 0 ? '+' : ''}${formatDollars(dollars)}`;

/** Dollars by what they are charged for; the difference is between the two modelled columns. */
export function CostTable({ report }: { readonly report: CostReport }) {
  const { recorded, asRecorded, replayed } = report;
  return (
    <ScrollTable
      label="Cost by kind of token"
      head="border-b border-line text-sm text-ink3"
      heads={heads}
      className="mt-2 w-full border-collapse whitespace-nowrap"
    >
      {priceNames.map((name) => (
        <Row
          key={name}
          label={priceLabels[name]}
          recorded={recordedWords(recorded, name)}
          ran={asRecorded.calls[name]}
          replayed={replayed.calls[name]}
        />
      ))}
      <Row
        label="summariser"
        recorded={NOT_IN_USAGE}
        ran={asRecorded.summariser}
        replayed={replayed.summariser}
      />
      <Row
        label="total"
        recorded={formatDollars(recorded.cost.total)}
        ran={asRecorded.total}
        replayed={replayed.total}
        total
      />
    </ScrollTable>
  );
}

function Row(props: {
  readonly label: string;
  readonly recorded: string;
  readonly ran: number;
  readonly replayed: number;
  readonly total?: boolean;
}) {
  const { label, recorded, ran, replayed, total = false } = props;
  const cell = 'px-1.5 py-0.5 text-right font-mono text-sm';
  return (
    <tr className={total ? 'border-t border-line font-semibold' : 'border-b border-line2'}>
      <th
        scope="row"
        className={`py-0.5 pr-1.5 text-left ${total ? 'font-semibold' : 'font-normal'}`}
      >
        {label}
      </th>
      <td className={cell}>{recorded}</td>
      <td className={cell}>~{formatDollars(ran)}</td>
      <td className={cell}>~{formatDollars(replayed)}</td>
      <td className="py-0.5 pl-1.5 text-right font-mono text-sm">{signed(replayed - ran)}</td>
    </tr>
  );
}
