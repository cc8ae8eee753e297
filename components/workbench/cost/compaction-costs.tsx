import { ScrollTable, type TableHeading } from '@/components/ui/scroll-table';
import { breakEvenWords, gapWords } from '@/lib/analysis/cost/cost-words';
import type { CompactionCost } from '@/lib/analysis/cost/replay-cost';
import { formatDollars, formatInteger } from '@/lib/base/format';
import { StepLink } from '../step-link';

/** Rows at most; a policy may compact at every step. */
const MOST_ROWS = 200;

const number = 'px-1.5 py-1 text-right';
const heads: readonly TableHeading[] = [
  ['step', 'py-1 pr-1.5 text-right'],
  ['before', number],
  ['after', number],
  ['cache', 'px-1.5 py-1 text-left'],
  ['summariser', number],
  ['rewrite', number],
  ['saves a step', number],
  ['break-even', 'px-1.5 py-1 text-left'],
];

/** The what-if's compactions with what each costs, saves, and when it has paid for itself. */
export function CompactionCosts({ list }: { readonly list: readonly CompactionCost[] }) {
  if (list.length === 0) {
    return (
      <p className="border-t border-line px-4 py-3 text-ink2">The what-if does not compact.</p>
    );
  }
  return (
    <div className="border-t border-line px-4 py-3">
      <h3 className="text-xs font-semibold text-ink3">The what-if’s compactions</h3>
      <ScrollTable
        label="Cost of each compaction"
        head="border-b border-line text-sm text-ink3"
        heads={heads}
        className="mt-1 border-collapse whitespace-nowrap"
      >
        {list.slice(0, MOST_ROWS).map((one) => (
          <Row key={one.step} one={one} />
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

function Row({ one }: { readonly one: CompactionCost }) {
  const cell = 'px-1.5 py-0.5 text-right font-mono text-sm';
  return (
    <tr className="border-b border-line2">
      <th scope="row" className="py-0.5 pr-1.5 text-right font-normal">
        <StepLink step={one.step} />
      </th>
      <td className={cell}>~{formatInteger(Math.round(one.before))}</td>
      <td className={cell}>~{formatInteger(Math.round(one.after))}</td>
      <td className="px-1.5 py-0.5">{gapWords(one)}</td>
      <td className={cell}>~{formatDollars(one.summariser)}</td>
      <td className={cell}>~{formatDollars(one.rewrite)}</td>
      <td className={cell}>~{formatDollars(one.saving)}</td>
      <td className="px-1.5 py-0.5">{breakEvenWords(one)}</td>
    </tr>
  );
}
