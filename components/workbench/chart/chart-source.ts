import {
  eventColumns,
  tooltipRows,
  type ChartCursor,
  type ChartFeed,
  type ChartNotes,
  type ChartRow,
  type HandleName,
} from '@/components/charts/chart-feed';
import { niceBottom, niceTop } from '@/lib/answers/report/chart/drawing/ticks';
import { chartRows, type ChartRows } from '@/lib/answers/report/chart/chart-rows';
import { referenceLine } from '@/lib/answers/report/chart/reference-line';
import { chartAxis, placeOf, type ChartAxis } from '@/lib/answers/report/chart/chart-axis';
import type { Composer, Composition } from '@/lib/answers/report/chart/composition';
import type { CompositionNow, CompositionRows } from '@/lib/answers/report/chart/composition-rows';
import type { ToolNames } from '@/lib/engine/tokens/text/tool-names';
import {
  trackRows,
  type TrackBudget,
  type TrackRows,
} from '@/lib/answers/report/chart/tracks/track-rows';
import { trackText, type NumberTrack } from '@/lib/answers/report/chart/tracks/track-values';
import { windowRule, type WindowRule } from '@/lib/analysis/explain/window-rule';
import { cursorOf, notesOf, type RecordedTexts } from './chart-cursor';
import { CompositionSource } from './composition-source';
import type { Frame } from '../state/frame';
import type { WorkbenchStore } from '../state/workbench-store';

/** Most points a line has at rest and while a setting moves. */
const POINTS = { still: 1_500, moving: 600 } as const;
/** Most points of an edge of the band, likewise. */
const BAND_POINTS = { still: 500, moving: 160 } as const;
/** Pixels from one label of a track to the next. */
const LABEL_PIXELS = 76;

/** The chart's feed over a store: rows are made lazily, at most once a frame. */
export class ChartSource implements ChartFeed {
  readonly #store: WorkbenchStore;
  #frame: Frame | null = null;
  #rows: ChartRows | null = null;
  #top = 1;
  #bottom = 0;
  #width = 720;
  #axis: ChartAxis | null = null;
  #asked = '';
  /** Listeners for names that arrive later than the numbers. */
  readonly #named = new Set<() => void>();
  readonly #composition = new CompositionSource();
  #notes: ChartNotes | null = null;
  #texts: RecordedTexts = { joins: new Map(), compactions: [] };
  readonly #tracks = new Map<NumberTrack, { readonly rows: ChartRows; readonly made: TrackRows }>();
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
    const isSame = eventColumns(pixels) === eventColumns(this.#width);
    this.#width = pixels;
    if (!isSame) this.#frame = null;
  }

  /** Calls the listener with the panels of text: during a drag at reading speed. */
  readonly subscribeLate = (listener: () => void): (() => void) =>
    this.#joined(listener, this.#store.subscribeLate(listener));

  /** Calls the listener when names arrive, too. */
  #joined(listener: () => void, end: () => void): () => void {
    this.#named.add(listener);
    return () => {
      this.#named.delete(listener);
      end();
    };
  }

  /** Names of the session's tools, once they are known. */
  nameTools(tools: ToolNames): void {
    this.#composition.nameTools(tools);
    for (const listener of this.#named) listener();
  }

  readonly composition = (): CompositionRows => {
    const { replay, range, moving } = this.#store.frame();
    const points = moving ? BAND_POINTS.moving : BAND_POINTS.still;
    return this.#composition.rows(replay, { ...this.#budget(), range, points });
  };

  readonly compositionNow = (): CompositionNow => {
    const { replay, step } = this.#store.frame();
    return this.#composition.now(replay, step);
  };

  /** A step's request part by part, in the order of the composer's. */
  compositionAt(step: number): Composition {
    return this.composer().at(this.#store.frame().replay, step);
  }

  composer(): Composer {
    return this.#composition.composer(this.#store.frame().replay);
  }

  /** Tells what is known of the recording beside its numbers. */
  tell(texts: Partial<RecordedTexts>): void {
    this.#texts = { ...this.#texts, ...texts };
    this.#notes = null;
    for (const listener of this.#named) listener();
  }

  readonly subscribe = (listener: () => void): (() => void) =>
    this.#joined(listener, this.#store.subscribe(listener));

  readonly rows = (): ChartRows => {
    const frame = this.#store.frame();
    const { replay, range, moving, fit, look } = frame;
    const known = this.#frame;
    const same =
      known?.replay === replay &&
      known.range === range &&
      known.moving === moving &&
      known.fit === fit &&
      known.look === look;
    if (this.#rows && same) return this.#rows;
    const rows = chartRows(replay, { ...this.#budget(), reference: this.#reference() });
    const top = niceTop(fit === 'data' ? rows.dataPeak : rows.peak);
    this.#bottom = fit === 'data' ? niceBottom(rows.dataLow, rows.dataPeak) : 0;
    if (known?.replay !== replay) this.#notes = null;
    // During a drag the scale only grows.
    this.#top = moving ? Math.max(this.#top, top) : top;
    if (!moving) this.#still = tooltipRows(rows, this.axis().places);
    // Keep lanes visible during a drag; the longest list contains the shorter ones.
    const lanes = rows.lanes.join(' ');
    if (!moving || lanes.length > this.#lanes.length) this.#lanes = lanes;
    this.#frame = frame;
    this.#rows = rows;
    return rows;
  };

  readonly moving = (): boolean => this.#store.frame().moving;

  /** The reference rule's calibrated count, where the line is shown and the policy has none. */
  #reference(): ArrayLike<number> | null {
    const { look, replay } = this.#store.frame();
    return look.lines.includes('calibrated') ? referenceLine(replay) : null;
  }

  #budget() {
    const { range, moving, look } = this.#store.frame();
    const points = moving ? POINTS.moving : POINTS.still;
    const { places } = this.axis();
    return { range, points, columns: eventColumns(this.#width), lines: look.lines, places };
  }

  /** The axis of the shown kind; the same object until the kind changes. */
  readonly axis = (): ChartAxis => {
    const { look, replay } = this.#store.frame();
    if (this.#axis === null || this.#asked !== look.axis) {
      this.#axis = chartAxis(replay.session.profile, look.axis);
      this.#asked = look.axis;
      this.#notes = null;
    }
    return this.#axis;
  };

  /** A track of one number a step. */
  readonly track = (name: NumberTrack): TrackRows => {
    const rows = this.rows();
    const known = this.#tracks.get(name);
    if (known?.rows === rows) return known.made;
    const made = trackRows(this.#store.frame().replay, name, this.trackBudget());
    this.#tracks.set(name, { rows, made });
    return made;
  };

  /** What a track's rows may hold in the shown range. */
  trackBudget(): TrackBudget {
    const { range } = this.#store.frame();
    const { places } = this.axis();
    const wide = placeOf(places, range.to) - placeOf(places, range.from);
    const apart = (LABEL_PIXELS * Math.max(1, wide)) / Math.max(1, this.#width);
    return { ...this.#budget(), apart };
  }

  /** A track's value at the selected step, in words. */
  readonly trackText = (name: NumberTrack): string => {
    const { replay, step } = this.#store.frame();
    return trackText(replay, name, step);
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
    return cursorOf(replay, step, this.#reference() ?? undefined);
  };

  readonly notes = (): ChartNotes => {
    this.rows();
    return (this.#notes ??= notesOf(this.#store.frame().replay, this.axis(), this.#texts));
  };

  /** Top of the value scale. */
  readonly top = (): number => {
    this.rows();
    return this.#top;
  };

  /** Bottom of the value scale. */
  readonly bottom = (): number => {
    this.rows();
    return this.#bottom;
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
