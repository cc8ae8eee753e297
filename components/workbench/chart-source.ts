import type { ChartCursor, ChartFeed, HandleName } from '@/components/charts/chart-feed';
import type { ChartRow } from '@/components/charts/context-chart';
import { niceTop } from '@/components/charts/ticks';
import { chartRows, type ChartRows } from '@/lib/report/chart-rows';
import { decisionUnit } from '@/lib/report/ledger-decision';
import { realAsked } from '@/lib/report/step-events';
import { followsWindow, thresholdOf, type ThresholdOf } from './threshold-inverse';
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
  #lanes = '';
  #handles: readonly HandleName[] = [];
  /** The policy that `#handles` are of. */
  #handled = '';
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
    // Nor may a lane go under the hand; the longest list of lanes holds the shorter ones.
    const lanes = rows.lanes.join(' ');
    if (!moving || lanes.length > this.#lanes.length) this.#lanes = lanes;
    this.#frame = frame;
    this.#rows = rows;
    return rows;
  };

  /** Lanes of the event rail, their names with blanks between. */
  readonly lanes = (): string => {
    this.rows();
    return this.#lanes;
  };

  /** The threshold that the draft has at any window. */
  threshold(): ThresholdOf {
    const { policy, settings } = this.#store.frame();
    return thresholdOf(this.#store.session, policy, settings);
  }

  /**
   * The window where the policy has that setting, and the threshold where it follows the window: it
   * then sets the window through the inverse of the policy's own rule.
   */
  readonly handles = (): readonly HandleName[] => {
    const { policy, settings } = this.#store.frame();
    if (this.#handled === policy.id) return this.#handles;
    this.#handled = policy.id;
    const window = settings['window'];
    if (typeof window !== 'number') this.#handles = [];
    else if (followsWindow(this.threshold(), window)) this.#handles = ['window', 'threshold'];
    else this.#handles = ['window'];
    return this.#handles;
  };

  readonly cursor = (): ChartCursor => {
    const { replay, step } = this.#store.frame();
    const inTokens = decisionUnit(replay.policyId) === 'tokens';
    return {
      step,
      real: realAsked(replay, step),
      decision: inTokens ? (replay.columns.decision[step] ?? NaN) : NaN,
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
