import type { WorkbenchState } from './view-url';

/** The browser refuses more than about a hundred changes of the address in half a minute. */
const REPLACE_EVERY_MS = 400;

/** Writes the view to the address bar: replaces at most every 400 ms, pushes at once. */
export class AddressBar {
  readonly #query: (view: WorkbenchState, search: string) => string;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #waiting: WorkbenchState | null = null;

  /** `query` gives the address's query for a view, from the present one. */
  constructor(query: (view: WorkbenchState, search: string) => string) {
    this.#query = query;
  }

  /** Replaces the address's view; with `before` adds an entry after one that shows `before`. */
  readonly write = (view: WorkbenchState, before: WorkbenchState | null): void => {
    if (before) {
      this.#stop();
      this.#apply(before, 'replaceState');
      return this.#apply(view, 'pushState');
    }
    this.#waiting = view;
    this.#timer ??= setTimeout(() => this.flush(), REPLACE_EVERY_MS);
  };

  /** Writes the pending view. */
  flush(): void {
    const view = this.#waiting;
    this.#stop();
    if (view) this.#apply(view, 'replaceState');
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waiting = null;
  }

  #apply(view: WorkbenchState, method: 'pushState' | 'replaceState'): void {
    const { pathname, search, hash } = window.location;
    const query = this.#query(view, search);
    if (query === search) return;
    window.history[method](null, '', `${pathname}${query}${hash}`);
  }
}
