import type { Frame } from './workbench-store';

/** Panels of text that get a new frame within one drawing while a setting moves. */
const PANELS_A_DRAWING = 3;

/** One reader of {@link LateFrames}, as React's `useSyncExternalStore` takes it. */
export interface LatePanel {
  readonly subscribe: (listener: () => void) => () => void;
  readonly frame: () => Frame;
}

/** What a panel shows, and how to tell it of more. */
interface Seat {
  shown: Frame;
  readonly listener: () => void;
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

  /** A reader of its own for one panel. */
  panel(): LatePanel {
    let seat: Seat | null = null;
    return {
      subscribe: (listener) => {
        const taken = { shown: this.#newest, listener };
        seat = taken;
        this.#seats.add(taken);
        return () => {
          this.#seats.delete(taken);
          if (seat === taken) seat = null;
        };
      },
      frame: () => seat?.shown ?? this.#newest,
    };
  }

  push(frame: Frame): void {
    this.#newest = frame;
    if (frame.moving) this.#request ||= requestAnimationFrame(this.#turn);
    else this.#tell([...this.#seats]);
  }

  /** Forgets every panel and what still waits for a drawing. */
  dispose(): void {
    cancelAnimationFrame(this.#request);
    this.#request = 0;
    this.#seats.clear();
  }

  readonly #turn = (): void => {
    this.#request = 0;
    const waiting = [...this.#seats].filter(({ shown }) => shown !== this.#newest);
    this.#tell(waiting.slice(0, PANELS_A_DRAWING));
    if (waiting.length > PANELS_A_DRAWING) this.#request = requestAnimationFrame(this.#turn);
  };

  #tell(seats: readonly Seat[]): void {
    for (const seat of seats) {
      this.#seats.delete(seat);
      this.#seats.add(seat);
      seat.shown = this.#newest;
      seat.listener();
    }
  }
}
