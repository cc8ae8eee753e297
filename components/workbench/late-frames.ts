import type { Frame } from './workbench-store';

/** Panels of text that get a new frame within one drawing while a setting moves … */
const PANELS_A_DRAWING = 2;
/** … and how long each keeps what it got: as fast as it can be read. */
const LATE_MS = 150;

/** A panel: what shows it a frame, and what it was shown when. */
interface Seat {
  readonly show: (frame: Frame) => void;
  shown: Frame;
  /** Time of the drawing, in milliseconds. */
  at: number;
}

/**
 * Brings the newest frame to the panels of text. At rest all have it at once. While a setting moves
 * they take turns, a few a drawing: text lags by as much as it takes to read it, and the chart never
 * waits for all panels together.
 */
export class LateFrames {
  /** In the order of their turns. */
  readonly #seats = new Set<Seat>();
  #newest: Frame;
  #request = 0;

  constructor(first: Frame) {
    this.#newest = first;
  }

  /** Shows the newest frame, then each that is due; returns how to stop. */
  subscribe(show: (frame: Frame) => void): () => void {
    const seat: Seat = { show, shown: this.#newest, at: 0 };
    this.#seats.add(seat);
    show(this.#newest);
    return () => this.#seats.delete(seat);
  }

  push(frame: Frame): void {
    this.#newest = frame;
    if (frame.moving) this.#request ||= requestAnimationFrame(this.#turn);
    else for (const seat of [...this.#seats]) this.#tell(seat, 0);
  }

  /** Forgets every panel and what still waits for a drawing. */
  dispose(): void {
    cancelAnimationFrame(this.#request);
    this.#request = 0;
    this.#seats.clear();
  }

  readonly #turn = (time: number): void => {
    this.#request = 0;
    const waiting = [...this.#seats].filter(({ shown }) => shown !== this.#newest);
    const due = waiting.filter(({ at }) => time - at >= LATE_MS).slice(0, PANELS_A_DRAWING);
    for (const seat of due) this.#tell(seat, time);
    if (waiting.length > due.length) this.#request = requestAnimationFrame(this.#turn);
  };

  #tell(seat: Seat, at: number): void {
    this.#seats.delete(seat);
    this.#seats.add(seat);
    seat.shown = this.#newest;
    seat.at = at;
    seat.show(this.#newest);
  }
}
