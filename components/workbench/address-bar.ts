import type { WorkbenchView } from './view-url';

/** The browser refuses more than about a hundred changes of the address in half a minute. */
const REPLACE_EVERY_MS = 400;

/** Keeps the address bar at the view: replaces at most every 400 ms, pushes at once. */
export class AddressBar {
  readonly #query: (view: WorkbenchView, search: string) => string;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #waiting: WorkbenchView | null = null;

  /** `query` gives the address's query for a view, from the present one. */
  constructor(query: (view: WorkbenchView, search: string) => string) {
    this.#query = query;
  }

  /** Replaces the address's view; with `before` adds an entry after one that shows `before`. */
  readonly write = (view: WorkbenchView, before: WorkbenchView | null): void => {
    if (before) {
      this.#stop();
      this.#apply(before, false);
      return this.#apply(view, true);
    }
    this.#waiting = view;
    this.#timer ??= setTimeout(() => this.flush(), REPLACE_EVERY_MS);
  };

  /** Writes what is waiting. */
  flush(): void {
    const view = this.#waiting;
    this.#stop();
    if (view) this.#apply(view, false);
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waiting = null;
  }

  #apply(view: WorkbenchView, push: boolean): void {
    const { pathname, search, hash } = window.location;
    const query = this.#query(view, search);
    if (query === search) return;
    const url = `${pathname}${query}${hash}`;
    if (push) window.history.pushState(null, '', url);
    else window.history.replaceState(null, '', url);
  }
}
