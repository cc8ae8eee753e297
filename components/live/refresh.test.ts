import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryKeys } from '@/lib/api/queries/queries';
import { refresh } from './refresh';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('takes changes together and waits for a fetch that is under way', () => {
  const invalidateQueries = vi.fn(() => Promise.resolve());
  const isFetching = vi.fn(() => 0);
  const take = refresh({ invalidateQueries, isFetching, getQueryData: () => undefined });
  for (let i = 0; i < 100; i++) take([{ kind: 'folder', subject: String(i) }]);
  expect(invalidateQueries).not.toHaveBeenCalled();
  vi.advanceTimersByTime(300);
  expect(invalidateQueries).toHaveBeenCalledTimes(1);
  isFetching.mockReturnValue(1);
  take([{ kind: 'folder', subject: 'x' }]);
  vi.advanceTimersByTime(900);
  expect(invalidateQueries).toHaveBeenCalledTimes(1);
  isFetching.mockReturnValue(0);
  vi.advanceTimersByTime(300);
  expect(invalidateQueries).toHaveBeenCalledTimes(2);
  expect(vi.getTimerCount()).toBe(0);
});

it('fetches a long list seldom, however often it changes, and the rest as soon as ever', () => {
  const invalidateQueries = vi.fn((_: { readonly queryKey: readonly unknown[] }) =>
    Promise.resolve(),
  );
  const rows = Array.from({ length: 20_000 });
  const take = refresh({ invalidateQueries, isFetching: () => 0, getQueryData: () => rows });
  for (let i = 0; i < 30; i++) {
    take([{ kind: 'import', subject: String(i) }]);
    vi.advanceTimersByTime(300);
  }
  const of = (key: readonly unknown[]): number =>
    invalidateQueries.mock.calls.filter(([{ queryKey }]) => queryKey === key).length;
  expect(of(queryKeys.imports)).toBe(30);
  expect(of(queryKeys.sessions)).toBe(1);
  // The last change is not lost.
  vi.advanceTimersByTime(20_000);
  expect(of(queryKeys.sessions)).toBe(2);
  expect(vi.getTimerCount()).toBe(0);
});
