import { ScrollTable, type TableHeading } from '@/components/ui/scroll-table';
import { formatInteger } from '@/lib/base/format';
import { useWorkbench } from '../state/use-workbench';
import type { KeyedRecall } from './compaction-recalls';

/** Rows at most; a policy may compact at every step. */
const MOST_ROWS = 200;

const number = 'px-1.5 py-1 text-right';
const heads: readonly TableHeading[] = [
  ['step', 'py-1 pr-1.5 text-right'],
  ['of', 'px-1.5 py-1 text-left'],
  ['covered', number],
  ['named again', number],
  ['names', number],
  ['kept', number],
  ['lost', number],
  ['in a call', number],
  ['calls repeated', number],
  ['cheaper moments', number],
];

const range = (low: number, high: number): string =>
  low === high ? formatInteger(high) : `${formatInteger(low)}–${formatInteger(high)}`;

const known = (value: number | null): string =>
  value === null ? 'not told' : formatInteger(value);

/** Every compaction: what it covers that is needed again, and what its summary kept of that. */
export function CompactionTable(props: {
  readonly all: readonly KeyedRecall[];
  readonly shown: string | null;
  readonly onChoose: (key: string) => void;
}) {
  const { all, shown, onChoose } = props;
  const { store } = useWorkbench();
  if (all.length === 0) {
    return (
      <p className="border-t border-line px-4 py-3 text-ink2">
        Neither the recording nor the replay compacts: nothing was taken out of the context.
      </p>
    );
  }
  return (
    <div className="border-t border-line px-4 py-3">
      <h3 className="text-xs font-semibold text-ink3">Compactions</h3>
      <ScrollTable
        label="What each compaction takes"
        head="border-b border-line text-sm text-ink3"
        heads={heads}
        className="mt-1 border-collapse whitespace-nowrap"
      >
        {all.slice(0, MOST_ROWS).map(({ key, plain, recorded }) => (
          <tr
            key={key}
            aria-current={key === shown ? 'true' : undefined}
            className="border-b border-line2 aria-[current]:bg-sel"
          >
            <th scope="row" className="py-0.5 pr-1.5 text-right font-normal">
              <button
                type="button"
                className="min-h-6 min-w-6 px-1 text-right text-accent hover:underline"
                onClick={() => {
                  onChoose(key);
                  store.select(plain.step);
                }}
              >
                {formatInteger(plain.step)}
              </button>
            </th>
            <td className="px-1.5 py-0.5">{recorded === null ? 'replay' : 'recording'}</td>
            {[
              formatInteger(plain.covered),
              range(plain.low, plain.high),
              formatInteger(plain.names.length),
              ...(recorded === null
                ? ['–', '–', '–', '–']
                : [
                    ...[recorded.kept, recorded.lost, recorded.askedAgain].map(known),
                    formatInteger(recorded.rework.length),
                  ]),
              plain.rank.steps === 0
                ? '–'
                : `${formatInteger(plain.rank.cheaper)} of ${formatInteger(plain.rank.steps)}`,
            ].map((text, i) => (
              <td key={i} className="px-1.5 py-0.5 text-right font-mono text-sm">
                {text}
              </td>
            ))}
          </tr>
        ))}
      </ScrollTable>
      {all.length > MOST_ROWS ? (
        <p className="mt-1 text-sm text-ink3">
          {MOST_ROWS} of {formatInteger(all.length)} shown; `highwater recall` prints all.
        </p>
      ) : null}
    </div>
  );
}
