import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LiveStore, type ChangeListener } from './live-store';

/** A stream that the test plays the server of. */
class Stream extends EventTarget {
  static readonly opened: Stream[] = [];
  closed = false;
  constructor(readonly url: string) {
    super();
    Stream.opened.push(this);
  }
  close(): void {
    this.closed = true;
  }
  send(type: string, data: unknown = {}): void {
    this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data) }));
  }
  break(): void {
    this.dispatchEvent(new Event('error'));
  }
}

let page = Object.assign(new EventTarget(), { hidden: false });
const newest = (): Stream => Stream.opened.at(-1)!;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', Stream);
  page = Object.assign(new EventTarget(), { hidden: false });
  vi.stubGlobal('document', page);
  Stream.opened.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function started(onChanges: ChangeListener = () => undefined) {
  const store = new LiveStore(onChanges);
  const stop = store.start();
  return { store, stop };
}

it('is connecting at first, live once the server answers, and closed when the page goes', () => {
  const { store, stop } = started();
  expect(store.state()).toBe('connecting');
  newest().send('ready', { build: 'a' });
  expect(store.state()).toBe('live');
  stop();
  expect(newest().closed).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

it('is not live once the stream breaks, and offline once the server does not answer again', () => {
  const { store } = started();
  newest().send('ready');
  newest().break();
  expect(store.state()).toBe('connecting');
  vi.advanceTimersByTime(500);
  expect(Stream.opened).toHaveLength(2);
  newest().break();
  expect(store.state()).toBe('offline');
});

it('tries again ever less often, at least every eight seconds, and fetches what it missed', () => {
  const heard: unknown[] = [];
  const { store } = started((changes) => heard.push(changes));
  newest().send('ready');
  expect(heard).toEqual([]);
  const waits: number[] = [];
  for (let i = 0; i < 8; i++) {
    newest().break();
    const before = Stream.opened.length;
    let waited = 0;
    while (Stream.opened.length === before && waited < 20_000) {
      vi.advanceTimersByTime(100);
      waited += 100;
    }
    waits.push(waited);
  }
  expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000, 8_000]);
  expect(store.state()).toBe('offline');
  newest().send('ready');
  expect(store.state()).toBe('live');
  expect(heard).toEqual(['missed']);
});

it('counts a stream that the browser has given up as broken', () => {
  const { store } = started();
  newest().break();
  vi.advanceTimersByTime(500);
  newest().break();
  // A server that answers with an error while it starts: the browser would never try again.
  expect(newest().closed).toBe(true);
  vi.advanceTimersByTime(1_000);
  newest().send('ready');
  expect(store.state()).toBe('live');
});

it('hears that a server stopped answering though its stream is open', () => {
  const { store } = started();
  newest().send('ready');
  vi.advanceTimersByTime(30_000);
  newest().send('beat');
  vi.advanceTimersByTime(30_000);
  expect(store.state()).toBe('live');
  vi.advanceTimersByTime(15_000);
  expect(store.state()).toBe('connecting');
  vi.advanceTimersByTime(500);
  newest().break();
  expect(store.state()).toBe('offline');
});

it('closes while the page is hidden, and fetches what it missed', () => {
  const heard: unknown[] = [];
  started((changes) => heard.push(changes));
  newest().send('ready');
  page.hidden = true;
  page.dispatchEvent(new Event('visibilitychange'));
  expect(newest().closed).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
  page.hidden = false;
  page.dispatchEvent(new Event('visibilitychange'));
  expect(Stream.opened).toHaveLength(2);
  newest().send('ready');
  expect(heard).toEqual(['missed']);
});

it('says when the server came back with another build', () => {
  const { store } = started();
  newest().send('ready', { build: 'a' });
  newest().break();
  vi.advanceTimersByTime(500);
  newest().send('ready', { build: 'a' });
  expect(store.updated()).toBe(false);
  newest().break();
  vi.advanceTimersByTime(500);
  newest().send('ready', { build: 'b' });
  expect(store.updated()).toBe(true);
});
