'use client';

import { formatInteger } from '@/lib/base/format';
import type { FidelityOutcome, JudgedCompaction } from '@/lib/report/fidelity';

const words: Readonly<Record<FidelityOutcome, string>> = {
  reproduced: 'reproduced',
  earlier: 'early',
  later: 'late',
  'not-fired': 'not fired',
  manual: 'manual, not judged',
  trailing: 'at the end, not judged',
};

const heads = [
  ['Step', true],
  ['Recorded tokens', true],
  ['Policy’s value', true],
  ['Threshold', true],
  ['Distance', true],
  ['Outcome', false],
] as const;

/** One row a recorded compaction, and why as far as known; a row selects its step. */
export function FidelityTable({
  rows,
  onSelect,
}: {
  readonly rows: readonly JudgedCompaction[];
  readonly onSelect: (step: number) => void;
}) {
  return (
    <div className="overflow-x-auto" tabIndex={0} role="region" aria-label="Recorded compactions">
      <table className="w-full min-w-[620px] tabular-nums" data-fidelity-table="">
        <thead>
          <tr className="border-b border-line text-left text-sm text-ink3">
            {heads.map(([head, right]) => (
              <th
                key={head}
                scope="col"
                className={`py-1 pr-4 font-normal ${right ? 'text-right' : ''}`}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            <Row key={`${row.step}-${i}`} row={row} onSelect={onSelect} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const number = (value: number | null): string => (value === null ? '–' : formatInteger(value));

const signed = (value: number | null): string =>
  value === null ? '–' : `${value < 0 ? '−' : '+'}${formatInteger(Math.abs(value))}`;

function outcomeText({ outcome, steps, trigger }: JudgedCompaction): string {
  const distance =
    steps === null || steps === 0
      ? ''
      : ` by ${formatInteger(Math.abs(steps))} ${Math.abs(steps) === 1 ? 'step' : 'steps'}`;
  return `${words[outcome]}${distance}${trigger === 'unknown' && outcome !== 'trailing' ? ', trigger not recorded' : ''}`;
}

function Row({
  row,
  onSelect,
}: {
  readonly row: JudgedCompaction;
  readonly onSelect: (step: number) => void;
}) {
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
        <td className={`pt-1.5 pr-4 ${outcome === 'reproduced' ? 'text-compaction' : ''}`}>
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
