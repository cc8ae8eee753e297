import { ScrollTable } from '@/components/ui/scroll-table';
import { laneStep } from '@/lib/analysis/compare/changes';
import type { Comparison } from '@/lib/analysis/compare/comparison';
import { effectWords } from '@/lib/analysis/compare/step-effects';
import { operandRows } from '@/lib/analysis/explain/ledger-operands';
import type { LedgerRow } from '@/lib/analysis/explain/ledger-row';
import {
  formatFactor,
  formatInteger,
  formatProjected,
  formatSigned,
} from '@/lib/engine/base/format';
import type { Compared } from './state/use-comparison';

/** The operands of the selected row's decisions, lane beside lane. */
export function RowLedger(props: {
  readonly comparison: Comparison;
  readonly shown: Compared['shown'];
  readonly row: number;
}) {
  const { comparison, shown, row } = props;
  const steps = shown.map((_, lane) => laneStep(comparison, lane, row));
  const operands = shown.map(({ lane }, index) => {
    const at = steps[index];
    return at === undefined || at.step < 0 ? [] : operandRows(lane.replay, at.step, at.decision);
  });
  const ids = [...new Map(operands.flat().map(({ id, label }) => [id, label]))];
  const line = (label: string, texts: readonly string[]) => (
    <tr key={label} className="border-b border-line2 last:border-0">
      <th scope="row" className="py-1 pr-3 text-left font-normal whitespace-nowrap">
        {label}
      </th>
      {texts.map((text, lane) => (
        <td
          key={lane}
          className={`px-2 text-right font-mono ${steps[lane]?.differs === true ? 'bg-sel' : ''}`}
        >
          {text}
        </td>
      ))}
    </tr>
  );
  const each = (read: (lane: number) => string): readonly string[] =>
    shown.map((_, lane) => ((steps[lane]?.step ?? -1) < 0 ? '–' : read(lane)));
  return (
    <section aria-label="Decisions of the row" className="min-w-0 border-b px-4 py-3">
      <h2 className="mb-1 font-semibold">Decisions here</h2>
      <ScrollTable
        label="Operands of the lanes"
        className="w-full text-sm"
        head="border-b text-ink3"
        heads={[
          ['operand', 'py-1 pr-3 text-left'],
          ...shown.map(({ letter }): readonly [string, string] => [letter, 'px-2 text-right']),
        ]}
      >
        {line(
          'Step',
          each((lane) => formatInteger(steps[lane]?.step ?? 0)),
        )}
        {line(
          'Did',
          each((lane) => effectWords(steps[lane]?.effects ?? 0)),
        )}
        {ids.map(([id, label]) =>
          line(
            label,
            each((lane) => operandText(operands[lane]?.find((one) => one.id === id))),
          ),
        )}
        {line(
          'Decision value',
          each((lane) => {
            const decision = steps[lane]?.decision ?? null;
            return decision === null ? '–' : formatProjected(decision.value, decision.projected);
          }),
        )}
        {line(
          'Threshold',
          each((lane) => {
            const decision = steps[lane]?.decision ?? null;
            return decision === null ? '–' : formatInteger(decision.threshold);
          }),
        )}
        {line(
          'Margin',
          each((lane) => {
            const decision = steps[lane]?.decision ?? null;
            if (decision === null) return '–';
            return `${decision.projected ? '~' : ''}${formatSigned(decision.margin)}`;
          }),
        )}
        {line(
          'Real, as sent',
          each((lane) => formatProjected(steps[lane]?.real ?? 0, steps[lane]?.projected ?? false)),
        )}
      </ScrollTable>
    </section>
  );
}

function operandText(row: LedgerRow | undefined): string {
  if (row?.value === undefined || row.value === null) return '–';
  const guess = row.projected === true ? '~' : '';
  if (row.unit === 'factor') return `${guess}${formatFactor(row.value)}`;
  return row.unit === 'signed'
    ? `${guess}${formatSigned(row.value)}`
    : formatProjected(row.value, row.projected === true);
}
