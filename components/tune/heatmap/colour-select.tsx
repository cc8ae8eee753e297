import { figureOf } from '@/lib/tuning/figures/figure';
import type { FigureId } from '@/lib/tuning/figures/figure-ids';

/** Chooses what colours the cells: compactions, or a figure. */
export const ColourSelect = (props: {
  readonly value: FigureId | null;
  readonly ids: readonly FigureId[];
  readonly onChange: (figure: FigureId | null) => void;
}) => (
  <label className="flex items-center gap-1">
    colour
    <select
      value={props.value ?? ''}
      className="h-6 rounded border border-line bg-panel text-ink"
      onChange={({ currentTarget }) =>
        props.onChange(props.ids.find((id) => id === currentTarget.value) ?? null)
      }
    >
      <option value="">compactions</option>
      {props.ids.map((id) => (
        <option key={id} value={id}>
          {figureOf(id).name}
        </option>
      ))}
    </select>
  </label>
);
