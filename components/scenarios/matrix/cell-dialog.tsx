'use client';

import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { definitionsOf } from '@/lib/analysis/explain/outcome/loop-watch';
import {
  columnName,
  type MatrixColumn,
  type MatrixOutcome,
} from '@/lib/answers/report/outcome/matrix';
import { findScenario } from '@/lib/readers/scenarios/catalogue';
import { AddsSession } from '../open-scenario';
import { outcomeSentence } from '../outcome-mark';

/** A cell of the matrix: its scenario and its column. */
export interface OpenCell {
  readonly scenario: string;
  readonly column: MatrixColumn;
  /** undefined until computed. */
  readonly outcome: MatrixOutcome | undefined;
}

/** One outcome in full; adds its scenario to the library only when asked. */
export function CellDialog(props: {
  readonly cell: OpenCell;
  readonly opening: boolean;
  readonly onOpen: () => void;
  readonly onClose: () => void;
}) {
  const { cell, opening, onOpen, onClose } = props;
  const { column, outcome } = cell;
  const scenario = findScenario(cell.scenario);
  if (scenario === undefined) return null;
  return (
    <Dialog
      onClose={onClose}
      title={scenario.name}
      description={`${columnName(column)} · ${column.version} · ${column.basis}`}
    >
      <p className="text-ink2">Tools: {scenario.words}</p>
      {outcome === undefined ? (
        <p className="mt-3">This cell is not computed yet.</p>
      ) : (
        <>
          <p className="mt-3 font-medium">{outcomeSentence(outcome)}</p>
          {definitionsOf(outcome.findings).map((definition) => (
            <p key={definition} className="mt-1 text-ink2">
              {definition}
            </p>
          ))}
        </>
      )}
      <AddsSession className="mt-4 border-t border-line2 pt-3" />
      <div className="mt-3 flex gap-2">
        <Button variant="primary" disabled={opening} onClick={onOpen}>
          {opening ? 'Opening …' : 'Add to the library and open'}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}
