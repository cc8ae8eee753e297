import { rangeTicks } from '@/lib/answers/report/chart/drawing/ticks';
import { xOf, type PlotScales } from '@/lib/answers/report/chart/drawing/svg-paths';
import type { CompareAxis } from '@/lib/analysis/compare/axis';
import type { Comparison } from '@/lib/analysis/compare/comparison';
import { formatInteger, formatPercent } from '@/lib/engine/base/format';
import type { StepRange } from '@/lib/engine/base/decimate';

const HEIGHT = 20;
/** Pixels from one label to the next. */
const APART = 96;

const words: Readonly<Record<CompareAxis, (place: number) => string>> = {
  step: formatInteger,
  turn: (place) => `turn ${formatInteger(place)}`,
  share: formatPercent,
};

/** The axis below all lanes. */
export function LaneAxis(props: {
  readonly comparison: Comparison;
  readonly range: StepRange;
  readonly scales: PlotScales;
}) {
  const { comparison, range, scales } = props;
  const { axis, rows } = comparison.alignment;
  const [from, to] = [rows[range.from] ?? 0, rows[range.to] ?? 0];
  const count = Math.max(2, (scales.right - scales.left) / APART);
  const ticks = rangeTicks(from, to, count).filter(
    (tick) => axis === 'share' || Number.isInteger(tick),
  );
  const flat = { ...scales, places: null };
  return (
    <svg width="100%" height={HEIGHT} aria-hidden="true" className="block">
      {ticks.map((tick) => (
        <text
          key={tick}
          x={xOf(flat, tick)}
          y={14}
          textAnchor="middle"
          className="fill-ink3 text-xs"
        >
          {words[axis](tick)}
        </text>
      ))}
    </svg>
  );
}
