import type { ChartCursor, ChartFeed } from '@/components/charts/chart-feed';
import type { ChartRow } from '@/components/charts/context-chart';
import { niceTop } from '@/components/charts/ticks';
import { chartRows, type ChartRows } from '@/lib/report/chart-rows';
import { realAsked } from '@/lib/report/step-events';
import type { Frame, WorkbenchStore } from './workbench-store';

/** Most points a line has at rest and while a setting moves. */
const POINTS = { still: 1_500, moving: 600 } as const;
/** Pixels an event's mark takes. */
const MARK_WIDTH = 12;

/** The chart's feed over a store: rows are made at most once a frame, and only when asked for. */
export class ChartSource implements ChartFeed {
  readonly #store: WorkbenchStore;
  #frame: Frame | null = null;
  #rows: ChartRows | null = null;
  #top = 1;
  #columns = 60;
  #still: readonly ChartRow[] = [];

  constructor(store: WorkbenchStore) {
    this.#store = store;
  }

  /** Width of the plot, which decides how events are gathered. */
  setWidth(pixels: number): void {
    const columns = Math.max(10, Math.floor(pixels / MARK_WIDTH));
    if (columns === this.#columns) return;
    this.#columns = columns;
    this.#frame = null;
  }

  readonly subscribe = (listener: () => void): (() => void) => this.#store.subscribe(listener);

  readonly rows = (): ChartRows => {
    const frame = this.#store.frame();
    const { replay, range, moving } = frame;
    const known = this.#frame;
    const same = known?.replay === replay && known.range === range && known.moving === moving;
    if (this.#rows && same) return this.#rows;
    const points = moving ? POINTS.moving : POINTS.still;
    const rows = chartRows(replay, { range, points, columns: this.#columns });
    const top = niceTop(rows.peak);
    // Under the hand the scale only grows: the chart must not breathe while it is being read.
    this.#top = moving ? Math.max(this.#top, top) : top;
    if (!moving) this.#still = tooltipRows(rows);
    this.#frame = frame;
    this.#rows = rows;
    return rows;
  };

  readonly cursor = (): ChartCursor => {
    const { replay, step } = this.#store.frame();
    return {
      step,
      real: realAsked(replay, step),
      decision: replay.columns.decision[step] ?? NaN,
    };
  };

  /** Top of the value scale. */
  readonly top = (): number => {
    this.rows();
    return this.#top;
  };

  /** Where the tooltip stops; unchanged while a setting moves. */
  readonly tooltipRows = (): readonly ChartRow[] => {
    this.rows();
    return this.#still;
  };

  /** "1,500 of 12,340" as data: points of the fullest line, steps in the range. */
  readonly drawn = (): string => {
    const { drawn, total } = this.rows();
    return `${drawn}/${total}`;
  };
}

function tooltipRows({ real, projected }: ChartRows): readonly ChartRow[] {
  const rows = new Map<number, number>();
  for (const { steps, values } of [real, projected]) {
    steps.forEach((step, i) => rows.set(step, values[i] ?? NaN));
  }
  return [...rows]
    .sort(([a], [b]) => a - b)
    .map(([step, value]) => ({ step, real: Number.isNaN(value) ? null : value }));
}
