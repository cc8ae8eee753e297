import { changesSchema, type LiveChange } from '@/lib/api/events-contract';

/** Whether this page hears of changes at once. */
export type LiveState = 'connecting' | 'live' | 'off';

/** What takes changes; `missed` when some may have been missed, so that all must be read anew. */
export type ChangeListener = (changes: readonly LiveChange[] | 'missed') => void;

/**
 * The stream of changes of this page. It is closed while the page is hidden: a browser opens only a
 * few connections to one server, and a page that nobody sees needs none.
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

  /** Begins to listen; returns how to stop. */
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
