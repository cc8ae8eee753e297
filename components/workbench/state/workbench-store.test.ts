import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { contextGuardThreshold } from '@/lib/policies/contextguard/threshold';
import { prepare } from '@/lib/engine/replay/prepare';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { measureSession } from '@/lib/engine/tokens/measure';
import { readView, type WorkbenchState } from './view-url';
import { WorkbenchStore } from './workbench-store';

beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', () => 1);
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
});
afterEach(() => vi.unstubAllGlobals());

function opened(picture = 'u 4000\n-- 1000\nm 4000\n-- 2000') {
  const profile = measureSession(textSession(`limit 200000\n${picture}`));
  const subject = { ...profile, opening: null };
  const { view } = readView('', subject);
  const history: number[] = [Number(view.settings['window'])];
  const write = (view: WorkbenchState, before: WorkbenchState | null): void => {
    const window = Number(view.settings['window']);
    if (before) history.push(window);
    else history[history.length - 1] = window;
  };
  const store = new WorkbenchStore(prepare(profile), view, write, null, {
    policy: contextGuardThreshold,
    settings: view.settings,
    own: null,
  });
  const window = (): unknown => store.frame().settings['window'];
  return { store, history, window };
}

describe('thirty nudges of one setting by key', () => {
  it('are one entry of the history and one undo, as a drag is', () => {
    const { store, history, window } = opened();
    for (let i = 1; i <= 30; i++) store.set({ window: 200_000 + i * 1_000 }, { by: 'keys' });
    expect(history).toEqual([200_000, 230_000]);
    store.undo();
    expect(window()).toBe(200_000);
    store.redo();
    expect(window()).toBe(230_000);
  });

  it('end with any other change', () => {
    const { store, history, window } = opened();
    store.set({ window: 201_000 }, { by: 'keys' });
    store.set({ cap: 4 }, { by: 'keys' });
    store.set({ window: 202_000 }, { by: 'keys' });
    store.set({ window: 203_000 });
    store.set({ window: 204_000 }, { by: 'keys' });
    expect(history).toEqual([200_000, 201_000, 201_000, 202_000, 203_000, 204_000]);
    store.undo();
    store.set({ window: 205_000 }, { by: 'keys' });
    expect(history.slice(-2)).toEqual([203_000, 205_000]);
    store.undo();
    expect(window()).toBe(203_000);
  });

  it('of a fault’s number are one as well', () => {
    const { store, history } = opened();
    for (let at = 1; at <= 9; at++) {
      store.setFaults([{ kind: 'summariser-fails', compaction: at }], 'fault 0 compaction');
    }
    expect(history).toHaveLength(2);
    store.setFaults([]);
    expect(history).toHaveLength(3);
  });

  it('end when the setting is let go', () => {
    const { store, history } = opened();
    store.set({ window: 201_000 }, { by: 'keys' });
    store.endGesture();
    store.set({ window: 202_000 }, { by: 'keys' });
    expect(history).toEqual([200_000, 201_000, 202_000]);
  });
});

it('a mark grows from the selected step, and from its other end while the selection is at one', () => {
  const picture = Array.from({ length: 12 }, () => 'm 400\n-- 1000').join('\n');
  const { store } = opened(`u 400\n${picture}`);
  store.select(4);
  store.markTo(7);
  expect(store.frame()).toMatchObject({ step: 7, marked: { from: 4, to: 7 } });
  store.markTo(2);
  expect(store.frame()).toMatchObject({ step: 2, marked: { from: 2, to: 4 } });
  store.markTo(99);
  expect(store.frame().marked).toEqual({ from: 4, to: 11 });
  store.select(6);
  expect(store.frame().marked).toEqual({ from: 4, to: 11 });
  store.markTo(5);
  expect(store.frame().marked).toEqual({ from: 5, to: 6 });
  expect(store.view().marked).toEqual({ from: 5, to: 6 });
});

it('a moved setting of a long session is replayed over several frames, then the newest that was asked for', () => {
  const frames: (() => void)[] = [];
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run));
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 100));
  const { store, window } = opened('u 400\n-- 1000' + '\nm 4\n-- 1010'.repeat(12_000));
  const shown: unknown[] = [];
  store.subscribe(() => shown.push(window()));
  store.set({ window: 150_000 }, { last: false });
  frames.shift()?.();
  store.set({ window: 140_000 }, { last: false });
  store.set({ window: 130_000 }, { last: false });
  expect([shown, frames.length]).toEqual([[], 1]);
  while (frames.length > 0) frames.shift()?.();
  expect(shown).toEqual([150_000, 130_000]);
  store.set({ window: 120_000 }, { last: false });
  frames.shift()?.();
  store.set({ window: 110_000 });
  expect([window(), store.frame().moving]).toEqual([110_000, false]);
});
