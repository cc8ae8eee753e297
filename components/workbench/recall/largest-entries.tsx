import { useMemo } from 'react';
import { ScrollTable, type TableHeading } from '@/components/ui/scroll-table';
import { ForeignText } from '@/components/ui/text/foreign-text';
import { formatInteger } from '@/lib/base/format';
import { logSizes } from '@/lib/analysis/explain/growth/log-sizes';
import { entryRanges } from '@/lib/analysis/explain/request-ranges';
import type { Recall } from '@/lib/analysis/recall/recall-report';
import { useEntryNames } from '@/lib/host/api/queries/findings-queries';
import type { Replay } from '@/lib/replay/replay';
import { useLateFrame, useWorkbench } from '../state/use-workbench';

/** Entries shown. */
const MOST = 12;

const heads: readonly TableHeading[] = [
  ['entry', 'py-1 pr-1.5 text-right'],
  ['what', 'px-1.5 py-1 text-left'],
  ['tokens', 'px-1.5 py-1 text-right'],
  ['last named at step', 'py-1 pl-1.5 text-right'],
];

/** The largest entries of the selected step's request, and when each was last named. */
export function LargestEntries({ recall }: { readonly recall: Recall }) {
  const { record } = useWorkbench();
  const { replay, step } = useLateFrame();
  const rows = useMemo(() => largest(replay, step), [replay, step]);
  const asked = rows.map(({ entry }) => entry).sort((a, b) => a - b);
  const names = useEntryNames(record.row.id, asked).data;
  return (
    <section className="min-w-0" data-recall="entries">
      <h3 className="text-xs font-semibold text-ink3">
        Largest entries in context at step {formatInteger(step)}
      </h3>
      {rows.length === 0 ? (
        <p className="mt-1 text-ink2">
          The request holds no entry: all of them are in the summary.
        </p>
      ) : (
        <ScrollTable
          label="When each entry was last named"
          head="border-b border-line text-sm text-ink3"
          heads={heads}
          className="mt-1 w-full border-collapse"
        >
          {rows.map(({ entry, tokens }) => {
            const last = recall.lastNeeded[entry] ?? -1;
            const name = names?.get(entry);
            return (
              <tr key={entry} className="border-b border-line2">
                <th scope="row" className="py-0.5 pr-1.5 text-right font-mono text-sm font-normal">
                  {formatInteger(entry)}
                </th>
                <td className="max-w-[24ch] truncate px-1.5 py-0.5 text-sm">
                  <ForeignText
                    text={
                      names === undefined
                        ? '…'
                        : [name?.tool, name?.subject].filter(Boolean).join(' ') || 'text'
                    }
                  />
                </td>
                <td className="px-1.5 py-0.5 text-right font-mono text-sm">
                  {formatInteger(tokens)}
                </td>
                <td className="py-0.5 pl-1.5 text-right text-sm whitespace-nowrap">
                  {last < 0
                    ? 'never named'
                    : last < step
                      ? `${formatInteger(last)}, before`
                      : formatInteger(last)}
                </td>
              </tr>
            );
          })}
        </ScrollTable>
      )}
    </section>
  );
}

function largest(replay: Replay, step: number) {
  const { entries } = logSizes(replay.session);
  const rows: { readonly entry: number; readonly tokens: number }[] = [];
  for (const { fate, from, to } of entryRanges(replay, step)) {
    for (let entry = from; fate === 'sent' && entry < to; entry++) {
      rows.push({ entry, tokens: entries[entry] ?? 0 });
    }
  }
  return rows.sort((a, b) => b.tokens - a.tokens || a.entry - b.entry).slice(0, MOST);
}
