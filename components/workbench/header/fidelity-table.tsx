'use client';

import { ScrollTable, type TableHeading } from '@/components/ui/scroll-table';
import { formatInteger } from '@/lib/engine/base/format';
import type { FidelityOutcome, JudgedCompaction } from '@/lib/analysis/fit/judgement';

const words: Readonly<Record<FidelityOutcome, string>> = {
  reproduced: 'reproduced',
  held: 'the policy holds',
  'not-observable': 'no request before it, not checked',
  inferred: 'a setting is inferred from it, not checked',
  manual: 'manual, not checked',
  trailing: 'at the end, not checked',
};

const heads: readonly TableHeading[] = [
  ...['Step', 'Recorded tokens', 'Policy’s value', 'Threshold', 'Distance'].map(
    (head) => [head, 'py-1 pr-4 text-right'] as const,
  ),
  ['Outcome', 'py-1 pr-4'],
];

/** One row per recorded compaction with the reason for its outcome; a row selects its step. */
export function FidelityTable(props: {
  readonly rows: readonly JudgedCompaction[];
  readonly onSelect: (step: number) => void;
}) {
  const { rows, onSelect } = props;
  return (
    <ScrollTable
      label="Recorded compactions"
      className="w-full min-w-[620px]"
      data-fidelity-table=""
      head="border-b border-line text-left text-sm text-ink3"
      heads={heads}
    >
      {rows.map((row, i) => (
        <Row key={`${row.step}-${i}`} row={row} onSelect={onSelect} />
      ))}
    </ScrollTable>
  );
}

const number = (value: number | null): string => (value === null ? '–' : formatInteger(value));

const signed = (value: number | null): string =>
  value === null ? '–' : `${value < 0 ? '−' : '+'}${formatInteger(Math.abs(value))}`;

function outcomeText({ outcome, trigger, lacks }: JudgedCompaction): string {
  const excused = lacks === null ? '' : ', explained';
  return `${words[outcome]}${excused}${trigger === 'unknown' && outcome !== 'trailing' ? ', trigger not recorded' : ''}`;
}

function Row(props: { readonly row: JudgedCompaction; readonly onSelect: (step: number) => void }) {
  const { row, onSelect } = props;
  const { step, preTokens, value, threshold, tokens, outcome, why } = row;
  return (
    <>
      <tr data-outcome={outcome} className="align-baseline">
        <td className="pt-1.5 pr-4 text-right">
          {outcome === 'trailing' ? (
            'end'
          ) : (
            <button
              type="button"
              className="text-accent underline underline-offset-2"
              aria-label={`Select step ${formatInteger(step)}`}
              onClick={() => onSelect(step)}
            >
              {formatInteger(step)}
            </button>
          )}
        </td>
        <td className="pt-1.5 pr-4 text-right">{number(preTokens)}</td>
        <td className="pt-1.5 pr-4 text-right">{number(value)}</td>
        <td className="pt-1.5 pr-4 text-right">{number(threshold)}</td>
        <td className="pt-1.5 pr-4 text-right">{signed(tokens)}</td>
        <td className={`pt-1.5 pr-4 ${outcome === 'reproduced' ? 'text-good' : ''}`}>
          {outcomeText(row)}
        </td>
      </tr>
      <tr className="border-b border-line2">
        <td />
        <td colSpan={5} className="pb-1.5 text-sm text-pretty text-ink2">
          {why}
        </td>
      </tr>
    </>
  );
}
