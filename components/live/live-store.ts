import { changesSchema, type LiveChange } from '@/lib/host/api/contract/events-contract';

/** State of the page's stream of changes. */
export type LiveState = 'connecting' | 'live' | 'off';

/** Handler of changes; `missed` if some may have been missed and all must be refetched. */
export type ChangeListener = (changes: readonly LiveChange[] | 'missed') => void;

/**
 * The stream of changes of this page. It is closed while the page is hidden, since a browser opens
 * only a few connections to one server.
 */
export class LiveStore {
  readonly #onChanges: ChangeListener;
  readonly #listeners = new Set<() => void>();
  #source: EventSource | null = null;
  #state: LiveState = 'connecting';
  #connectedBefore = false;

  constructor(onChanges: ChangeListener) {
    this.#onChanges = onChanges;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly state = (): LiveState => this.#state;

  /** Begins to listen; returns the unsubscriber. */
  start(): () => void {
    const follow = (): void => (document.hidden ? this.#close('off') : this.#open());
    document.addEventListener('visibilitychange', follow);
    follow();
    return () => {
      document.removeEventListener('visibilitychange', follow);
      this.#close('off');
    };
  }

  #open(): void {
    if (this.#source !== null) return;
    const source = new EventSource('/api/events');
    this.#source = source;
    this.#show('connecting');
    source.addEventListener('ready', () => {
      this.#show('live');
      if (this.#connectedBefore) this.#onChanges('missed');
      this.#connectedBefore = true;
    });
    source.addEventListener('changes', (event: MessageEvent<string>) => {
      const parsed = changesSchema.safeParse(JSON.parse(event.data));
      if (parsed.success) this.#onChanges(parsed.data.changes);
    });
    source.addEventListener('error', () => this.#show('connecting'));
  }

  #close(state: LiveState): void {
    this.#source?.close();
    this.#source = null;
    this.#show(state);
  }

  #show(state: LiveState): void {
    if (state === this.#state) return;
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
