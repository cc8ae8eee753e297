/** Count of text panels updated in one drawing while a setting moves. */
const PANELS_A_DRAWING = 2;
/** Least time between two frames of a panel: reading speed. */
const LATE_MS = 150;

/** A panel: its callback, its last frame and that frame's time. */
interface Seat<Frame> {
  readonly show: (frame: Frame) => void;
  shown: Frame;
  /** Time of the drawing, in milliseconds. */
  at: number;
}

/**
 * Brings the newest frame to the panels of text: at rest to all at once, while a setting moves to a
 * few per drawing. Text then lags by its reading time, and the chart never waits for all panels.
 */
export class LateFrames<Frame extends { readonly moving: boolean }> {
  /** In the order of their turns. */
  readonly #seats = new Set<Seat<Frame>>();
  #newest: Frame;
  #request = 0;

  constructor(first: Frame) {
    this.#newest = first;
  }

  /** Shows the newest frame, then each that is due; returns the unsubscriber. */
  subscribe(show: (frame: Frame) => void): () => void {
    const seat: Seat<Frame> = { show, shown: this.#newest, at: 0 };
    this.#seats.add(seat);
    show(this.#newest);
    return () => this.#seats.delete(seat);
  }

  push(frame: Frame): void {
    this.#newest = frame;
    if (frame.moving) this.#request ||= requestAnimationFrame(this.#turn);
    else for (const seat of [...this.#seats]) this.#showAt(seat, 0);
  }

  readonly #turn = (time: number): void => {
    this.#request = 0;
    const waiting = [...this.#seats].filter(({ shown }) => shown !== this.#newest);
    const due = waiting.filter(({ at }) => time - at >= LATE_MS).slice(0, PANELS_A_DRAWING);
    for (const seat of due) this.#showAt(seat, time);
    if (waiting.length > due.length) this.#request = requestAnimationFrame(this.#turn);
  };

  #showAt(seat: Seat<Frame>, at: number): void {
    this.#seats.delete(seat);
    this.#seats.add(seat);
    seat.shown = this.#newest;
    seat.at = at;
    seat.show(this.#newest);
  }
}
