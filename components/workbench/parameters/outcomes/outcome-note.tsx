'use client';

import type { SettingField } from '@/lib/engine/policy/fields';
import type { Breakpoints } from '@/lib/tuning/breakpoints/breakpoints';
import type { Piece } from '@/lib/tuning/breakpoints/piece-list';
import type { Plateau } from '@/lib/tuning/breakpoints/plateaus';
import {
  edgeText,
  methodText,
  outcomeText,
  plateauText,
  rangeText,
  valueText,
  widthText,
} from './outcome-words';
import { useOfFrame } from '../../state/use-workbench';
import type { StripRange } from './use-outcomes';

/** The plateau under the value in words, or the outcome that was chosen on the strip; and how they were found. */
export function OutcomeNote({
  field,
  range,
  found,
  fresh,
  value,
  plateau,
  chosen,
  onApply,
}: {
  readonly field: SettingField;
  readonly range: StripRange;
  readonly found: Breakpoints;
  readonly fresh: boolean;
  readonly value: number;
  readonly plateau: Plateau | undefined;
  readonly chosen: { readonly piece: Piece; readonly value: number } | null;
  readonly onApply: () => void;
}) {
  // The strip replays each value from the start; the recording may have compacted elsewhere.
  const recorded = useOfFrame(({ replay }) =>
    replay.observation === null
      ? null
      : replay.columns.compacted.reduce((sum, one) => sum + one, 0),
  );
  const isApart = recorded !== null && plateau !== undefined && plateau.compactions !== recorded;
  return (
    <div className="mt-1 text-sm text-ink3">
      {chosen === null ? (
        <p data-plateau="" className="min-h-[3lh]">
          {fresh ? '' : 'Of the settings before: '}
          {isApart ? 'The policy left to itself: ' : ''}
          {plateau === undefined
            ? `${valueText(field, value)} is not on the strip`
            : `${plateauText(plateau)}: ${rangeText(field, plateau)}, ${widthText(field, plateau)}; ${edgeText(field, plateau, value, range)}`}
        </p>
      ) : (
        <p data-chosen="" className="min-h-[3lh] text-ink2">
          {rangeText(field, chosen.piece)}, {widthText(field, chosen.piece)}:{' '}
          {outcomeText(chosen.piece.outcome)}.{' '}
          <button
            type="button"
            className="min-h-6 text-accent hover:underline"
            // The strip would lose the focus, and with it the choice, before the click.
            onMouseDown={(event) => event.preventDefault()}
            onClick={onApply}
          >
            Use {valueText(field, chosen.value)}
          </button>
        </p>
      )}
      <p className="min-h-6">{methodText(field, found, range.min)}</p>
    </div>
  );
}
