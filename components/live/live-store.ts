import { changesSchema, readySchema, type LiveChange } from '@/lib/api/contract/events-contract';

/** State of the page's stream of changes; `offline` once the server failed to answer again. */
export type LiveState = 'connecting' | 'live' | 'offline';

/** Handler of changes; `missed` if some may have been missed and all must be refetched. */
export type ChangeListener = (changes: readonly LiveChange[] | 'missed') => void;

/** First wait before the next attempt, doubled by each failure up to the longest. */
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 8_000;

/** Longest silence of a server that answers: it sends a beat every 15 seconds. */
const SILENCE_MS = 40_000;

/**
 * The stream of changes of this page. It is closed while the page is hidden, since a browser opens
 * only a few connections to one server. A broken stream is opened again here: a browser gives up
 * where a server that starts answers with an error.
 */
export class LiveStore {
  readonly #onChanges: ChangeListener;
  readonly #listeners = new Set<() => void>();
  #source: EventSource | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #state: LiveState = 'connecting';
  #failures = 0;
  /** True if changes may have passed since the last answer. */
  #missed = false;
  /** Build of the server that answered first. */
  #build: string | null = null;
  #updated = false;

  constructor(onChanges: ChangeListener) {
    this.#onChanges = onChanges;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly state = (): LiveState => this.#state;

  /** True if the server came back with another build than the page's. */
  readonly updated = (): boolean => this.#updated;

  /** Begins to listen; returns the unsubscriber. */
  start(): () => void {
    const follow = (): void => (document.hidden ? this.#close() : this.#open());
    document.addEventListener('visibilitychange', follow);
    follow();
    return () => {
      document.removeEventListener('visibilitychange', follow);
      this.#close();
    };
  }

  #open(): void {
    if (this.#source !== null) return;
    const source = new EventSource('/api/events');
    this.#source = source;
    this.#wait(SILENCE_MS, () => this.#fail());
    const on = (type: string, heard: (event: MessageEvent<string>) => void): void =>
      source.addEventListener(type, (event: MessageEvent<string>) => {
        if (source !== this.#source) return;
        this.#wait(SILENCE_MS, () => this.#fail());
        heard(event);
      });
    on('ready', ({ data }) => this.#ready(data));
    on('beat', () => undefined);
    on('changes', ({ data }) => {
      const parsed = changesSchema.safeParse(JSON.parse(data));
      if (parsed.success) this.#onChanges(parsed.data.changes);
    });
    source.addEventListener('error', () => {
      if (source === this.#source) this.#fail();
    });
  }

  #ready(data: string): void {
    const parsed = readySchema.safeParse(JSON.parse(data));
    const build = parsed.success ? (parsed.data.build ?? null) : null;
    this.#build ??= build;
    this.#failures = 0;
    this.#show('live', this.#updated || build !== this.#build);
    if (this.#missed) this.#onChanges('missed');
    this.#missed = false;
  }

  /** One failure may be a restart; the second shows as offline. */
  #fail(): void {
    this.#drop();
    const wait = FIRST_WAIT_MS * 2 ** this.#failures++;
    this.#show(this.#failures > 1 ? 'offline' : 'connecting');
    this.#wait(Math.min(wait, LONGEST_WAIT_MS), () => this.#open());
  }

  #close(): void {
    this.#drop();
    this.#failures = 0;
    this.#show('connecting');
  }

  #drop(): void {
    clearTimeout(this.#timer);
    this.#source?.close();
    this.#source = null;
    this.#missed = true;
  }

  #wait(milliseconds: number, then: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(then, milliseconds);
  }

  #show(state: LiveState, updated = this.#updated): void {
    if (state === this.#state && updated === this.#updated) return;
    this.#state = state;
    this.#updated = updated;
    for (const listener of this.#listeners) listener();
  }
}
