import { pricesText } from '@/lib/analysis/cost/price-text';
import { counted, formatInteger } from '@/lib/engine/base/format';
import type { Sweep } from '@/lib/api/contract/sweep-contract';
import { figureOf } from '@/lib/tuning/figures/figure';
import type { FigureId } from '@/lib/tuning/figures/figure-ids';
import type { FigureSums } from '@/lib/tuning/figures/figure-results';
import { ColourSelect } from '../heatmap/colour-select';

/** Chooses which figure of a kept sweep colours its cells, and says of how many sessions it is known. */
export function KeptFigureChoice(props: {
  readonly sweep: Sweep;
  readonly shown: FigureId | null;
  /** null while it is not computed. */
  readonly sums: FigureSums | null;
  readonly onChange: (figure: FigureId | null) => void;
}) {
  const { sweep, shown, sums, onChange } = props;
  return (
    <div
      role="group"
      aria-label="Colour of the cells"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 pb-1 text-sm text-ink2"
    >
      <ColourSelect value={shown} ids={sweep.figures} onChange={onChange} />
      {shown === null ? null : <span data-figure-state="">{stateWords(sweep, shown, sums)}</span>}
    </div>
  );
}

/** "dollars of …, of 38 of 40 sessions: 2 without a price of its model; prices of …". */
function stateWords(sweep: Sweep, id: FigureId, sums: FigureSums | null): string {
  const { name, about, missing } = figureOf(id);
  if (sums === null) {
    const stands = sweep.status === 'cancelled' || sweep.status === 'failed';
    return `The server computes the ${name} ${stands ? 'when it goes on' : 'last'}.`;
  }
  const { known, sessions } = sums;
  if (known === 0) return `None of ${counted(sessions, 'session')} has a ${name}: ${missing}.`;
  const out = sessions - known;
  const which =
    out === 0
      ? `all ${counted(sessions, 'session')}`
      : `${formatInteger(known)} of ${counted(sessions, 'session')}, ${formatInteger(out)} ${missing}`;
  return `${about}; ${which}${basisWords(sweep)}`;
}

/** The prices that a cost is of. */
function basisWords({ plan }: Sweep): string {
  const given = pricesText(plan.figures?.prices ?? {});
  return `; ${plan.figures?.list ?? ''}${given === '' ? '' : `, given ${given}`}`;
}
