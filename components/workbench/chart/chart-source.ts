import {
  eventColumns,
  tooltipRows,
  type ChartCursor,
  type ChartFeed,
  type ChartRow,
  type HandleName,
} from '@/components/charts/chart-feed';
import { niceTop } from '@/components/charts/ticks';
import { chartRows, type ChartRows } from '@/lib/report/chart/chart-rows';
import { decisionUnit } from '@/lib/analysis/explain/ledger-decision';
import { realAsked } from '@/lib/analysis/explain/step-events';
import { windowRule, type WindowRule } from '@/lib/analysis/explain/window-rule';
import type { Frame } from '../state/frame';
import type { WorkbenchStore } from '../state/workbench-store';

/** Most points a line has at rest and while a setting moves. */
const POINTS = { still: 1_500, moving: 600 } as const;

/** The chart's feed over a store: rows are made lazily, at most once a frame. */
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
    const columns = eventColumns(pixels);
    if (columns === this.#columns) return;
    this.#columns = columns;
    this.#frame = null;
  }

  readonly subscribe = (listener: () => void): (() => void) => this.#store.subscribe(listener);

  readonly rows = (): ChartRows => {
    const frame = this.#store.frame();
    const { replay, range, moving, fit } = frame;
    const known = this.#frame;
    const same =
      known?.replay === replay &&
      known.range === range &&
      known.moving === moving &&
      known.fit === fit;
    if (this.#rows && same) return this.#rows;
    const points = moving ? POINTS.moving : POINTS.still;
    const rows = chartRows(replay, { range, points, columns: this.#columns });
    const top = niceTop(fit === 'data' ? rows.dataPeak : rows.peak);
    // During a drag the scale only grows.
    this.#top = moving ? Math.max(this.#top, top) : top;
    if (!moving) this.#still = tooltipRows(rows);
    // Keep lanes visible during a drag; the longest list contains the shorter ones.
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

  /** The what-if's threshold as a function of its window. */
  rule(): WindowRule {
    const { replay } = this.#store.frame();
    return windowRule(replay);
  }

  /**
   * The window if the policy has that setting, and the threshold if it follows the window: moving it
   * sets the window through the inverse of the policy's rule.
   */
  readonly handles = (): readonly HandleName[] => {
    const { policy, settings } = this.#store.frame();
    if (this.#handled === policy.id) return this.#handles;
    this.#handled = policy.id;
    const window = settings['window'];
    if (typeof window !== 'number') this.#handles = [];
    else if (this.rule().follows(window)) this.#handles = ['window', 'threshold'];
    else this.#handles = ['window'];
    return this.#handles;
  };

  readonly cursor = (): ChartCursor => {
    const { replay, step } = this.#store.frame();
    const inTokens = decisionUnit(replay.policy) === 'tokens';
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

  /** Steps that the tooltip snaps to; unchanged while a setting moves. */
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
