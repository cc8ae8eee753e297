'use client';

import { figureColumn, type Column } from '@/components/ui/grid/column';
import { DataTable } from '@/components/ui/grid/data-table';
import { formatInteger } from '@/lib/engine/base/format';
import type { FidelityOutcome, JudgedCompaction } from '@/lib/analysis/fit/judgement';

const words: Readonly<Record<FidelityOutcome, string>> = {
  reproduced: 'reproduced',
  held: 'the policy holds',
  'not-observable': 'no request before it, not checked',
  inferred: 'a setting is inferred from it, not checked',
  'far-below': 'may be its user’s, not checked',
  manual: 'manual, not checked',
  trailing: 'at the end, not checked',
};

const number = (value: number | null): string => (value === null ? '–' : formatInteger(value));

const signed = (value: number | null): string =>
  value === null ? '–' : `${value < 0 ? '−' : '+'}${formatInteger(Math.abs(value))}`;

function outcomeText({ outcome, trigger, lacks }: JudgedCompaction): string {
  const excused = lacks === null ? '' : ', explained';
  return `${words[outcome]}${excused}${trigger === 'unknown' && outcome !== 'trailing' ? ', trigger not recorded' : ''}`;
}

const columns: readonly Column<JudgedCompaction>[] = [
  figureColumn('Recorded tokens', ({ preTokens }) => number(preTokens)),
  figureColumn('Policy’s value', ({ value }) => number(value)),
  figureColumn('Threshold', ({ threshold }) => number(threshold)),
  figureColumn('Distance', ({ tokens }) => signed(tokens)),
  {
    id: 'Outcome',
    cellClass: ({ outcome }) => (outcome === 'reproduced' ? 'text-good' : ''),
    cell: outcomeText,
  },
];

/** One row per recorded compaction with the reason for its outcome; a row selects its step. */
export function FidelityTable(props: {
  readonly rows: readonly JudgedCompaction[];
  readonly onSelect: (step: number) => void;
}) {
  const { rows, onSelect } = props;
  const step = figureColumn<JudgedCompaction>('Step', (row) =>
    row.outcome === 'trailing' ? 'end' : <StepButton row={row} onSelect={onSelect} />,
  );
  return (
    <div data-fidelity-table="">
      <DataTable
        label="Recorded compactions"
        className="w-full min-w-[620px]"
        rowClass="align-baseline"
        cellClass="pt-1.5 pr-4"
        columns={[step, ...columns]}
        rows={rows}
        keyOf={(row, i) => `${row.step}-${i}`}
        rowAttributes={({ outcome }) => ({ 'data-outcome': outcome })}
        below={({ why }) => (
          <tr className="border-b border-line2">
            <td />
            <td colSpan={columns.length} className="pb-1.5 text-sm text-pretty text-ink2">
              {why}
            </td>
          </tr>
        )}
      />
    </div>
  );
}

const StepButton = (props: {
  readonly row: JudgedCompaction;
  readonly onSelect: (step: number) => void;
}) => (
  <button
    type="button"
    className="text-accent underline underline-offset-2"
    aria-label={`Select step ${formatInteger(props.row.step)}`}
    onClick={() => props.onSelect(props.row.step)}
  >
    {formatInteger(props.row.step)}
  </button>
);
