import { formatShort } from '@/lib/engine/base/format';
import { yOf, type PlotScales } from '@/lib/answers/report/chart/drawing/svg-paths';

/** Pixels from a line to the baseline of the label whose middle is on it. */
const MIDDLE = 3.905;

/** Lines of a value scale across the plot, with their tokens left of it. */
export function ValueGrid(props: {
  readonly scales: PlotScales;
  readonly ticks: readonly number[];
  /** Pixels between a value and the plot. */
  readonly gap?: number;
}) {
  const { scales, ticks, gap = 8 } = props;
  return ticks.map((tick) => (
    <g key={tick}>
      <path d={`M${scales.left} ${yOf(scales, tick)}H${scales.right}`} stroke="var(--line2)" />
      <text
        x={scales.left - gap}
        y={yOf(scales, tick) + MIDDLE}
        textAnchor="end"
        className="fill-ink3 text-xs"
      >
        {formatShort(tick)}
      </text>
    </g>
  ));
}

/** A label of a horizontal axis, at a pixel. */
export interface AxisLabel {
  readonly x: number;
  readonly text: string;
}

/** Labels of a horizontal axis on one baseline. */
export function AxisLabels(props: { readonly labels: readonly AxisLabel[]; readonly y: number }) {
  return props.labels.map(({ x, text }) => (
    <text key={x} x={x} y={props.y} textAnchor="middle" className="fill-ink3 text-xs">
      {text}
    </text>
  ));
}
