import { figureColumn } from '@/components/ui/grid/column';
import { DataTable } from '@/components/ui/grid/data-table';
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
  const each = (read: (lane: number) => string): readonly string[] =>
    shown.map((_, lane) => ((steps[lane]?.step ?? -1) < 0 ? '–' : read(lane)));
  const ofDecision = (text: (decision: Decision) => string): readonly string[] =>
    each((lane) => {
      const decision = steps[lane]?.decision ?? null;
      return decision === null ? '–' : text(decision);
    });
  const rows: readonly (readonly [label: string, texts: readonly string[]])[] = [
    ['Step', each((lane) => formatInteger(steps[lane]?.step ?? 0))],
    ['Did', each((lane) => effectWords(steps[lane]?.effects ?? 0))],
    ...ids.map(
      ([id, label]) =>
        [label, each((lane) => operandText(operands[lane]?.find((one) => one.id === id)))] as const,
    ),
    ['Decision value', ofDecision(({ value, projected }) => formatProjected(value, projected))],
    ['Threshold', ofDecision(({ threshold }) => formatInteger(threshold))],
    ['Margin', ofDecision(({ margin }) => formatSigned(margin))],
    [
      'Real, as sent',
      each((lane) => formatProjected(steps[lane]?.real ?? 0, steps[lane]?.projected ?? false)),
    ],
  ];
  return (
    <section aria-label="Decisions of the row" className="min-w-0 border-b px-4 py-3">
      <h2 className="mb-1 font-semibold">Decisions here</h2>
      <DataTable
        label="Operands of the lanes"
        className="w-full text-sm"
        headClass="border-b text-ink3"
        rowClass="border-b border-line2 last:border-0"
        cellClass="px-2 py-0.5 first:pl-0"
        columns={[
          { id: 'operand', cellClass: 'whitespace-nowrap', cell: ([label]) => label },
          ...shown.map(({ letter }, lane) =>
            figureColumn<(typeof rows)[number]>(letter, ([, texts]) => texts[lane], {
              cellClass: steps[lane]?.differs === true ? 'bg-sel font-mono' : 'font-mono',
            }),
          ),
        ]}
        rows={rows}
        keyOf={([label]) => label}
      />
    </section>
  );
}

type Decision = NonNullable<ReturnType<typeof laneStep>['decision']>;

function operandText(row: LedgerRow | undefined): string {
  if (row?.value === undefined || row.value === null) return '–';
  if (row.unit === 'signed') return formatSigned(row.value);
  return row.unit === 'factor'
    ? `${row.projected === true ? '~' : ''}${formatFactor(row.value)}`
    : formatProjected(row.value, row.projected === true);
}
